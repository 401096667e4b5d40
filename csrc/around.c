/* `Around(original, before, after)`: calls `original`, and before and after it two listeners.
 *
 * A wrapper written in Python is seen: in tracebacks, in the stacks that torch logs and stores, by whoever counts frames or
 * looks at its caller. The frames of the listeners are gone while `original` runs, and this one has none. Debuggers and
 * profilers, which follow every call, are not told of the listeners, and the frame hook does not see them.
 *
 * A wrapper written in Python may fail, too, at any of its lines. Of a listener that fails nothing gets out of here but
 * interrupts: `original` is called with its own arguments, and what it gives is given, whatever the listeners do. */
#include "around.h"

#include "block.h"
#include "hook.h"
#include "shield.h"

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *original; /* strong, like the two below */
    PyObject *before;
    PyObject *after;
    PyObject *fault;      /* told of errors of the listeners, or None */
    PyObject *quiet;      /* called with None before, and with what that returned after everything; or None */
    bool pausing;         /* while `original` runs, too, if `before` returned a state */
    PyObject *attributes; /* the instance's __dict__, or NULL */
    PyObject *references; /* weak ones to this object, or NULL */
} Around;

/* What a call needs of an Around, which may lose its last owner, or be disarmed, while one of these runs. */
typedef struct {
    PyObject *original, *before, *after, *fault, *quiet; /* strong */
    bool pausing;
} Parts;

static PyObject *
call_before(const Parts *parts, PyObject *const *arguments, size_t count, PyObject *names)
{
    PyThreadState *tstate = PyThreadState_Get();
    PyThreadState_EnterTracing(tstate);
    hook_pause();
    PyObject *state = PyObject_Vectorcall(parts->before, arguments, count, names);
    if (state == NULL && shield_takes(parts->fault)) {
        state = Py_NewRef(Py_None);
    }
    if (state != NULL && block_is(state) && block_enter(state) < 0) {
        Py_CLEAR(state);
    }
    (void)hook_resume();
    PyThreadState_LeaveTracing(tstate);
    return state;
}

/* Returns what to return: `result`, or what `after` makes of it. Returns NULL with an exception set that is none of ours. */
static PyObject *
call_after(const Parts *parts, PyObject *state, PyObject *result, PyObject *error)
{
    PyThreadState *tstate = PyThreadState_Get();
    PyObject *answer = NULL;
    PyThreadState_EnterTracing(tstate);
    hook_pause();
    if (block_is(state) && block_leave(state, error) < 0) {
        goto done;
    }
    /* A block's `after` makes an output of what is over, and may be asked for it twice. */
    for (int goes = block_is(state) ? 2 : 1; goes > 0; goes--) {
        if (parts->after == Py_None) {
            break;
        }
        answer = PyObject_CallFunctionObjArgs(parts->after, state, result, error, NULL);
        if (answer != NULL || !shield_takes(parts->fault)) {
            goto done;
        }
    }
    answer = Py_NewRef(result);

done:
    (void)hook_resume();
    PyThreadState_LeaveTracing(tstate);
    return answer;
}

/* Tells `after` of the exception that is set, and leaves that one set, unless an interrupt strikes. */
static void
tell_error(const Parts *parts, PyObject *state)
{
    PyObject *error = compat_take_error();
    PyObject *answer = call_after(parts, state, Py_None, error);
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

/* Calls `original`, or what the block wants to be called in its place. */
static PyObject *
call_original(const Parts *parts, PyObject *state, PyObject *const *arguments, size_t count, PyObject *names)
{
    PyObject *target = block_is(state) ? block_target(state) : NULL;
    if (target == NULL) {
        return PyObject_Vectorcall(parts->original, arguments, count, names);
    }
    PyObject *function, *args, *kwargs, *result = NULL;
    Py_INCREF(target);
    if (PyArg_ParseTuple(target, "OO!O!", &function, &PyTuple_Type, &args, &PyDict_Type, &kwargs)) {
        result = PyObject_Call(function, args, kwargs);
    }
    Py_DECREF(target);
    return result;
}

static PyObject *
call_between(const Parts *parts, PyObject *const *arguments, size_t count, PyObject *names)
{
    PyObject *state = call_before(parts, arguments, (size_t)PyVectorcall_NARGS(count), names);
    if (state == NULL) {
        return NULL;
    }
    bool paused = parts->pausing && state != Py_None;
    if (paused) {
        hook_pause();
    }
    PyObject *result = call_original(parts, state, arguments, count, names);
    if (paused) {
        (void)hook_resume();
    }
    if (state == Py_None) {
        /* Nobody wants to know. */
    }
    else if (result == NULL) {
        tell_error(parts, state);
    }
    else {
        Py_SETREF(result, call_after(parts, state, result, Py_None));
    }
    Py_DECREF(state);
    return result;
}

/* Puts back what `quiet` had taken away; the exception that is set, if any, stays. */
static void
end_quiet(const Parts *parts, PyObject *prior, PyObject **result)
{
    PyObject *error = *result == NULL ? compat_take_error() : NULL;
    PyObject *answer = PyObject_CallOneArg(parts->quiet, prior);
    Py_DECREF(prior);
    if (answer == NULL) {
        Py_XDECREF(error);
        Py_CLEAR(*result);
        return;
    }
    Py_DECREF(answer);
    if (error != NULL) {
        compat_put_error(error);
    }
}

static PyObject *
around_call(PyObject *self, PyObject *const *arguments, size_t count, PyObject *names)
{
    Around *around = (Around *)self;
    if (around->before == Py_None) {
        return PyObject_Vectorcall(around->original, arguments, count, names);
    }
    Parts parts = {
        Py_NewRef(around->original), Py_NewRef(around->before), Py_NewRef(around->after),
        Py_NewRef(around->fault),    Py_NewRef(around->quiet),  around->pausing,
    };
    PyObject *result = NULL;
    PyObject *prior = parts.quiet != Py_None ? PyObject_CallOneArg(parts.quiet, Py_None) : NULL;
    if (prior != NULL || parts.quiet == Py_None) {
        result = call_between(&parts, arguments, count, names);
    }
    if (prior != NULL) {
        end_quiet(&parts, prior, &result);
    }
    Py_DECREF(parts.original);
    Py_DECREF(parts.before);
    Py_DECREF(parts.after);
    Py_DECREF(parts.fault);
    Py_DECREF(parts.quiet);
    return result;
}

static PyObject *
around_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"original", "before", "after", "fault", "pausing", "quiet", NULL};
    PyObject *original, *before, *after, *fault = Py_None, *quiet = Py_None;
    int pausing = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|OpO:Around", names, &original, &before, &after, &fault, &pausing,
                                     &quiet)) {
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
    self->fault = Py_NewRef(fault);
    self->quiet = Py_NewRef(quiet);
    self->pausing = pausing;
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
    Py_VISIT(around->fault);
    Py_VISIT(around->quiet);
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
    Py_XSETREF(around->fault, Py_NewRef(Py_None));
    Py_XSETREF(around->quiet, Py_NewRef(Py_None));
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
    Py_CLEAR(around->fault);
    Py_CLEAR(around->quiet);
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
             "Around(original, before, after, fault=None, pausing=False, quiet=None)\n--\n\n"
             "Calls `original` with `before(*args, **kwargs)` before it, which returns a state. Unless that is None,\n"
             "`after(state, result, None)` comes after it and returns the result to return, or `after(state, None, error)`,\n"
             "and the error goes on. There is no Python frame of it on the stack while `original` runs. Errors of the\n"
             "listeners go to `fault(error)`.");

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
