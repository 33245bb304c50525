// Somebody who computes a function of a robot's dynamics: our generated code or a peer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/subject.h"

namespace tauforge::benchmarks {

struct Contender {
  std::string name;
  // What is timed: states begin to end - 1, one after another, results left wherever the contender leaves them.
  std::function<void(std::size_t begin, std::size_t end)> run;
  // The result for state k in one layout for all: see Subject::expected.
  std::function<std::vector<double>(std::size_t k)> result;
};

// Another library. `contender` is empty when the library was not found at configuration, and returns nothing for a
// function or a robot that the library does not offer.
struct Peer {
  std::string name;
  std::string how;  // version and build, or how to install it
  std::function<std::optional<Contender>(const Subject&, Function)> contender;
};

std::vector<Peer> peers();

}  // namespace tauforge::benchmarks
