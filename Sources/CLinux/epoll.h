/* Linux's event queue: Swift's Glibc module leaves these two headers out. */
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif
