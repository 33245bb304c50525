// Counts what a thread asks of the C library: memory and locks. This program's own malloc and pthread_mutex_lock stand in
// front of the real ones.
#pragma once

#include <cstdint>

namespace tauforge::test {

struct CountedCalls {
  std::uint64_t memory = 0;  // malloc, free and their relatives; new and delete come here, too
  std::uint64_t locks = 0;   // mutexes, read-write locks, spin locks, semaphores, taken or tried
};

// Whether this build can count: sanitizers have a malloc of their own.
bool calls_can_be_counted();

// Of the calling thread, between the two.
void begin_counting() noexcept;
CountedCalls end_counting() noexcept;

}  // namespace tauforge::test
