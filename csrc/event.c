/* Keeps the records of the frame hook: chunks that never move, a lane for each thread. */
#include "event.h"

/* The raw allocator: it never runs the garbage collector, and so no Python code, inside the evaluator. */

static uint64_t last_serial = 0;

Session *
session_new(int64_t limit)
{
    Session *self = PyMem_RawCalloc(1, sizeof(Session));
    if (self != NULL) {
        self->serial = ++last_serial;
        self->limit = limit;
    }
    return self;
}

static Chunk *
lane_add_chunk(Lane *self)
{
    Chunk *added = PyMem_RawMalloc(sizeof(Chunk));
    if (added == NULL) {
        return NULL;
    }
    added->next = NULL;
    added->used = 0;
    if (self->last == NULL) {
        self->first = added;
    }
    else {
        self->last->next = added;
    }
    self->last = added;
    return added;
}

Lane *
session_add_lane(Session *self)
{
    Lane *added = PyMem_RawCalloc(1, sizeof(Lane));
    if (added == NULL) {
        return NULL;
    }
    added->thread = PyThread_get_thread_ident();
    added->refs = 1;
    if (self->last == NULL) {
        self->first = added;
    }
    else {
        self->last->next = added;
    }
    self->last = added;
    self->lanes++;
    return added;
}

Event *
session_add_event(Session *self, Lane *lane)
{
    Chunk *chunk = lane->last;
    if (self->length >= self->limit) {
        goto error;
    }
    if (chunk == NULL || chunk->used == CHUNK_EVENTS) {
        chunk = lane_add_chunk(lane);
        if (chunk == NULL) {
            goto error;
        }
    }
    self->length++;
    return &chunk->events[chunk->used++];

error:
    self->dropped++;
    return NULL;
}

void
lane_release(Lane *self)
{
    if (--self->refs > 0) {
        return;
    }
    Chunk *chunk = self->first;
    while (chunk != NULL) {
        void *done = chunk;
        chunk = chunk->next;
        PyMem_RawFree(done);
    }
    PyMem_RawFree(self);
}

void
session_release(Session *self)
{
    if (self == NULL) {
        return;
    }
    Lane *lane = self->first;
    while (lane != NULL) {
        Lane *next = lane->next;
        for (Chunk *chunk = lane->first; chunk != NULL; chunk = chunk->next) {
            for (size_t i = 0; i < chunk->used; i++) {
                Py_CLEAR(chunk->events[i].code);
            }
        }
        lane_release(lane);
        lane = next;
    }
    PyMem_RawFree(self);
}
