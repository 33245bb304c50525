// A shared object loaded into this program.
#pragma once

#include <memory>
#include <string>

namespace tauforge::native {

class SharedLibrary {
 public:
  // Not ok, with the reason, when it cannot be loaded. The file may be removed afterwards.
  explicit SharedLibrary(const std::string& path);

  bool ok() const { return handle_ != nullptr; }
  const std::string& why_not() const { return why_not_; }
  // A pointer to a function or to data, null where there is none of this name. It is of use as long as this lives.
  template <class Pointer> Pointer symbol(const std::string& name) const {
    return reinterpret_cast<Pointer>(address(name));
  }

 private:
  struct Close {
    void operator()(void* handle) const;
  };

  void* address(const std::string& name) const;

  std::unique_ptr<void, Close> handle_;
  std::string why_not_;
};

}  // namespace tauforge::native
