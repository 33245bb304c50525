// Our side: generated C, compiled into a shared object and loaded. Two builds of the same text have the same symbols,
// so each is loaded for itself.
#pragma once

#include <memory>
#include <string>

#include "benchmarks/contender.h"
#include "tauforge/native/shared_library.h"

namespace tauforge::benchmarks {

class GeneratedCode {
 public:
  // `prefix` begins the names of its functions.
  GeneratedCode(const std::string& shared_object, std::string prefix);

  // Nothing when the function was not generated. With `batch`, its version for many states in one call.
  std::optional<Contender> contender(const std::string& name, const Subject& subject, Function function,
                                     bool batch) const;

 private:
  std::shared_ptr<const native::SharedLibrary> library_;
  std::string prefix_;
};

}  // namespace tauforge::benchmarks
