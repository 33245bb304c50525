#include "counted_calls.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)

namespace tauforge::test {
bool calls_can_be_counted() { return false; }
void begin_counting() noexcept {}
CountedCalls end_counting() noexcept { return {}; }
}  // namespace tauforge::test

#else

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstddef>

namespace {

// Plain values, so that reaching them allocates nothing.
thread_local bool counting = false;
thread_local tauforge::test::CountedCalls calls;

void count_memory() noexcept {
  if (counting) ++calls.memory;
}
void count_lock() noexcept {
  if (counting) ++calls.locks;
}

// The function of this name in the C library.
template <class Function> Function real(const char* name) { return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name)); }

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t size) { return count_memory(), __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return count_memory(), __libc_calloc(count, size); }
void* realloc(void* old, std::size_t size) { return count_memory(), __libc_realloc(old, size); }
void* memalign(std::size_t alignment, std::size_t size) { return count_memory(), __libc_memalign(alignment, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return count_memory(), __libc_memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  count_memory();
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
void free(void* memory) { count_memory(), __libc_free(memory); }

#define TAUFORGE_COUNTED_LOCK(name, Type)                     \
  int name(Type* lock) noexcept(noexcept(::name(lock))) {     \
    count_lock();                                             \
    static const auto function = real<int (*)(Type*)>(#name); \
    return function(lock);                                    \
  }
TAUFORGE_COUNTED_LOCK(pthread_mutex_lock, pthread_mutex_t)
TAUFORGE_COUNTED_LOCK(pthread_mutex_trylock, pthread_mutex_t)
TAUFORGE_COUNTED_LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
TAUFORGE_COUNTED_LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)
TAUFORGE_COUNTED_LOCK(sem_wait, sem_t)
#undef TAUFORGE_COUNTED_LOCK

int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  count_lock();
  static const auto function = real<int (*)(pthread_spinlock_t*)>("pthread_spin_lock");
  return function(lock);
}

}  // extern "C"

namespace tauforge::test {

bool calls_can_be_counted() { return true; }

void begin_counting() noexcept {
  calls = {};
  counting = true;
}

CountedCalls end_counting() noexcept {
  counting = false;
  return calls;
}

}  // namespace tauforge::test

#endif
