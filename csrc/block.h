/* `Block`: something of ours that is open for a time, and that is closed whatever happens. */
#ifndef DYNEXPLAIN_BLOCK_H
#define DYNEXPLAIN_BLOCK_H

#include "compat.h"

/* Returns the type `Block` (new reference), or NULL with an exception set. It lives as long as the process. */
PyObject *block_type(PyObject *module);

bool block_is(PyObject *object);

/* Opens it. Returns -1 with an exception set, which is none of ours, after it was closed again. */
int block_enter(PyObject *self);

/* Closes it; `error` is the exception that ends it, or None. Harmless when it is not open. Returns -1 with an exception set
 * that is none of ours. No exception may be set before. */
int block_leave(PyObject *self, PyObject *error);

/* What to call in place of what would be called: (function, args, kwargs), borrowed; or NULL. */
PyObject *block_target(PyObject *self);

#endif
