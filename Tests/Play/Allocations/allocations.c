// Counts calls of malloc. A program's own functions of these names replace the C library's, also for Swift's runtime.
#include "allocations.h"

// Returns whether this is the GNU C library.
#include <stdlib.h>

#ifdef __GLIBC__
#include <errno.h>
#include <stdatomic.h>

// The C library's own functions, by the names that it provides for programs that replace them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long asked;

long allocations_so_far(void) { return atomic_load(&asked); }

void *malloc(size_t size) {
    atomic_fetch_add(&asked, 1);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    atomic_fetch_add(&asked, 1);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    atomic_fetch_add(&asked, 1);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    atomic_fetch_add(&asked, 1);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    atomic_fetch_add(&asked, 1);
    void *found = __libc_memalign(alignment, size);
    if (!found) return ENOMEM;
    *memory = found;
    return 0;
}
#else
long allocations_so_far(void) { return -1; }
#endif
