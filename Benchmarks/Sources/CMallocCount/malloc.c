#include "CMallocCount.h"
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static unsigned long count;

unsigned long mallocCount(void) { return count; }

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    count++;
    return __libc_calloc(items, size);
}

void *realloc(void *old, size_t size) {
    count++;
    return __libc_realloc(old, size);
}
