#include "tests/support/counting/counted_allocation.h"

#include <cstdlib>
#include <new>

namespace {
thread_local std::uint64_t counted = 0;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++counted;
  return std::malloc(size ? size : 1);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

std::uint64_t tauforge::tests::allocations() noexcept { return counted; }
