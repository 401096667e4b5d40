/* Copies the records of a session into columns that Python can read. */
#ifndef DYNEXPLAIN_COLUMNS_H
#define DYNEXPLAIN_COLUMNS_H

#include "event.h"

/* A copy of a session: it owns everything in it and holds on to nothing of the session. */
typedef struct {
    PyObject *code;     /* bytes: int32, index into codes */
    PyObject *start_ns; /* bytes: int64 */
    PyObject *end_ns;   /* bytes: int64 */
    PyObject *depth;    /* bytes: int32 */
    PyObject *thread;   /* bytes: int32, index into threads */
    PyObject *ended;    /* bytes: int8 */
    PyObject **codes;   /* strong references, in order of appearance */
    Py_ssize_t code_count;
    unsigned long *threads;
    Py_ssize_t thread_count;
    int64_t dropped;
    int64_t gaps;
} Columns;

/* Copies what started at `since` or later, sorted by start; NULL is an empty session. A record that is still open gets `now` for its end. Runs
 * no Python code. Returns -1 with MemoryError set; `self` has to be cleared in either case. */
int columns_copy(Columns *self, const Session *session, int64_t since, int64_t now);

/* Moves the columns into a new tuple (see _hook.pyi). Returns NULL with an exception set; `self` has to be cleared in
 * either case. */
PyObject *columns_to_tuple(Columns *self);

void columns_clear(Columns *self);

#endif
