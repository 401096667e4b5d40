/* The records of one session of the frame hook and the memory they live in.
 *
 * Locking: every function here is called with the GIL held, and none gives it up, but for session_release(), which says
 * so. A record is only written by the thread whose lane it is in; readers copy under the GIL.
 *
 * Ownership: a session owns its lanes, and shares each with the frames that are still open in it. A lane owns its chunks,
 * which never move: an open frame may keep the address of its record until it ends, whatever became of the session. */
#ifndef DYNEXPLAIN_EVENT_H
#define DYNEXPLAIN_EVENT_H

#include "compat.h"

/* Read by Python as `Ended`. */
enum { EVENT_OPEN = 0, EVENT_RETURNED = 1, EVENT_RAISED = 2, EVENT_YIELDED = 3 };

/* So many references to one code object at most; 3.12 and later take far more for a sign of immortality. */
#define SESSION_LIMIT_MAX (1LL << 28)

typedef struct {
    PyObject *code; /* strong reference of the session; NULL once the session is released */
    int64_t start_ns;
    int64_t end_ns; /* 0 while open */
    int32_t depth;
    int8_t ended;
} Event;

#define CHUNK_EVENTS 1023 /* with the header, just under 32 KiB */

typedef struct Chunk {
    struct Chunk *next;
    size_t used;
    Event events[CHUNK_EVENTS];
} Chunk;

/* What one thread recorded. */
typedef struct Lane {
    struct Lane *next; /* owned by the session's list */
    Chunk *first;
    Chunk *last;
    unsigned long thread; /* as threading.get_ident() */
    int32_t depth;        /* watched frames open now */
    int64_t refs;         /* one of the session, one of each open frame */
} Lane;

typedef struct {
    uint64_t serial; /* never used twice, never 0 */
    Lane *first;
    Lane *last;
    Py_ssize_t lanes;
    int64_t limit;
    int64_t length;
    int64_t dropped;
    int64_t gaps;
} Session;

/* Returns an empty session, or NULL when there is no memory (no exception is set). */
Session *session_new(int64_t limit);

/* Returns a new lane for the calling thread, shared with the session, or NULL (no exception is set). */
Lane *session_add_lane(Session *self);

/* Returns the next free record of the lane, or NULL when the session is full or memory is (counted as dropped). The caller
 * fills it in at once, with a reference to the code object that the session then owns. */
Event *session_add_event(Session *self, Lane *lane);

/* Lets go of the code objects and frees the session; lanes with open frames live on until those have ended. Letting go of
 * a code object may run Python code, so nobody else may hold the session by then. NULL is allowed. */
void session_release(Session *self);

/* Gives back the reference of one open frame. */
void lane_release(Lane *self);

#endif
