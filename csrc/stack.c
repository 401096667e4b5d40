/* Asks each system for the bounds of a thread's C stack. */
#include "stack.h"

#if defined(_WIN32)

#include <windows.h>

uintptr_t
stack_middle(void)
{
    ULONG_PTR low = 0, high = 0;
    GetCurrentThreadStackLimits(&low, &high);
    return (uintptr_t)(low + (high - low) / 2);
}

#elif defined(__APPLE__)

#include <pthread.h>

uintptr_t
stack_middle(void)
{
    pthread_t self = pthread_self();
    return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self) / 2;
}

#elif defined(__linux__)

#include <pthread.h>

uintptr_t
stack_middle(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    uintptr_t middle = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
        return 0;
    }
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        middle = (uintptr_t)low + size / 2;
    }
    (void)pthread_attr_destroy(&attributes);
    return middle;
}

#else

uintptr_t
stack_middle(void)
{
    return 0;
}

#endif
