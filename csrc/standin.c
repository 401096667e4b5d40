/* A map from addresses of code objects to what stands for them: open addressing, at most half full. */
#include "standin.h"

typedef struct {
    uintptr_t address; /* 0 where the slot is free */
    PyObject *other;   /* strong */
} Slot;

static struct {
    Slot *slots;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} map;

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
grow(void)
{
    size_t capacity = map.capacity ? map.capacity * 2 : 64;
    Slot *slots = PyMem_RawCalloc(capacity, sizeof(Slot));
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < map.capacity; i++) {
        if (map.slots[i].address != 0) {
            slots[slot_of(slots, capacity, map.slots[i].address)] = map.slots[i];
        }
    }
    PyMem_RawFree(map.slots);
    map.slots = slots;
    map.capacity = capacity;
    return true;
}

bool
standin_set(PyObject *code, PyObject *other)
{
    if ((map.count + 1) * 2 > map.capacity && !grow()) {
        return false;
    }
    Slot *slot = &map.slots[slot_of(map.slots, map.capacity, (uintptr_t)code)];
    PyObject *before = slot->other;
    map.count += slot->address == 0;
    slot->address = (uintptr_t)code;
    slot->other = Py_NewRef(other);
    Py_XDECREF(before);
    return true;
}

void
standin_drop(uintptr_t address)
{
    if (map.count == 0) {
        return;
    }
    size_t hole = slot_of(map.slots, map.capacity, address);
    PyObject *other = map.slots[hole].other;
    if (map.slots[hole].address == 0) {
        return;
    }
    map.slots[hole] = (Slot){0, NULL};
    map.count--;
    /* What was put behind it because the slot was taken has to be found again. */
    for (size_t i = (hole + 1) & (map.capacity - 1); map.slots[i].address != 0; i = (i + 1) & (map.capacity - 1)) {
        Slot moved = map.slots[i];
        map.slots[i] = (Slot){0, NULL};
        map.slots[slot_of(map.slots, map.capacity, moved.address)] = moved;
    }
    Py_DECREF(other);
}

PyObject *
standin_of(PyObject *code)
{
    if (map.count == 0) {
        return code;
    }
    const Slot *slot = &map.slots[slot_of(map.slots, map.capacity, (uintptr_t)code)];
    return slot->address != 0 ? slot->other : code;
}
