// Our side: generated C, compiled into a shared object and loaded. Two builds of the same text have the same symbols,
// so each is loaded for itself.
#pragma once

#include <memory>
#include <string>

#include "benchmarks/contender.h"

namespace tauforge::benchmarks {

class GeneratedCode {
 public:
  // `prefix` begins the names of its functions.
  GeneratedCode(const std::string& shared_object, std::string prefix);

  bool loaded() const { return library_ != nullptr; }
  // Nothing when the function was not generated. With `batch`, its version for many states in one call.
  std::optional<Contender> contender(const std::string& name, const Subject& subject, Function function,
                                     bool batch) const;

 private:
  void* symbol(const std::string& function) const;

  std::shared_ptr<void> library_;
  std::string prefix_;
};

}  // namespace tauforge::benchmarks
