// Counts the calls of malloc, calloc and realloc of the whole process (glibc only).
unsigned long mallocCount(void);
