/* `Shield(fault)`: a block of our own code, of which an error costs what `fault` writes down and nothing else.
 *
 * In C, since every line of Python that was to catch an error could itself be the one that fails or is interrupted. */
#include "shield.h"

bool
shield_takes(PyObject *fault)
{
    if (!PyErr_ExceptionMatches(PyExc_Exception)) {
        return false;
    }
    if (fault == Py_None) {
        PyErr_Clear();
        return true;
    }
    PyObject *error = compat_take_error();
    PyObject *answer = PyObject_CallOneArg(fault, error);
    if (answer == NULL) {
        Py_DECREF(error);
        if (!PyErr_ExceptionMatches(PyExc_Exception)) {
            return false;
        }
        PyErr_Clear();
        return true;
    }
    bool is_ours = answer != Py_False;
    Py_DECREF(answer);
    if (is_ours) {
        Py_DECREF(error);
    }
    else {
        compat_put_error(error);
    }
    return is_ours;
}

typedef struct {
    PyObject_HEAD
    PyObject *fault; /* strong */
} Shield;

static PyObject *
shield_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"fault", NULL};
    PyObject *fault;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:Shield", names, &fault)) {
        return NULL;
    }
    Shield *self = (Shield *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->fault = Py_NewRef(fault);
    }
    return (PyObject *)self;
}

static PyObject *
shield_enter(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    Py_RETURN_NONE;
}

static PyObject *
shield_exit(PyObject *self, PyObject *args)
{
    PyObject *kind, *error, *trace;
    if (!PyArg_ParseTuple(args, "OOO:__exit__", &kind, &error, &trace)) {
        return NULL;
    }
    if (error == Py_None) {
        Py_RETURN_FALSE;
    }
    compat_put_error(Py_NewRef(error));
    if (shield_takes(((Shield *)self)->fault)) {
        Py_RETURN_TRUE;
    }
    /* The same one goes on by itself; another is an interrupt that came while `fault` was told. */
    PyObject *now = compat_take_error();
    if (now == error) {
        Py_DECREF(now);
        Py_RETURN_FALSE;
    }
    compat_put_error(now);
    return NULL;
}

static int
shield_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Shield *)self)->fault);
    return 0;
}

static int
shield_clear(PyObject *self)
{
    Py_XSETREF(((Shield *)self)->fault, Py_NewRef(Py_None));
    return 0;
}

static void
shield_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Shield *)self)->fault);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"__enter__", shield_enter, METH_NOARGS, NULL},
    {"__exit__", shield_exit, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyDoc_STRVAR(shield_doc, "Shield(fault)\n--\n\n"
                         "A block out of which no `Exception` gets, unless `fault(error)` returns False. Interrupts do.");

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)shield_doc},
    {Py_tp_new, shield_new},
    {Py_tp_traverse, shield_traverse},
    {Py_tp_clear, shield_clear},
    {Py_tp_dealloc, shield_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dynexplain.hook._hook.Shield",
    .basicsize = sizeof(Shield),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

PyObject *
shield_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
