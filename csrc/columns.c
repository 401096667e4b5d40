/* Merges the lanes of a session by time and numbers its code objects. */
#include "columns.h"

typedef struct {
    const Event *event;
    int32_t lane;
} Row;

/* Numbers code objects by identity: open addressing, at most half full. */
typedef struct {
    struct {
        PyObject *code; /* borrowed from the session */
        int32_t number;
    } *slots;
    size_t capacity; /* a power of two */
    Py_ssize_t count;
} Numbers;

static size_t
numbers_slot(const Numbers *self, const PyObject *code)
{
    /* Objects are aligned, so the lowest bits say nothing; the multiplier spreads what is left. */
    size_t slot = (size_t)(((uint64_t)(uintptr_t)code >> 4) * 0x9E3779B97F4A7C15ULL >> 20) & (self->capacity - 1);
    while (self->slots[slot].code != NULL && self->slots[slot].code != code) {
        slot = (slot + 1) & (self->capacity - 1);
    }
    return slot;
}

/* Returns false when there is no memory. */
static bool
numbers_grow(Numbers *self)
{
    Numbers grown = {NULL, self->capacity ? self->capacity * 2 : 256, self->count};
    grown.slots = PyMem_RawCalloc(grown.capacity, sizeof(*grown.slots));
    if (grown.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < self->capacity; i++) {
        if (self->slots[i].code != NULL) {
            grown.slots[numbers_slot(&grown, self->slots[i].code)] = self->slots[i];
        }
    }
    PyMem_RawFree(self->slots);
    *self = grown;
    return true;
}

/* Returns the number of a code object, giving out the next one at first sight, or -1 when there is no memory. */
static int32_t
numbers_get(Numbers *self, PyObject *code)
{
    if ((size_t)self->count * 2 >= self->capacity && !numbers_grow(self)) {
        return -1;
    }
    size_t slot = numbers_slot(self, code);
    if (self->slots[slot].code == NULL) {
        self->slots[slot].code = code;
        self->slots[slot].number = (int32_t)self->count++;
    }
    return self->slots[slot].number;
}

/* Merges two neighbouring runs; of equal times the first run goes first. */
static void
merge_pair(Row *to, const Row *from, int64_t begin, int64_t middle, int64_t end)
{
    int64_t left = begin, right = middle;
    for (int64_t i = begin; i < end; i++) {
        if (left < middle && (right >= end || from[left].event->start_ns <= from[right].event->start_ns)) {
            to[i] = from[left++];
        }
        else {
            to[i] = from[right++];
        }
    }
}

/* Sorts rows that consist of `runs` sorted runs, which end at `ends`. Returns whichever of the two arrays has the result. */
static Row *
merge_runs(Row *rows, Row *spare, int64_t *ends, Py_ssize_t runs)
{
    while (runs > 1) {
        Py_ssize_t merged = 0;
        int64_t begin = 0;
        for (Py_ssize_t run = 0; run < runs; run += 2) {
            int64_t end = ends[run + 1 < runs ? run + 1 : run];
            merge_pair(spare, rows, begin, ends[run], end);
            ends[merged++] = begin = end;
        }
        Row *swapped = rows;
        rows = spare;
        spare = swapped;
        runs = merged;
    }
    return rows;
}

/* Records of a lane are in the order of their starts, so those from `since` on are at its end. */
static size_t
first_since(const Chunk *chunk, int64_t since)
{
    if (chunk->used == 0 || chunk->events[chunk->used - 1].start_ns < since) {
        return chunk->used;
    }
    size_t i = 0;
    while (chunk->events[i].start_ns < since) {
        i++;
    }
    return i;
}

static int64_t
count_rows(const Session *session, int64_t since)
{
    int64_t count = 0;
    for (const Lane *lane = session->first; lane != NULL; lane = lane->next) {
        for (const Chunk *chunk = lane->first; chunk != NULL; chunk = chunk->next) {
            count += (int64_t)(chunk->used - first_since(chunk, since));
        }
    }
    return count;
}

static void
list_rows(const Session *session, int64_t since, Row *rows, int64_t *ends, unsigned long *threads)
{
    int64_t row = 0;
    int32_t number = 0;
    for (const Lane *lane = session->first; lane != NULL; lane = lane->next) {
        for (const Chunk *chunk = lane->first; chunk != NULL; chunk = chunk->next) {
            for (size_t i = first_since(chunk, since); i < chunk->used; i++) {
                rows[row].event = &chunk->events[i];
                rows[row++].lane = number;
            }
        }
        threads[number] = lane->thread;
        ends[number++] = row;
    }
}

static bool
allocate_columns(Columns *self, Py_ssize_t length)
{
    return (self->code = PyBytes_FromStringAndSize(NULL, length * 4)) != NULL
           && (self->start_ns = PyBytes_FromStringAndSize(NULL, length * 8)) != NULL
           && (self->end_ns = PyBytes_FromStringAndSize(NULL, length * 8)) != NULL
           && (self->depth = PyBytes_FromStringAndSize(NULL, length * 4)) != NULL
           && (self->thread = PyBytes_FromStringAndSize(NULL, length * 4)) != NULL
           && (self->ended = PyBytes_FromStringAndSize(NULL, length)) != NULL;
}

