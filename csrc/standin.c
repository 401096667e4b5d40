/* Two maps from addresses of code objects, to what stands for them and back: open addressing, at most half full.
 *
 * That a code object dies is told by a weak reference with a callback in C: one in Python could be interrupted, and what
 * is raised in a callback is lost. */
#include "standin.h"

typedef struct {
    uintptr_t address; /* 0 where the slot is free */
    PyObject *other;   /* strong */
} Slot;

typedef struct {
    Slot *slots;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} Map;

static Map copies;     /* code → its copy */
static Map references; /* copy → a weak reference to the code */

static inline size_t
slot_of(const Slot *slots, size_t capacity, uintptr_t address)
{
    /* Objects are aligned, so the lowest bits say nothing; the multiplier spreads what is left. */
    size_t slot = (size_t)(((uint64_t)address >> 4) * 0x9E3779B97F4A7C15ULL >> 20) & (capacity - 1);
    while (slots[slot].address != 0 && slots[slot].address != address) {
        slot = (slot + 1) & (capacity - 1);
    }
    return slot;
}

static bool
grow(Map *map)
{
    size_t capacity = map->capacity ? map->capacity * 2 : 64;
    Slot *slots = PyMem_RawCalloc(capacity, sizeof(Slot));
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->slots[i].address != 0) {
            slots[slot_of(slots, capacity, map->slots[i].address)] = map->slots[i];
        }
    }
    PyMem_RawFree(map->slots);
    map->slots = slots;
    map->capacity = capacity;
    return true;
}

static bool
map_set(Map *map, PyObject *key, PyObject *other)
{
    if ((map->count + 1) * 2 > map->capacity && !grow(map)) {
        return false;
    }
    Slot *slot = &map->slots[slot_of(map->slots, map->capacity, (uintptr_t)key)];
    PyObject *before = slot->other;
    map->count += slot->address == 0;
    slot->address = (uintptr_t)key;
    slot->other = Py_NewRef(other);
    Py_XDECREF(before);
    return true;
}

/* Borrowed, or NULL. */
static PyObject *
map_get(const Map *map, PyObject *key)
{
    if (map->count == 0) {
        return NULL;
    }
    const Slot *slot = &map->slots[slot_of(map->slots, map->capacity, (uintptr_t)key)];
    return slot->address != 0 ? slot->other : NULL;
}

/* Takes an entry out: its reference goes to the caller. NULL if there is none. */
static PyObject *
map_take(Map *map, uintptr_t address)
{
    if (map->count == 0) {
        return NULL;
    }
    size_t hole = slot_of(map->slots, map->capacity, address);
    PyObject *other = map->slots[hole].other;
    if (map->slots[hole].address == 0) {
        return NULL;
    }
    map->slots[hole] = (Slot){0, NULL};
    map->count--;
    /* What was put behind it because the slot was taken has to be found again. */
    for (size_t i = (hole + 1) & (map->capacity - 1); map->slots[i].address != 0; i = (i + 1) & (map->capacity - 1)) {
        Slot moved = map->slots[i];
        map->slots[i] = (Slot){0, NULL};
        map->slots[slot_of(map->slots, map->capacity, moved.address)] = moved;
    }
    return other;
}

static void
drop(uintptr_t address)
{
    PyObject *copy = map_take(&copies, address);
    PyObject *reference = copy != NULL ? map_take(&references, (uintptr_t)copy) : NULL;
    Py_XDECREF(reference);
    Py_XDECREF(copy);
}

static PyObject *
gone(PyObject *address, PyObject *Py_UNUSED(reference))
{
    drop((uintptr_t)PyLong_AsVoidPtr(address));
    Py_RETURN_NONE;
}

static PyMethodDef gone_method = {"gone", gone, METH_O, NULL};

static PyObject *
reference_to(PyObject *code)
{
    PyObject *reference = NULL;
    PyObject *address = PyLong_FromVoidPtr(code);
    PyObject *callback = address != NULL ? PyCFunction_New(&gone_method, address) : NULL;
    if (callback != NULL) {
        reference = PyWeakref_NewRef(code, callback);
    }
    Py_XDECREF(callback);
    Py_XDECREF(address);
    return reference;
}

PyObject *
standin_make(PyObject *code)
{
    PyObject *known = map_get(&copies, code);
    if (known != NULL) {
        return Py_NewRef(known);
    }
    PyObject *reference = reference_to(code);
    PyObject *copy = reference != NULL ? PyObject_CallMethod(code, "replace", NULL) : NULL;
    if (copy == NULL) {
        goto error;
    }
    if (!map_set(&copies, code, copy) || !map_set(&references, copy, reference)) {
        drop((uintptr_t)code);
        PyErr_NoMemory();
        goto error;
    }
    Py_DECREF(reference);
    return copy;

error:
    Py_XDECREF(copy);
    Py_XDECREF(reference);
    return NULL;
}

PyObject *
standin_of(PyObject *code)
{
    PyObject *known = map_get(&copies, code);
    return known != NULL ? known : code;
}

PyObject *
standin_original(PyObject *copy)
{
    PyObject *reference = map_get(&references, copy);
    PyObject *code = reference != NULL ? compat_referent(reference) : NULL;
    return code != NULL ? code : Py_NewRef(copy);
}
