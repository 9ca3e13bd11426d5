/* How many arenas the C library's allocator may have for all threads together: glibc alone has such. */
#if defined(__linux__)
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* To be asked for before the threads are there. Who has said how many in the environment knows better. */
static inline void linux_limit_arenas(int count) {
#if defined(__GLIBC__)
    if (!getenv("MALLOC_ARENA_MAX")) mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}
#endif
