// How often this thread has called operator new since it began: the program's operators are replaced by counting ones.
#pragma once

#include <cstdint>

namespace tauforge::tests {

std::uint64_t allocations() noexcept;

}  // namespace tauforge::tests
