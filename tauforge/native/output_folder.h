// A folder that is complete or as it was. Files go to a temporary neighbour that takes the folder's name at the end, in
// one step; interrupted or failed runs leave nothing behind. What somebody else put into the folder or edited there is
// not replaced unless forced: then files of others move into the new folder, and edited ones are given up.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/native/temporary_folder.h"

namespace tauforge::native {

// Why a folder is refused by what is in it, not by the machine.
constexpr const char* folder_foreign = "folder-foreign";
constexpr const char* folder_edited = "folder-edited";
constexpr const char* folder_protected = "folder-protected";

class OutputFolder {
 public:
  // `command` is the one that writes: it replaces what it wrote itself.
  OutputFolder(const std::string& target, std::string command, bool force);
  OutputFolder(const OutputFolder&) = delete;

  // The folders around it, where they are missing.
  const OutputFolder& make_parents() const;
  // What is wrong with the target before anything is computed for it: a file, no such folder around it, no permission, a
  // folder that must not change its place, files of others.
  diagnostic::Findings refusal() const;
  // Makes the neighbour; files are written there.
  diagnostic::Findings open();
  // One whole file; its name may have folders.
  diagnostic::Findings write(const std::string& name, const std::string& text) const;
  // Where a file of that name is written, and where the user will find it.
  std::string place_of(const std::string& name) const { return beside_->path() + "/" + name; }
  std::string shown(const std::string& name) const { return target_ + "/" + name; }
  // Gives it the folder's name.
  diagnostic::Findings complete();

 private:
  const std::string& path() const { return beside_->path(); }
  diagnostic::Findings files_of_others() const;
  diagnostic::Findings carry_over();

  std::string target_, command_;
  bool force_;
  std::filesystem::path whole_;  // a link stays a link: where it leads
  std::optional<TemporaryFolder> beside_;
};

// All files as the whole of an output.
diagnostic::Findings write_folder(OutputFolder& output, const std::vector<compiler::GeneratedFile>& files);

}  // namespace tauforge::native
