// Generated C compiled on this machine and loaded: a struct tauforge_model to call.
#pragma once

#include <string>

#include "tauforge/model.h"
#include "tauforge/native/shared_library.h"

namespace tauforge::native {

class LoadedModel {
 public:
  // Loads a shared object; not ok, with the reason, when it has no such model or one of another ABI.
  LoadedModel(const std::string& shared_object, const std::string& prefix);

  bool ok() const { return model_ != nullptr; }
  const std::string& why_not() const { return why_not_; }
  const tauforge_model& operator*() const { return *model_; }
  const tauforge_model* operator->() const { return model_; }
  // What is not behind the seam, null where there is none of this name.
  template <class Pointer> Pointer symbol(const std::string& name) const { return library_.symbol<Pointer>(name); }

 private:
  SharedLibrary library_;
  const tauforge_model* model_ = nullptr;
  std::string why_not_;
};

}  // namespace tauforge::native
