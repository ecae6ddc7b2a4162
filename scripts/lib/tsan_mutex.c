// Lets the thread sanitizer see a contended lock of Swift's `Mutex`, which it cannot see by itself.
//
// The fast path of a `Synchronization.Mutex` is inlined into our code, so the sanitizer sees its compare-and-swap. A
// contended lock is handed over by the kernel (FUTEX_LOCK_PI), inside a library that was not built with the sanitizer:
// the write of one holder and the read of the next then look unordered. Loaded before that library, these functions do
// the same and annotate it: release before the kernel's unlock, acquire after the kernel's lock. No report is
// suppressed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Absent in processes that were not built with the sanitizer.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

SWIFT void lock(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void unlock(SELF void *handle) __asm__(UNLOCK);
SWIFT _Bool try_lock(SELF void *handle) __asm__(TRY);

typedef SWIFT void (*Lock)(uint32_t, SELF void *);
typedef SWIFT void (*Unlock)(SELF void *);
typedef SWIFT _Bool (*TryLock)(SELF void *);

SWIFT void lock(uint32_t thread, SELF void *handle) {
    ((Lock)next(LOCK))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock(SELF void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((Unlock)next(UNLOCK))(handle);
}

SWIFT _Bool try_lock(SELF void *handle) {
    _Bool taken = ((TryLock)next(TRY))(handle);
    if (taken && __tsan_acquire) __tsan_acquire(handle);
    return taken;
}
