// The real clock: reading it and sleeping until a time on it. These are the only system calls of the synchronous task.
#pragma once

#include "tauforge/executive/policy.h"

namespace tauforge::executive {

// CLOCK_MONOTONIC: never set back, and slewed only.
Nanoseconds clock_now() noexcept;

// How long the calling thread has kept a processor busy, waiting not included.
Nanoseconds processor_time() noexcept;

// Until clock_now() has reached `time`; returns at once when it has. Signals do not wake it up.
void sleep_until(Nanoseconds time) noexcept;

}  // namespace tauforge::executive
