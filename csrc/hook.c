/* The frame evaluator (PEP 523): writes a record around the evaluator that was installed before it. */
#include "hook.h"

#include "stack.h"
#include "standin.h"

static struct {
    Session *session;            /* owned; not NULL while running */
    _PyFrameEvalFunction below;  /* what ours calls; NULL before the first start */
    _PyFrameEvalFunction before; /* what a stop puts back when ours is on top */
    bool running;
    uint64_t run;                /* counts the starts */
    uint64_t users;              /* of this run: when the last one leaves it ends */
    uint64_t aside;              /* the step aside that is under way, 0 when none is */
    uint64_t asides;
} hook;

/* Plain thread-local memory: it comes and goes with the thread, so there is nothing to free. */
static THREAD_LOCAL struct thread {
    Lane *lane;           /* borrowed from the session whose serial is `session`, else dangling */
    uint64_t session;
    uint64_t entered;     /* how often this thread came through the evaluator */
    int64_t paused;
    py_frame *passed;     /* the frame that is under way below, where that is not CPython's own evaluator */
    uintptr_t stack_middle;
    bool stack_known;
} this_thread;

static PyObject *evaluate(PyThreadState *tstate, py_frame *frame, int throwflag);

/* Whether a frame that ours has passed down comes back to it from below: then the evaluator below has put itself on top of
 * ours as well, and the two would call each other for ever. */
static inline bool
comes_round(struct thread *self, py_frame *frame)
{
    return UNLIKELY(self->passed == frame) && hook.below != _PyEval_EvalFrameDefault;
}

static inline PyObject *
call_below(PyThreadState *tstate, py_frame *frame, int throwflag)
{
    _PyFrameEvalFunction below = hook.below;
    if (LIKELY(below == NULL || below == _PyEval_EvalFrameDefault)) {
        return _PyEval_EvalFrameDefault(tstate, frame, throwflag);
    }
    struct thread *self = &this_thread;
    py_frame *outer = self->passed;
    self->passed = frame;
    PyObject *result = below(tstate, frame, throwflag);
    self->passed = outer;
    return result;
}

/* With an evaluator installed, a Python call that CPython would run without C stack uses some. A program that recurses
 * deeply, which is fine without the hook, would then crash (3.11) or get an early RecursionError (3.12 and later). So when
 * half of the stack is used up the hook steps aside: it takes itself out until this frame has ended. What is called
 * from it meanwhile, in any thread, is not seen; the session counts these gaps. */
static inline bool
stack_runs_short(PyThreadState *tstate, struct thread *self)
{
    if (UNLIKELY(!self->stack_known)) {
        self->stack_middle = stack_middle();
        self->stack_known = true;
    }
    return STACK_ADDRESS() < self->stack_middle || compat_c_calls_run_short(tstate);
}

/* Returns the number of the step, or 0 when another evaluator is above or below: then it would not help. */
static uint64_t
step_aside(PyThreadState *tstate)
{
    PyInterpreterState *interpreter = PyThreadState_GetInterpreter(tstate);
    if (hook.below != _PyEval_EvalFrameDefault || _PyInterpreterState_GetEvalFrameFunc(interpreter) != evaluate) {
        return 0;
    }
    _PyInterpreterState_SetEvalFrameFunc(interpreter, _PyEval_EvalFrameDefault);
    hook.session->gaps++;
    hook.aside = ++hook.asides;
    return hook.aside;
}

static void
step_back(PyThreadState *tstate, uint64_t aside)
{
    PyInterpreterState *interpreter = PyThreadState_GetInterpreter(tstate);
    if (hook.aside != aside) {
        return; /* stopped meanwhile */
    }
    hook.aside = 0;
    if (_PyInterpreterState_GetEvalFrameFunc(interpreter) == _PyEval_EvalFrameDefault) {
        _PyInterpreterState_SetEvalFrameFunc(interpreter, evaluate);
    }
}

/* Whoever had saved the hook as *its* previous evaluator, as Dynamo does, puts it back even after it was stopped. */
static void
leave_if_on_top(PyThreadState *tstate)
{
    PyInterpreterState *interpreter = PyThreadState_GetInterpreter(tstate);
    if (hook.below != NULL && _PyInterpreterState_GetEvalFrameFunc(interpreter) == evaluate) {
        _PyInterpreterState_SetEvalFrameFunc(interpreter, hook.below);
    }
}

/* Returns this thread's lane in the running session, or NULL when there is no memory. */
static inline Lane *
own_lane(struct thread *self)
{
    if (UNLIKELY(self->session != hook.session->serial)) {
        Lane *added = session_add_lane(hook.session);
        if (added == NULL) {
            return NULL;
        }
        self->lane = added;
        self->session = hook.session->serial;
    }
    return self->lane;
}

/* Must not raise, and must not touch an exception that is on its way. The session may be stopped and released while the
 * frame runs, so after that only the lane is used. */
