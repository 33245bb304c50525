// A folder that is gone when its owner is, also when a signal ends the program.
#pragma once

#include <optional>
#include <string>

#include "tauforge/native/removed_on_signal.h"

namespace tauforge::native {

class TemporaryFolder {
 public:
  TemporaryFolder();                                  // in the system's place for such things
  explicit TemporaryFolder(const std::string& path);  // at a given path that does not exist yet
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  bool ok() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  void keep();

 private:
  std::string path_;
  std::optional<RemovedOnSignal> guard_;  // outlives the folder
};

// What a program said about files in a folder, with their names alone: the path of a temporary one means nothing to the
// user.
std::string without_path(const std::string& folder, std::string text);

}  // namespace tauforge::native
