/* What Swift's Dispatch leaves out: the queue that the caller runs on, and how to keep it. */
#if __has_include(<dispatch/dispatch.h>)
#include <dispatch/dispatch.h>

/* To be released once. */
static inline dispatch_queue_t loading_queue(void) {
    dispatch_queue_t queue = dispatch_get_current_queue();
    dispatch_retain(queue);
    return queue;
}

static inline void loading_queue_release(dispatch_queue_t queue) { dispatch_release(queue); }
#endif
