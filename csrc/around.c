/* `Around(original, before, after)`: calls `original`, and before and after it two listeners.
 *
 * A wrapper written in Python is seen: in tracebacks, in the stacks that torch logs and stores, by whoever counts frames or
 * looks at its caller. The frames of the listeners are gone while `original` runs, and this one has none. Debuggers and
 * profilers, which follow every call, are not told of the listeners. */
#include "around.h"

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *original; /* strong, like the two below */
    PyObject *before;
    PyObject *after;
    PyObject *attributes; /* the instance's __dict__, or NULL */
    PyObject *references; /* weak ones to this object, or NULL */
} Around;

static PyObject *
call_before(PyObject *before, PyObject *const *arguments, size_t count, PyObject *names)
{
    PyThreadState *tstate = PyThreadState_Get();
    PyThreadState_EnterTracing(tstate);
    PyObject *state = PyObject_Vectorcall(before, arguments, count, names);
    PyThreadState_LeaveTracing(tstate);
    return state;
}

static PyObject *
call_after(PyObject *after, PyObject *state, PyObject *result, PyObject *error)
{
    PyThreadState *tstate = PyThreadState_Get();
    PyThreadState_EnterTracing(tstate);
    PyObject *answer = PyObject_CallFunctionObjArgs(after, state, result, error, NULL);
    PyThreadState_LeaveTracing(tstate);
    return answer;
}

/* Tells `after` of the exception that is set, and leaves that one set, unless `after` itself raises. */
static void
tell_error(PyObject *after, PyObject *state)
{
    PyObject *error = compat_take_error();
    PyObject *answer = call_after(after, state, Py_None, error);
    if (answer != NULL) {
        Py_DECREF(answer);
        compat_put_error(error);
        return;
    }
    PyObject *newer = compat_take_error();
    if (newer != error) {
        PyException_SetContext(newer, error);
    }
    else {
        Py_DECREF(error);
    }
    compat_put_error(newer);
}

static PyObject *
around_call(PyObject *self, PyObject *const *arguments, size_t count, PyObject *names)
{
    Around *around = (Around *)self;
    if (around->before == Py_None) {
        return PyObject_Vectorcall(around->original, arguments, count, names);
    }
    /* While one of them runs, this object may lose its last owner. */
    PyObject *original = Py_NewRef(around->original);
    PyObject *after = Py_NewRef(around->after);
    PyObject *result = NULL;
    PyObject *before = Py_NewRef(around->before);
    PyObject *state = call_before(before, arguments, (size_t)PyVectorcall_NARGS(count), names);
    if (state == NULL) {
        goto done;
    }
    result = PyObject_Vectorcall(original, arguments, count, names);
    if (state == Py_None) {
        goto done;
    }
    if (result == NULL) {
        tell_error(after, state);
        goto done;
    }
    Py_SETREF(result, call_after(after, state, result, Py_None));

done:
    Py_XDECREF(state);
    Py_DECREF(before);
    Py_DECREF(after);
    Py_DECREF(original);
    return result;
}

static PyObject *
around_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"original", "before", "after", NULL};
    PyObject *original, *before, *after;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO:Around", names, &original, &before, &after)) {
        return NULL;
    }
    Around *self = (Around *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->call = around_call;
    self->original = Py_NewRef(original);
    self->before = Py_NewRef(before);
    self->after = Py_NewRef(after);
    return (PyObject *)self;
}

/* As functions do: on an instance it is a method. */
static PyObject *
around_get(PyObject *self, PyObject *instance, PyObject *Py_UNUSED(owner))
{
    if (instance == NULL || instance == Py_None) {
        return Py_NewRef(self);
    }
    return PyMethod_New(self, instance);
}

/* Shows itself as what it calls. */
static PyObject *
around_repr(PyObject *self)
{
    return PyObject_Repr(((Around *)self)->original);
}

static int
around_traverse(PyObject *self, visitproc visit, void *arg)
{
    Around *around = (Around *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(around->original);
    Py_VISIT(around->before);
    Py_VISIT(around->after);
    Py_VISIT(around->attributes);
    return 0;
}

static int
around_clear(PyObject *self)
{
    Around *around = (Around *)self;
    /* What a call needs stays a value: in a cycle that is being taken apart somebody may still call this. */
    Py_XSETREF(around->original, Py_NewRef(Py_None));
    Py_XSETREF(around->before, Py_NewRef(Py_None));
    Py_XSETREF(around->after, Py_NewRef(Py_None));
    Py_CLEAR(around->attributes);
    return 0;
}

static void
around_dealloc(PyObject *self)
{
    Around *around = (Around *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (around->references != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    Py_CLEAR(around->original);
    Py_CLEAR(around->before);
    Py_CLEAR(around->after);
    Py_CLEAR(around->attributes);
    type->tp_free(self);
    Py_DECREF(type);
}

PyDoc_STRVAR(disarm_doc, "disarm()\n--\n\nOnly passes calls on from now on, whoever still holds this.");

static PyObject *
around_disarm(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Around *around = (Around *)self;
    Py_SETREF(around->before, Py_NewRef(Py_None));
    Py_SETREF(around->after, Py_NewRef(Py_None));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"disarm", around_disarm, METH_NOARGS, disarm_doc},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Around, call), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(Around, attributes), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Around, references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyDoc_STRVAR(around_doc,
             "Around(original, before, after)\n--\n\n"
             "Calls `original` with `before(*args, **kwargs)` before it, which returns a state. Unless that is None,\n"
             "`after(state, result, None)` comes after it and returns the result to return, or `after(state, None, error)`,\n"
             "and the error goes on. There is no Python frame of it on the stack while `original` runs.");

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)around_doc},
    {Py_tp_new, around_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, around_get},
    {Py_tp_repr, around_repr},
    {Py_tp_traverse, around_traverse},
    {Py_tp_clear, around_clear},
    {Py_tp_dealloc, around_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dynexplain.hook._hook.Around",
    .basicsize = sizeof(Around),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
    .slots = slots,
};

PyObject *
around_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
