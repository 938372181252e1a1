#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#else
// Other allocators return memory to the system by themselves.
#define M_MMAP_THRESHOLD -3
#define M_TRIM_THRESHOLD -1

static inline int mallopt(int parameter, int value) {
    return 0;
}

static inline int malloc_trim(size_t kept) {
    return 0;
}
#endif