/* Copies by memcpy: bytes promise no alignment. */
static void
put(PyObject *column, int64_t row, const void *value, size_t size)
{
    memcpy(PyBytes_AS_STRING(column) + (size_t)row * size, value, size);
}

static bool
fill_columns(Columns *self, const Row *rows, int64_t length, Numbers *numbers, int64_t now)
{
    for (int64_t row = 0; row < length; row++) {
        const Event *event = rows[row].event;
        int64_t end_ns = event->ended == EVENT_OPEN ? now : event->end_ns;
        int32_t code = numbers_get(numbers, event->code);
        if (code < 0) {
            return false;
        }
        put(self->code, row, &code, sizeof(code));
        put(self->start_ns, row, &event->start_ns, sizeof(event->start_ns));
        put(self->end_ns, row, &end_ns, sizeof(end_ns));
        put(self->depth, row, &event->depth, sizeof(event->depth));
        put(self->thread, row, &rows[row].lane, sizeof(rows[row].lane));
        put(self->ended, row, &event->ended, sizeof(event->ended));
    }
    return true;
}

static bool
keep_codes(Columns *self, const Numbers *numbers)
{
    self->codes = PyMem_RawCalloc((size_t)numbers->count + 1, sizeof(PyObject *));
    if (self->codes == NULL) {
        return false;
    }
    for (size_t i = 0; i < numbers->capacity; i++) {
        if (numbers->slots[i].code != NULL) {
            self->codes[numbers->slots[i].number] = Py_NewRef(numbers->slots[i].code);
        }
    }
    self->code_count = numbers->count;
    return true;
}

int
columns_copy(Columns *self, const Session *session, int64_t since, int64_t now)
{
    static const Session empty;
    Numbers numbers = {NULL, 0, 0};
    Row *rows = NULL, *spare = NULL;
    int64_t *ends = NULL;
    int status = -1;
    if (session == NULL) {
        session = &empty;
    }
    int64_t length = count_rows(session, since);
    *self = (Columns){.dropped = session->dropped, .gaps = session->gaps, .thread_count = session->lanes};
    self->threads = PyMem_RawCalloc((size_t)session->lanes + 1, sizeof(*self->threads));
    ends = PyMem_RawCalloc((size_t)session->lanes + 1, sizeof(*ends));
    rows = PyMem_RawCalloc((size_t)length + 1, sizeof(*rows));
    if (self->threads == NULL || ends == NULL || rows == NULL) {
        goto error;
    }
    if (session->lanes > 1) {
        spare = PyMem_RawCalloc((size_t)length + 1, sizeof(*spare));
        if (spare == NULL) {
            goto error;
        }
    }
    if (!allocate_columns(self, (Py_ssize_t)length)) {
        goto error;
    }
    list_rows(session, since, rows, ends, self->threads);
    const Row *sorted = merge_runs(rows, spare, ends, session->lanes);
    if (!fill_columns(self, sorted, length, &numbers, now) || !keep_codes(self, &numbers)) {
        goto error;
    }
    status = 0;

error:
    PyMem_RawFree(numbers.slots);
    PyMem_RawFree(ends);
    PyMem_RawFree(rows);
    PyMem_RawFree(spare);
    if (status < 0 && !PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    return status;
}

/* Gives the references to the tuple. */
static PyObject *
codes_to_tuple(Columns *self)
{
    PyObject *tuple = PyTuple_New(self->code_count);
    if (tuple != NULL) {
        for (Py_ssize_t i = 0; i < self->code_count; i++) {
            PyTuple_SET_ITEM(tuple, i, self->codes[i]);
            self->codes[i] = NULL;
        }
    }
    return tuple;
}

static PyObject *
threads_to_tuple(const Columns *self)
{
    PyObject *tuple = PyTuple_New(self->thread_count);
    if (tuple == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < self->thread_count; i++) {
        PyObject *thread = PyLong_FromUnsignedLong(self->threads[i]);
        if (thread == NULL) {
            goto error;
        }
        PyTuple_SET_ITEM(tuple, i, thread);
    }
    return tuple;

error:
    Py_DECREF(tuple);
    return NULL;
}

PyObject *
columns_to_tuple(Columns *self)
{
    PyObject *result = NULL;
    PyObject *codes = codes_to_tuple(self);
    PyObject *threads = threads_to_tuple(self);
    if (codes != NULL && threads != NULL) {
        result = Py_BuildValue("(OOOOOOOOLL)", self->code, self->start_ns, self->end_ns, self->depth, self->thread,
                               self->ended, codes, threads, (long long)self->dropped, (long long)self->gaps);
    }
    Py_XDECREF(codes);
    Py_XDECREF(threads);
    return result;
}

void
columns_clear(Columns *self)
{
    Py_CLEAR(self->code);
    Py_CLEAR(self->start_ns);
    Py_CLEAR(self->end_ns);
    Py_CLEAR(self->depth);
    Py_CLEAR(self->thread);
    Py_CLEAR(self->ended);
    for (Py_ssize_t i = 0; self->codes != NULL && i < self->code_count; i++) {
        Py_CLEAR(self->codes[i]);
    }
    PyMem_RawFree(self->codes);
    PyMem_RawFree(self->threads);
    self->codes = NULL;
    self->threads = NULL;
}