static inline PyObject *
watch(PyThreadState *tstate, struct thread *self, py_frame *frame, int throwflag)
{
    Lane *lane = own_lane(self);
    if (UNLIKELY(lane == NULL)) {
        hook.session->dropped++;
        return call_below(tstate, frame, throwflag);
    }
    PyObject *generator = NULL; /* strong: its state is read when the frame, which may be its last user, has ended */
    int32_t depth = lane->depth++;
    lane->refs++;
    Event *event = session_add_event(hook.session, lane);
    if (event != NULL) {
        generator = Py_XNewRef(compat_frame_generator(frame));
        PyObject *code = compat_frame_code(frame);
        event->code = Py_NewRef(standin_of(code));
        Py_DECREF(code); /* the frame holds it */
        event->end_ns = 0;
        event->depth = depth;
        event->ended = EVENT_OPEN;
        event->start_ns = compat_now();
    }

    PyObject *result = call_below(tstate, frame, throwflag);

    if (event != NULL) {
        event->end_ns = compat_now();
        if (result == NULL) {
            event->ended = EVENT_RAISED;
        }
        else if (generator != NULL && compat_generator_is_suspended(generator)) {
            event->ended = EVENT_YIELDED;
        }
        else {
            event->ended = EVENT_RETURNED;
        }
    }
    lane->depth--;
    lane_release(lane);
    /* Never the last reference: who resumes a generator holds one and looks at the generator's state afterwards. */
    Py_XDECREF(generator);
    return result;
}

static PyObject *
evaluate(PyThreadState *tstate, py_frame *frame, int throwflag)
{
    struct thread *self = &this_thread;
    uint64_t aside = 0;
    PyObject *result;
    self->entered++;
    if (comes_round(self, frame)) {
        hook.below = hook.before = _PyEval_EvalFrameDefault;
        return _PyEval_EvalFrameDefault(tstate, frame, throwflag);
    }
    if (UNLIKELY(!hook.running)) {
        leave_if_on_top(tstate);
        return call_below(tstate, frame, throwflag);
    }
    if (UNLIKELY(stack_runs_short(tstate, self))) {
        aside = step_aside(tstate);
    }
    if (self->paused > 0) {
        result = call_below(tstate, frame, throwflag);
    }
    else {
        result = watch(tstate, self, frame, throwflag);
    }
    if (UNLIKELY(aside != 0)) {
        step_back(tstate, aside);
    }
    return result;
}

/* Whether a Python call reaches the hook now, below another evaluator. Returns -1 with an exception set. */
static int
is_reached(PyObject *probe)
{
    uint64_t entered = this_thread.entered;
    PyObject *result = PyObject_CallNoArgs(probe);
    if (result == NULL) {
        return -1;
    }
    Py_DECREF(result);
    return this_thread.entered != entered;
}

int
hook_start(int64_t limit, PyObject *probe, uintptr_t returning)
{
    PyInterpreterState *interpreter = PyInterpreterState_Get();
    int reached = 0;
    if (hook.running) {
        return 1;
    }
    /* An unknown evaluator is installed. When it was put on top of ours, ours must not be put on top of it as well: the two
     * would call each other for ever. */
    if (hook.below != NULL && hook_current_evaluator() != evaluate && hook_current_evaluator() != _PyEval_EvalFrameDefault) {
        reached = is_reached(probe);
        if (reached < 0) {
            return -1;
        }
    }
    session_release(hook_take_session(NULL));
    /* Both steps above may have run Python code and other threads. From here on nothing does. */
    if (hook.running) {
        return 1;
    }
    Session *fresh = session_new(limit);
    if (fresh == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Session *left = hook.session; /* of another thread that started and stopped in between */
    _PyFrameEvalFunction current = hook_current_evaluator();
    if (current != evaluate && !(reached && current != _PyEval_EvalFrameDefault)) {
        hook.before = current;
        hook.below = (uintptr_t)current == returning ? _PyEval_EvalFrameDefault : current;
        _PyInterpreterState_SetEvalFrameFunc(interpreter, evaluate);
    }
    hook.session = fresh;
    hook.aside = 0;
    hook.running = true;
    hook.run++;
    hook.users = 1;
    session_release(left);
    return 0;
}

void
hook_stop(void)
{
    if (!hook.running) {
        return;
    }
    hook.running = false;
    hook.aside = 0;
    if (hook_current_evaluator() == evaluate) {
        _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), hook.before);
    }
}

uint64_t
hook_join(bool is_first)
{
    hook.users += !is_first;
    return hook.run;
}

void
hook_leave(uint64_t run)
{
    if (hook.running && hook.run == run && --hook.users == 0) {
        hook_stop();
        session_release(hook_take_session(NULL));
    }
}

bool
hook_is_running(void)
{
    return hook.running;
}

void
hook_pause(void)
{
    this_thread.paused++;
}

bool
hook_resume(void)
{
    if (this_thread.paused == 0) {
        return false;
    }
    this_thread.paused--;
    return true;
}

Session *
hook_session(void)
{
    return hook.session;
}

Session *
hook_take_session(Session *fresh)
{
    Session *taken = hook.session;
    hook.session = fresh;
    return taken;
}

void
hook_after_fork(void)
{
    hook_stop();
    Session *inherited = hook_take_session(NULL);
    if (inherited == NULL) {
        return;
    }
    for (Lane *lane = inherited->first; lane != NULL; lane = lane->next) {
        if (this_thread.session != inherited->serial || lane != this_thread.lane) {
            lane->refs = 1; /* its frames were left behind with their thread */
        }
    }
    session_release(inherited);
}

_PyFrameEvalFunction
hook_current_evaluator(void)
{
    return _PyInterpreterState_GetEvalFrameFunc(PyInterpreterState_Get());
}

_PyFrameEvalFunction
hook_own_evaluator(void)
{
    return evaluate;
}
