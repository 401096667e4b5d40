/* A callable around another one that leaves no Python frame between its caller and what it calls. */
#ifndef DYNEXPLAIN_AROUND_H
#define DYNEXPLAIN_AROUND_H

#include "compat.h"

/* Makes the type `Around` for the module (new reference), or returns NULL with an exception set. */
PyObject *around_type(PyObject *module);

#endif
