/* Everything that differs between CPython versions and compilers; the other files know no version. */
#ifndef DYNEXPLAIN_COMPAT_H
#define DYNEXPLAIN_COMPAT_H

/* The layout of frames and generators is in CPython's internal headers. The _MODULE spelling opens them without turning
 * imports into exports on Windows; it has to come before Python.h, or 3.12 defines some names twice
 * (https://github.com/python/cpython/issues/105268). */
#define Py_BUILD_CORE_MODULE 1
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030B0000
#error "dynexplain's frame hook needs CPython 3.11 or newer."
#elif PY_VERSION_HEX >= 0x030F0000
#error "dynexplain's frame hook does not know this CPython yet (it knows 3.11 to 3.14): its frames may be laid out anew."
#endif
#ifdef Py_GIL_DISABLED
/* Every record is written under the GIL. To re-enable it for the whole process by being imported, which is what a module
 * marked as GIL-using does, would change the program that is to be explained; and Dynamo has no free-threaded mode. */
#error "dynexplain's frame hook does not support free-threaded CPython. Build it for the CPython with the GIL."
#endif

#include <structmember.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Internal headers are not written for -Wextra. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#include "internal/pycore_frame.h"
#if PY_VERSION_HEX >= 0x030E0000
#include "internal/pycore_interpframe_structs.h"
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#if defined(_MSC_VER)
#include <intrin.h>
#define THREAD_LOCAL __declspec(thread)
#define LIKELY(condition) (condition)
#define UNLIKELY(condition) (condition)
#define STACK_ADDRESS() ((uintptr_t)_AddressOfReturnAddress())
#else
#define THREAD_LOCAL _Thread_local
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
/* Not the address of a local variable: a sanitizer may keep those on a heap. */
#define STACK_ADDRESS() ((uintptr_t)__builtin_frame_address(0))
#endif

typedef struct _PyInterpreterFrame py_frame;

/* The clock of time.perf_counter_ns(), whatever that is on this system. Never fails, never raises. */
static inline int64_t
compat_now(void)
{
#if PY_VERSION_HEX >= 0x030D0000
    PyTime_t now = 0;
    (void)PyTime_PerfCounterRaw(&now);
    return now;
#else
    return _PyTime_GetPerfCounter();
#endif
}

/* Returns a new reference to the code object of a frame that has not been evaluated yet. Never raises. */
static inline PyObject *
compat_frame_code(py_frame *frame)
{
#if PY_VERSION_HEX >= 0x030C0000
    return PyUnstable_InterpreterFrame_GetCode(frame);
#else
    return Py_NewRef((PyObject *)frame->f_code);
#endif
}

/* Returns the generator, coroutine or asynchronous generator in which the frame lives (borrowed), or NULL. The call that
 * *creates* a generator runs in an ordinary frame, and gives NULL. Must be asked before the frame is evaluated: no
 * public call answers this in any version, and afterwards an ordinary frame is gone. */
static inline PyObject *
compat_frame_generator(py_frame *frame)
{
    if (frame->owner != FRAME_OWNED_BY_GENERATOR) {
        return NULL;
    }
    return (PyObject *)((char *)frame - offsetof(PyGenObject, gi_iframe));
}

/* Whether the generator waits at a yield or an await. Coroutines and asynchronous generators have the same layout. */
static inline bool
compat_generator_is_suspended(PyObject *generator)
{
    int state = ((PyGenObject *)generator)->gi_frame_state;
#if PY_VERSION_HEX >= 0x030D0000
    return state == FRAME_SUSPENDED || state == FRAME_SUSPENDED_YIELD_FROM;
#else
    return state == FRAME_SUSPENDED;
#endif
}

/* Whether half of the C calls that CPython grants a thread are used up. Only 3.12 and 3.13 count them: 3.11 has no such
 * limit and 3.14 looks at the stack pointer, as stack.c does for all versions. */
static inline bool
compat_c_calls_run_short(PyThreadState *tstate)
{
#if PY_VERSION_HEX >= 0x030E0000
    (void)tstate;
    return false;
#elif PY_VERSION_HEX >= 0x030D0000
    return tstate->c_recursion_remaining < Py_C_RECURSION_LIMIT / 2;
#elif PY_VERSION_HEX >= 0x030C0000
    return tstate->c_recursion_remaining < C_RECURSION_LIMIT / 2;
#else
    (void)tstate;
    return false;
#endif
}

/* Takes the exception that is set, with its traceback on it (new reference). One must be set. */
static inline PyObject *
compat_take_error(void)
{
#if PY_VERSION_HEX >= 0x030C0000
    return PyErr_GetRaisedException();
#else
    PyObject *type, *error, *trace;
    PyErr_Fetch(&type, &error, &trace);
    PyErr_NormalizeException(&type, &error, &trace);
    if (trace != NULL) {
        PyException_SetTraceback(error, trace);
    }
    Py_XDECREF(type);
    Py_XDECREF(trace);
    return error;
#endif
}

/* Sets an exception (the reference is taken) with the traceback that is on it. */
static inline void
compat_put_error(PyObject *error)
{
#if PY_VERSION_HEX >= 0x030C0000
    PyErr_SetRaisedException(error);
#else
    PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(error)), error, PyException_GetTraceback(error));
#endif
}

/* The extra slots of code objects (PEP 523) got public names in 3.12. */
#if PY_VERSION_HEX >= 0x030C0000
#define compat_code_get_extra PyUnstable_Code_GetExtra
#define compat_code_set_extra PyUnstable_Code_SetExtra
#else
#define compat_code_get_extra _PyCode_GetExtra
#define compat_code_set_extra _PyCode_SetExtra
#endif

/* Returns what a weak reference refers to (new reference), or NULL. Never raises. */
static inline PyObject *
compat_referent(PyObject *reference)
{
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *object = NULL;
    (void)PyWeakref_GetRef(reference, &object);
    return object;
#else
    PyObject *object = PyWeakref_GetObject(reference);
    return object != Py_None ? Py_NewRef(object) : NULL;
#endif
}

/* What a module may say of itself differs: one interpreter only, from 3.12. */
#if PY_VERSION_HEX >= 0x030C0000
#define COMPAT_MODULE_SLOTS {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#else
#define COMPAT_MODULE_SLOTS
#endif

#endif
