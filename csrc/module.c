/* The Python module dynexplain.hook._hook: turns Python arguments and errors into calls of hook.c and back. */
#include "around.h"
#include "block.h"
#include "columns.h"
#include "extra.h"
#include "hook.h"
#include "shield.h"
#include "standin.h"

typedef struct {
    PyObject *state_error; /* strong: dynexplain.errors.HookStateError */
} ModuleState;

static ModuleState *
state_of(PyObject *module)
{
    return (ModuleState *)PyModule_GetState(module);
}

PyDoc_STRVAR(start_doc, "start(limit, probe, returning, /)\n--\n\nInstalls the hook and begins a new session of at most `limit` records.");

static PyObject *
hook_module_start(PyObject *module, PyObject *args)
{
    long long limit;
    PyObject *probe;
    unsigned long long returning;
    if (!PyArg_ParseTuple(args, "LOK:start", &limit, &probe, &returning)) {
        return NULL;
    }
    if (limit < 1 || limit > SESSION_LIMIT_MAX) {
        return PyErr_Format(PyExc_ValueError, "limit is %lld records; it has to be between 1 and %lld", limit, SESSION_LIMIT_MAX);
    }
    int status = hook_start(limit, probe, (uintptr_t)returning);
    if (status < 0) {
        return NULL;
    }
    if (status > 0) {
        PyErr_SetString(state_of(module)->state_error,
                        "The frame hook is running already, and there is one for the whole process. Call "
                        "dynexplain.hook.stop() first, or read the session that runs with dynexplain.hook.records().");
        return NULL;
    }
    Py_RETURN_NONE;
}

PyDoc_STRVAR(stop_doc, "stop()\n--\n\nEnds the session and takes the hook out, if it is on top. Does nothing when none runs.");

static PyObject *
hook_module_stop(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    hook_stop();
    Py_RETURN_NONE;
}

PyDoc_STRVAR(pause_doc, "pause()\n--\n\nStops watching in this thread until resume() was called as often.");

static PyObject *
hook_module_pause(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    hook_pause();
    Py_RETURN_NONE;
}

PyDoc_STRVAR(resume_doc, "resume()\n--\n\nEnds one pause() of this thread.");

static PyObject *
hook_module_resume(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    if (!hook_resume()) {
        PyErr_SetString(state_of(module)->state_error,
                        "The frame hook is not paused in this thread. Each resume() belongs to one pause() of the same thread.");
        return NULL;
    }
    Py_RETURN_NONE;
}

PyDoc_STRVAR(running_doc, "running()\n--\n\nWhether a session runs.");

static PyObject *
hook_module_running(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyBool_FromLong(hook_is_running());
}

/* Takes the session out of the hook, leaving an empty one if it runs. Returns -1 with an exception set. */
static int
take_session(Session **taken)
{
    Session *fresh = NULL;
    if (hook_is_running()) {
        fresh = session_new(hook_session()->limit);
        if (fresh == NULL) {
            PyErr_NoMemory();
            return -1;
        }
    }
    *taken = hook_take_session(fresh);
    return 0;
}

PyDoc_STRVAR(read_doc, "read(forget, /)\n--\n\nReturns a copy of the records, and forgets them if asked to.");

static PyObject *
hook_module_read(PyObject *Py_UNUSED(module), PyObject *forget)
{
    Columns columns;
    Session *taken = NULL;
    PyObject *result = NULL;
    /* No Python code runs until the session is taken, so that no record is lost in between. */
    if (columns_copy(&columns, hook_session(), 0, compat_now()) < 0) {
        goto error;
    }
    if (forget == Py_True && take_session(&taken) < 0) {
        goto error;
    }
    result = columns_to_tuple(&columns);

error:
    columns_clear(&columns);
    session_release(taken);
    return result;
}

PyDoc_STRVAR(read_since_doc, "read_since(start_ns, /)\n--\n\nReturns a copy of the records that start there or later.");

