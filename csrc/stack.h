/* How much C stack a thread has left. */
#ifndef DYNEXPLAIN_STACK_H
#define DYNEXPLAIN_STACK_H

#include "compat.h"

/* Returns the address in the middle of the calling thread's C stack, or 0 where the system does not tell. All supported
 * systems grow the stack downwards: less than half is left below this address. */
uintptr_t stack_middle(void);

#endif
