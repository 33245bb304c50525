// Generated C compiled on this machine and loaded: a struct tauforge_model to call.
#pragma once

#include <string>
#include <vector>

#include "tauforge/model.h"
#include "tauforge/native/run_program.h"

namespace tauforge::native {

struct BuildOptions {
  std::string compiler = "cc";
  std::vector<std::string> flags = {"-O2", "-ffp-contract=fast"};
};

// The words that compile `folder`/`prefix`.c and `prefix`_model.c into a shared object.
std::vector<std::string> build_words(const std::string& folder, const std::string& prefix, const BuildOptions& options,
                                     const std::string& output);

class LoadedModel {
 public:
  // Loads a shared object; not ok, with the reason, when it has no such model or one of another ABI.
  LoadedModel(const std::string& shared_object, const std::string& prefix);
  LoadedModel(const LoadedModel&) = delete;
  ~LoadedModel();

  bool ok() const { return model_ != nullptr; }
  const std::string& why_not() const { return why_not_; }
  const tauforge_model& operator*() const { return *model_; }
  const tauforge_model* operator->() const { return model_; }

 private:
  void* library_ = nullptr;
  const tauforge_model* model_ = nullptr;
  std::string why_not_;
};

}  // namespace tauforge::native