static PyObject *
hook_module_read_since(PyObject *Py_UNUSED(module), PyObject *start)
{
    Columns columns;
    PyObject *result = NULL;
    long long since = PyLong_AsLongLong(start);
    if (since == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (columns_copy(&columns, hook_session(), since, compat_now()) == 0) {
        result = columns_to_tuple(&columns);
    }
    columns_clear(&columns);
    return result;
}

PyDoc_STRVAR(forget_doc, "forget()\n--\n\nDrops the records and the references to their code objects.");

static PyObject *
hook_module_forget(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    Session *taken = NULL;
    if (take_session(&taken) < 0) {
        return NULL;
    }
    session_release(taken);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(after_fork_doc, "after_fork()\n--\n\nTo be called in the child after a fork: stops and forgets.");

static PyObject *
hook_module_after_fork(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    hook_after_fork();
    Py_RETURN_NONE;
}

PyDoc_STRVAR(stand_in_doc, "stand_in(code, /)\n--\n\nReturns a copy of a code object, as which it is recorded from now on.");

static PyObject *
hook_module_stand_in(PyObject *Py_UNUSED(module), PyObject *code)
{
    if (!PyCode_Check(code)) {
        return PyErr_Format(PyExc_TypeError, "a code object is needed, not %.100s", Py_TYPE(code)->tp_name);
    }
    return standin_make(code);
}

PyDoc_STRVAR(original_doc, "original(code, /)\n--\n\nReturns the code object that a recorded one stands for.");

static PyObject *
hook_module_original(PyObject *Py_UNUSED(module), PyObject *code)
{
    return standin_original(code);
}

PyDoc_STRVAR(extra_doc, "extra(code, index, /)\n--\n\nThe address in an extra slot of a code object, 0 if it is empty.");

static PyObject *
hook_module_extra(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *code;
    Py_ssize_t index;
    if (!PyArg_ParseTuple(args, "O!n:extra", &PyCode_Type, &code, &index)) {
        return NULL;
    }
    return PyLong_FromVoidPtr(extra_get(code, index));
}

PyDoc_STRVAR(swap_extra_doc,
             "swap_extra(code, other, index, /)\n--\n\nExchanges what two code objects hold in a slot, and frees none of it. "
             "False if it cannot.");

static PyObject *
hook_module_swap_extra(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *code, *other;
    Py_ssize_t index;
    if (!PyArg_ParseTuple(args, "O!O!n:swap_extra", &PyCode_Type, &code, &PyCode_Type, &other, &index)) {
        return NULL;
    }
    int swapped = extra_swap(code, other, index);
    return swapped < 0 ? NULL : PyBool_FromLong(swapped);
}

PyDoc_STRVAR(current_evaluator_doc, "current_evaluator()\n--\n\nThe address of the frame evaluator that is installed now.");

static PyObject *
hook_module_current_evaluator(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromUnsignedLongLong((uintptr_t)hook_current_evaluator());
}

PyDoc_STRVAR(own_evaluator_doc, "own_evaluator()\n--\n\nThe address of the hook's own frame evaluator.");

static PyObject *
hook_module_own_evaluator(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromUnsignedLongLong((uintptr_t)hook_own_evaluator());
}

static PyMethodDef methods[] = {
    {"start", hook_module_start, METH_VARARGS, start_doc},
    {"stop", hook_module_stop, METH_NOARGS, stop_doc},
    {"pause", hook_module_pause, METH_NOARGS, pause_doc},
    {"resume", hook_module_resume, METH_NOARGS, resume_doc},
    {"running", hook_module_running, METH_NOARGS, running_doc},
    {"read", hook_module_read, METH_O, read_doc},
    {"read_since", hook_module_read_since, METH_O, read_since_doc},
    {"forget", hook_module_forget, METH_NOARGS, forget_doc},
    {"after_fork", hook_module_after_fork, METH_NOARGS, after_fork_doc},
    {"stand_in", hook_module_stand_in, METH_O, stand_in_doc},
    {"original", hook_module_original, METH_O, original_doc},
    {"extra", hook_module_extra, METH_VARARGS, extra_doc},
    {"swap_extra", hook_module_swap_extra, METH_VARARGS, swap_extra_doc},
    {"current_evaluator", hook_module_current_evaluator, METH_NOARGS, current_evaluator_doc},
    {"own_evaluator", hook_module_own_evaluator, METH_NOARGS, own_evaluator_doc},
    {NULL, NULL, 0, NULL},
};

static int
module_exec(PyObject *module)
{
    ModuleState *state = state_of(module);
    PyObject *errors = NULL;
    PyObject *around = NULL;
    PyObject *shield = NULL;
    PyObject *block = NULL;
    int status = -1;
    /* The hook's state belongs to the process, and a subinterpreter may have a GIL of its own. */
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError, "dynexplain's frame hook works in the main interpreter only, not in a subinterpreter");
        goto error;
    }
    errors = PyImport_ImportModule("dynexplain.errors");
    if (errors == NULL) {
        goto error;
    }
    state->state_error = PyObject_GetAttrString(errors, "HookStateError");
    if (state->state_error == NULL) {
        goto error;
    }
    around = around_type(module);
    if (around == NULL || PyModule_AddObjectRef(module, "Around", around) < 0) {
        goto error;
    }
    shield = shield_type(module);
    if (shield == NULL || PyModule_AddObjectRef(module, "Shield", shield) < 0) {
        goto error;
    }
    block = block_type(module);
    if (block == NULL || PyModule_AddObjectRef(module, "Block", block) < 0) {
        goto error;
    }
    status = 0;

error:
    Py_XDECREF(block);
    Py_XDECREF(shield);
    Py_XDECREF(around);
    Py_XDECREF(errors);
    return status;
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(state_of(module)->state_error);
    return 0;
}

static int
module_clear(PyObject *module)
{
    Py_CLEAR(state_of(module)->state_error);
    return 0;
}

static void
module_free(void *module)
{
    (void)module_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)module_exec},
    COMPAT_MODULE_SLOTS
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dynexplain.hook._hook",
    .m_doc = "Watches how Python frames are run (PEP 523). Use it through dynexplain.hook.",
    .m_size = sizeof(ModuleState),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC
PyInit__hook(void)
{
    return PyModuleDef_Init(&definition);
}
