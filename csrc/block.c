/* `Block`: what a session is to the frame hook, and how it ends.
 *
 * An interrupt can strike between any two instructions of Python, and so at the first one of a `finally` or an `__exit__`.
 * None can strike in here. So the hook runs for blocks: it stops, and its
 * records go, when the last one that wanted it is left, or is gone.
 * What else is to be undone is Python's, in `_leave`: that is harmless to do twice, and is done again when an interrupt
 * has cut it off. When that is cut off as well, whoever comes next finds that the block is closed. */
#include "block.h"

#include "hook.h"
#include "shield.h"

typedef struct {
    PyObject_HEAD
    PyObject *target;     /* strong, or NULL */
    PyObject *attributes; /* the instance's __dict__, or NULL */
    PyObject *references; /* weak ones to this object, or NULL */
    Py_ssize_t entered;
    uint64_t run; /* of the hook, which goes on for this one; 0 when it need not */
} Block;

static PyTypeObject *the_type;

bool
block_is(PyObject *object)
{
    return the_type != NULL && PyObject_TypeCheck(object, the_type);
}

PyObject *
block_target(PyObject *self)
{
    return ((Block *)self)->target;
}

static void
stop_watching(Block *self)
{
    uint64_t run = self->run;
    self->run = 0;
    if (run != 0) {
        hook_leave(run);
    }
}

/* Calls a method of the block's. Returns 1 when an error of ours went to its `_fault`, -1 with any other exception set. */
static int
call_own(PyObject *self, const char *name, PyObject *argument)
{
    PyObject *answer = argument != NULL ? PyObject_CallMethod(self, name, "O", argument)
                                        : PyObject_CallMethod(self, name, NULL);
    if (answer != NULL) {
        Py_DECREF(answer);
        return 0;
    }
    PyObject *error = compat_take_error();
    PyObject *fault = PyObject_GetAttrString(self, "_fault");
    if (fault == NULL) {
        PyErr_Clear();
        fault = Py_NewRef(Py_None);
    }
    compat_put_error(error);
    bool taken = shield_takes(fault);
    Py_DECREF(fault);
    return taken ? 1 : -1;
}

static int
leave_twice(PyObject *self, PyObject *error)
{
    int status = call_own(self, "_leave", error);
    if (status == 0) {
        return 0;
    }
    /* What was left undone is done by another go. */
    if (status > 0) {
        return call_own(self, "_leave", error) < 0 ? -1 : 0;
    }
    PyObject *interrupt = compat_take_error();
    if (call_own(self, "_leave", error) < 0) {
        /* Two at once: the newer one goes on. */
        Py_DECREF(interrupt);
        return -1;
    }
    compat_put_error(interrupt);
    return -1;
}

int
block_leave(PyObject *self, PyObject *error)
{
    Block *block = (Block *)self;
    if (block->entered == 0) {
        return 0;
    }
    block->entered--;
    hook_pause();
    int status = leave_twice(self, error);
    (void)hook_resume();
    if (block->entered == 0) {
        PyObject *interrupt = status < 0 ? compat_take_error() : NULL;
        stop_watching(block);
        Py_CLEAR(block->target);
        if (interrupt != NULL) {
            compat_put_error(interrupt);
        }
    }
    return status;
}

int
block_enter(PyObject *self)
{
    Block *block = (Block *)self;
    block->entered++;
    hook_pause();
    int status = call_own(self, "_enter", NULL);
    (void)hook_resume();
    if (status >= 0) {
        return 0;
    }
    PyObject *interrupt = compat_take_error();
    if (block_leave(self, Py_None) < 0) {
        Py_DECREF(interrupt);
        return -1;
    }
    compat_put_error(interrupt);
    return -1;
}

static PyObject *
block_enter_method(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return block_enter(self) < 0 ? NULL : Py_NewRef(self);
}

static PyObject *
block_exit_method(PyObject *self, PyObject *args)
{
    PyObject *kind, *error, *trace;
    if (!PyArg_ParseTuple(args, "OOO:__exit__", &kind, &error, &trace)) {
        return NULL;
    }
    if (block_leave(self, error) < 0) {
        return NULL;
    }
    Py_RETURN_FALSE;
}

PyDoc_STRVAR(watch_doc, "watch(limit, probe, returning, /)\n--\n\nLets the hook run until this block is left. Whether it was started for it.");

static PyObject *
block_watch(PyObject *self, PyObject *args)
{
    Block *block = (Block *)self;
    long long limit;
    PyObject *probe;
    unsigned long long returning;
    if (!PyArg_ParseTuple(args, "LOK:watch", &limit, &probe, &returning)) {
        return NULL;
    }
    if (block->run != 0 || block->entered == 0) {
        Py_RETURN_FALSE;
    }
    int status = hook_start(limit, probe, (uintptr_t)returning);
    if (status < 0) {
        return NULL;
    }
    block->run = hook_join(status == 0);
    return PyBool_FromLong(status == 0);
}

static int
block_traverse(PyObject *self, visitproc visit, void *arg)
{
    Block *block = (Block *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(block->target);
    Py_VISIT(block->attributes);
    return 0;
}

static int
block_clear(PyObject *self)
{
    Block *block = (Block *)self;
    Py_CLEAR(block->target);
    Py_CLEAR(block->attributes);
    return 0;
}

/* Runs no Python, where an interrupt would be lost. */
static void
block_dealloc(PyObject *self)
{
    Block *block = (Block *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    stop_watching(block);
    if (block->references != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    Py_CLEAR(block->target);
    Py_CLEAR(block->attributes);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
block_get_entered(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromSsize_t(((Block *)self)->entered);
}

static PyMethodDef methods[] = {
    {"__enter__", block_enter_method, METH_NOARGS, NULL},
    {"__exit__", block_exit_method, METH_VARARGS, NULL},
    {"watch", block_watch, METH_VARARGS, watch_doc},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"target", T_OBJECT, offsetof(Block, target), 0, "(function, args, kwargs) to call in place of what would be called"},
    {"__dictoffset__", T_PYSSIZET, offsetof(Block, attributes), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Block, references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"entered", block_get_entered, NULL, "How often it is open now.", NULL},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyDoc_STRVAR(block_doc, "A base for what is open for a time: calls the methods `_enter()` and `_leave(error)` of its subclass.\n\n"
                        "Errors of these go to `_fault(error)`; an interrupt goes on, after `_leave` was called once more.");

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)block_doc},
    {Py_tp_traverse, block_traverse},
    {Py_tp_clear, block_clear},
    {Py_tp_dealloc, block_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dynexplain.hook._hook.Block",
    .basicsize = sizeof(Block),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

PyObject *
block_type(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
    the_type = (PyTypeObject *)Py_XNewRef(type);
    return type;
}
