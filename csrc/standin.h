/* Code objects that are recorded as others: the records hold those, and let the real ones die when their owners do. */
#ifndef DYNEXPLAIN_STANDIN_H
#define DYNEXPLAIN_STANDIN_H

#include "compat.h"

/* Returns a copy of the code object (new reference), as which it is recorded from now on; the same one when asked again, as
 * long as `code` lives. Returns NULL with an exception set. */
PyObject *standin_make(PyObject *code);

/* What a code object is recorded as (borrowed): `code` itself unless there is a copy. */
PyObject *standin_of(PyObject *code);

/* Returns the code object of which `copy` is the copy (new reference), if that lives; else `copy` itself. */
PyObject *standin_original(PyObject *copy);

#endif
