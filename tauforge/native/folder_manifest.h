// The file .tauforge of a folder that this program wrote: which command wrote which files, with a hash of their contents.
// By it a later run tells its own files from those that were edited or put there by somebody else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tauforge::native {

constexpr const char* manifest_name = ".tauforge";

// The manifest of all that is in a folder.
std::string manifest_text(const std::filesystem::path& folder, const std::string& command);

// What is in a folder besides files as the command wrote them; paths within the folder, folders end with '/'.
struct NotOurs {
  std::vector<std::string> edited;   // written by the command and changed since
  std::vector<std::string> foreign;  // of somebody else
  std::vector<std::string> beside;   // folders that live there by custom: a build of CMake, another folder of ours
};
NotOurs not_ours(const std::filesystem::path& folder, const std::string& command);

}  // namespace tauforge::native
