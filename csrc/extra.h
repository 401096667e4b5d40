/* What other packages keep on code objects (PEP 523's extra slots), moved between two of them without being freed. */
#ifndef DYNEXPLAIN_EXTRA_H
#define DYNEXPLAIN_EXTRA_H

#include "compat.h"

/* Returns what is in a slot, or NULL. */
void *extra_get(PyObject *code, Py_ssize_t index);

/* Exchanges what two code objects hold in a slot. Returns false, with nothing changed, where CPython does not keep it as
 * this file knows; -1 with an exception set when there is no memory. */
int extra_swap(PyObject *code, PyObject *other, Py_ssize_t index);

#endif
