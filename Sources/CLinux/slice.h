/* How long a thread may run before others have their turn: sched_setattr(2), which is a system call without a function
   in most C libraries. Linux 6.12 and later heed it for ordinary threads. */
#if defined(__linux__)
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

struct linux_sched_attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

/* Of the calling thread, in nanoseconds; 0 where the kernel does not say. */
static inline uint64_t linux_slice(void) {
    struct linux_sched_attributes attributes = {0};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return 0;
    return attributes.policy == 0 ? attributes.runtime : 0;
}

/* Asks for another; all else about the thread stays, and where the kernel will not, nothing happens. */
static inline void linux_set_slice(uint64_t nanoseconds) {
    struct linux_sched_attributes attributes = {0};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0 || attributes.policy != 0) return;
    attributes.size = sizeof attributes;
    attributes.runtime = nanoseconds;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}
#endif
