#include "tauforge/native/loaded_model.h"

#include <dlfcn.h>

namespace tauforge::native {

std::vector<std::string> build_words(const std::string& folder, const std::string& prefix, const BuildOptions& options,
                                     const std::string& output) {
  std::vector<std::string> words = {
      options.compiler, "-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Wconversion",
      "-Werror",        "-fPIC",    "-shared",          "-I",    folder};
  words.insert(words.end(), options.flags.begin(), options.flags.end());
  const std::string stem = folder + "/" + prefix;
  words.insert(words.end(), {stem + ".c", stem + "_model.c", "-o", output, "-lm"});
  return words;
}

LoadedModel::LoadedModel(const std::string& shared_object, const std::string& prefix) {
  library_ = dlopen(shared_object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_) {
    why_not_ = dlerror();
    return;
  }
  model_ = static_cast<const tauforge_model*>(dlsym(library_, (prefix + "_model").c_str()));
  if (!model_) {
    why_not_ = "there is no model in it";
  } else if (model_->abi != TAUFORGE_MODEL_ABI) {
    model_ = nullptr;
    why_not_ = "it was made for another version of tauforge/model.h";
  }
}

LoadedModel::~LoadedModel() {
  if (library_) dlclose(library_);
}

}  // namespace tauforge::native
