// Many states at once: in threads, with the interpreter unlocked, and Ctrl-C heard between blocks.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "tauforge/tauforge.h"

namespace tauforge::python {

struct Failure {
  std::size_t state = 0;
  Status status = Status::fine;
};

// Works on the states begin to end as one of `threads`; the first that is not fine comes back.
using Work = std::function<std::optional<Failure>(std::size_t thread, std::size_t begin, std::size_t end)>;

// How many threads `count` states are worth: as asked, or as many as there are processors where every thread gets at least
// `least` states (asked = 0).
std::size_t thread_count(std::size_t asked, std::size_t count, std::size_t least);

// Takes the interpreter lock away meanwhile. Throws nb::python_error for Ctrl-C.
std::optional<Failure> for_states(std::size_t count, std::size_t threads, const Work& work);

}  // namespace tauforge::python
