/* Code objects that are recorded as others: the records hold those, and let the real ones die when their owners do. */
#ifndef DYNEXPLAIN_STANDIN_H
#define DYNEXPLAIN_STANDIN_H

#include "compat.h"

/* From now on `code` is recorded as `other`, to which a reference is kept. Whoever calls this calls standin_drop() when `code`
 * dies. Returns false when there is no memory (no exception is set). */
bool standin_set(PyObject *code, PyObject *other);

/* Ends that; the address may be that of an object that is gone. May run Python code. Harmless if there is none. */
void standin_drop(uintptr_t address);

/* What a code object is recorded as (borrowed): `code` itself unless something else was set. */
PyObject *standin_of(PyObject *code);

#endif
