/* What of an exception is ours, and stays in here. */
#ifndef DYNEXPLAIN_SHIELD_H
#define DYNEXPLAIN_SHIELD_H

#include "compat.h"

/* To be asked with an exception set that came out of a listener of ours. An interrupt is not ours, nor is what is no
 * `Exception`: that stays set, and the answer is false. Of any other, `fault(error)` is told, unless that is None; when it
 * returns False, the exception is somebody else's as well (a signal handler of the user's raised it). Else the exception is
 * gone, and the answer is true: also when to tell of it failed. */
bool shield_takes(PyObject *fault);

/* Returns the type `Shield` (new reference), or NULL with an exception set. */
PyObject *shield_type(PyObject *module);

#endif
