/* Things that only C can do to the frame hook, for its tests: another frame evaluator, which counts the frames and passes
 * them on as Dynamo's does when it has no callback, and an allocator that counts, or has run out of memory. */

#include <stddef.h>

typedef void *(*evaluator)(void *, void *, int);

static evaluator below;
static long frames;

static void *
other_evaluator(void *tstate, void *frame, int throwflag)
{
    frames++;
    return below(tstate, frame, throwflag);
}

evaluator
put_above(evaluator current)
{
    below = current;
    return other_evaluator;
}

long
frames_seen(void)
{
    return frames;
}

/* The same layout as CPython's PyMemAllocatorEx; 0 is its PYMEM_DOMAIN_RAW. */
typedef struct {
    void *context;
    void *(*malloc)(void *, size_t);
    void *(*calloc)(void *, size_t, size_t);
    void *(*realloc)(void *, void *, size_t);
    void (*free)(void *, void *);
} allocator;

extern void PyMem_GetAllocator(int, allocator *);
extern void PyMem_SetAllocator(int, allocator *);

static allocator usual;
static int out_of_memory;
static long blocks;

static void *
counting_malloc(void *context, size_t size)
{
    void *block = out_of_memory ? NULL : usual.malloc(context, size);
    blocks += block != NULL;
    return block;
}

static void *
counting_calloc(void *context, size_t count, size_t size)
{
    void *block = out_of_memory ? NULL : usual.calloc(context, count, size);
    blocks += block != NULL;
    return block;
}

static void
counting_free(void *context, void *block)
{
    blocks -= block != NULL;
    usual.free(context, block);
}

void
watch_allocator(void)
{
    PyMem_GetAllocator(0, &usual);
    allocator counting = usual;
    counting.malloc = counting_malloc;
    counting.calloc = counting_calloc;
    counting.free = counting_free;
    PyMem_SetAllocator(0, &counting);
}

void
unwatch_allocator(void)
{
    PyMem_SetAllocator(0, &usual);
}

void
set_out_of_memory(int whether)
{
    out_of_memory = whether;
}

long
blocks_allocated(void)
{
    return blocks;
}
