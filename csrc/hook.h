/* The frame evaluator that is put into the interpreter, and what turns it on and off.
 *
 * There is one hook for the process and it serves the main interpreter only. Its state is written with the GIL held. */
#ifndef DYNEXPLAIN_HOOK_H
#define DYNEXPLAIN_HOOK_H

#include "compat.h"
#include "event.h"

/* Begins a session. `probe` is a Python function without arguments, called when only a call can show whether the hook is
 * still reached. `returning` is the address of an evaluator, or 0: when that one is installed now it will put itself on top
 * of ours, so ours must not call it, and only takes its place until then. Returns 1 when a session runs already, -1 with an exception set, else 0. */
int hook_start(int64_t limit, PyObject *probe, uintptr_t returning);

/* Ends the session; its records stay. Does nothing when none runs. */
void hook_stop(void);

/* Others than who started the run may want it to go on: it ends when the last one of them leaves. hook_join returns the
 * number of the run, for hook_leave, which does nothing when that run is over. `is_first`: the run was started for this one. To leave
 * may let go of the records, which may run Python code. */
uint64_t hook_join(bool is_first);
void hook_leave(uint64_t run);

bool hook_is_running(void);

/* Stops and resumes watching in the calling thread only. They count, whether a session runs or not, so that a pair that
 * is cut by a stop or a start still balances. hook_resume returns false when there was no pause. */
void hook_pause(void);
bool hook_resume(void);

/* The session that runs or ran last (borrowed), or NULL. */
Session *hook_session(void);

/* Takes the session out of the hook, for the caller to release. When the hook runs it goes on into `fresh`, which it then
 * owns; else `fresh` must be NULL. */
Session *hook_take_session(Session *fresh);

/* To be called in the child process after a fork: the child has only this thread, and nobody there reads the records. */
void hook_after_fork(void);

_PyFrameEvalFunction hook_current_evaluator(void);
_PyFrameEvalFunction hook_own_evaluator(void);

#endif
