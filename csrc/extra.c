/* CPython can replace what is in an extra slot, and then frees what was there. Whoever may still be using it must not lose
 * it, so here the pointers themselves change places. All of it happens at once for everybody: the GIL is held. */
#include "extra.h"

/* As Objects/codeobject.c has it; `slot_of` compares it with what CPython says. */
typedef struct {
    Py_ssize_t size;
    void *values[1];
} Extras;

void *
extra_get(PyObject *code, Py_ssize_t index)
{
    void *value = NULL;
    if (compat_code_get_extra(code, index, &value) < 0) {
        PyErr_Clear();
        return NULL;
    }
    return value;
}

/* Returns the place of the pointer, making room for it, or NULL. */
static void **
slot_of(PyObject *code, Py_ssize_t index)
{
    /* An empty slot can be emptied without harm, which makes room. */
    if (extra_get(code, index) == NULL && compat_code_set_extra(code, index, NULL) < 0) {
        return NULL;
    }
    Extras *extras = ((PyCodeObject *)code)->co_extra;
    if (extras == NULL || extras->size <= index || extras->values[index] != extra_get(code, index)) {
        return NULL;
    }
    return &extras->values[index];
}

int
extra_swap(PyObject *code, PyObject *other, Py_ssize_t index)
{
    void **one = slot_of(code, index);
    void **two = one != NULL ? slot_of(other, index) : NULL;
    if (two == NULL) {
        return PyErr_Occurred() ? -1 : 0;
    }
    void *moved = *one;
    *one = *two;
    *two = moved;
    return 1;
}
