#include "tauforge/native/shared_library.h"

#include <dlfcn.h>

#include <cfenv>

namespace tauforge::native {

SharedLibrary::SharedLibrary(const std::string& path) {
  // A library linked by gcc -Ofast switches denormal numbers off in the thread that loads it.
  std::fenv_t environment;
  std::fegetenv(&environment);
  handle_.reset(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
  std::fesetenv(&environment);
  if (!handle_) why_not_ = dlerror();
}

void SharedLibrary::Close::operator()(void* handle) const { dlclose(handle); }

void* SharedLibrary::address(const std::string& name) const {
  return handle_ ? dlsym(handle_.get(), name.c_str()) : nullptr;
}

}  // namespace tauforge::native
