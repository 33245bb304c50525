#include "tauforge/native/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/native/exchange_folders.h"
#include "tauforge/native/folder_manifest.h"
#include "tauforge/native/output_file.h"
#include "tauforge/native/protected_folder.h"

namespace tauforge::native {

namespace fs = std::filesystem;

namespace {

using diagnostic::printable;

diagnostic::Diagnostic refused(const std::string& target, const char* code, const std::string& what,
                               const std::string& way_out) {
  const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{target, ""});
  return diagnostic::error({source, 0, 0, 1}, code, what, way_out);
}

fs::path resolved(const std::string& target) {
  std::error_code failed;
  if (target.empty()) return {};
  const fs::path whole = fs::absolute(fs::path(target).lexically_normal() / "", failed).parent_path();
  const fs::path real = fs::weakly_canonical(whole, failed);
  return failed || real.empty() ? whole : real;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t k = 0; k < std::min(most, names.size()); ++k) text += (k ? ", " : "") + printable(names[k]);
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

// As it is, where the new folder has nothing of that name. Files keep their one place on the disk, so that a large build
// costs nothing and keeps its times.
std::error_code link_or_copy(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  const fs::file_status status = fs::symlink_status(from, failed), there = fs::symlink_status(to, failed);
  if (fs::is_directory(status)) {
    if (fs::exists(there) && !fs::is_directory(there)) return {};
    if (!fs::exists(there)) fs::create_directory(to, from, failed);
    for (fs::directory_iterator entry(from, failed); !failed && entry != fs::directory_iterator();
         entry.increment(failed))
      if (const auto inside = link_or_copy(entry->path(), to / entry->path().filename())) return inside;
    return failed;
  }
  if (fs::exists(there)) return {};
  failed.clear();
  fs::create_directories(to.parent_path(), failed);
  if (linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0) return {};
  fs::copy(from, to, fs::copy_options::copy_symlinks, failed);
  return failed;
}

}  // namespace

OutputFolder::OutputFolder(const std::string& target, std::string command, bool force)
    : target_(target), command_(std::move(command)), force_(force), whole_(resolved(target)) {}

const OutputFolder& OutputFolder::make_parents() const {
  std::error_code failed;  // refusal() will tell
  fs::create_directories(whole_.parent_path(), failed);
  return *this;
}

diagnostic::Findings OutputFolder::refusal() const {
  std::error_code failed;
  const fs::path parent = whole_.parent_path();
  if (target_.empty()) return unwritable(target_, "the name is empty");
  if (fs::exists(whole_, failed) && !fs::is_directory(whole_, failed))
    return unwritable(target_, "it is a file, not a folder");
  if (!fs::exists(whole_, failed) && fs::is_symlink(fs::symlink_status(whole_, failed)))
    return unwritable(target_, "it is a link that leads nowhere");
  if (!fs::is_directory(parent, failed)) return unwritable(target_, "there is no folder " + parent.string());
  if (const char* why = why_protected(whole_))
    return {refused(target_, folder_protected, why, "name a folder of its own for the output")};
  if (access(parent.c_str(), W_OK | X_OK) != 0)
    return unwritable(target_, "its folder does not let files be made in it");
  if (!fs::is_directory(whole_, failed)) return {};
  if (access(whole_.c_str(), R_OK | W_OK | X_OK) != 0) return unwritable(target_, "it does not let itself be changed");
  if (is_mount_point(whole_))
    return unwritable(target_, "it is a mount point, which cannot be exchanged: name a folder inside it");
  return files_of_others();
}

diagnostic::Findings OutputFolder::files_of_others() const {
  diagnostic::Findings findings;
  if (force_) return findings;
  const NotOurs found = not_ours(whole_, command_);
  if (!found.foreign.empty())
    findings.push_back(
        refused(target_, folder_foreign,
                fmt::format("the folder holds what `tauforge {}` did not write: {}", command_, listed(found.foreign)),
                "--force keeps these, except under names that are written anew; or name another folder"));
  if (!found.edited.empty())
    findings.push_back(
        refused(target_, folder_edited,
                fmt::format("edited since `tauforge {}` wrote the folder: {}", command_, listed(found.edited)),
                "--force replaces them; or name another folder"));
  return findings;
}

diagnostic::Findings OutputFolder::open() {
  if (auto findings = refusal(); !findings.empty()) return findings;
  std::error_code failed;
  for (int k = 0; k < 100; ++k) {  // an earlier run may have been killed and had the same number
    const std::string path = fmt::format("{}.part-{}{}", whole_.string(), getpid(), k ? fmt::format("-{}", k) : "");
    beside_.emplace(path);
    if (beside_->ok()) break;
    if (!fs::exists(path, failed)) break;
  }
  if (!beside_->ok()) return unwritable(target_, "its folder does not let files be made in it");
  return {};
}

diagnostic::Findings OutputFolder::write(const std::string& name, const std::string& text) const {
  std::error_code failed;
  fs::create_directories(fs::path(place_of(name)).parent_path(), failed);
  diagnostic::Findings findings = failed ? unwritable(shown(name), failed.message()) : write_text(place_of(name), text);
  for (auto& finding : findings) finding.at = unwritable(shown(name), "")[0].at;  // the user knows it by this name only
  return findings;
}

diagnostic::Findings OutputFolder::carry_over() {
  const NotOurs found = not_ours(whole_, command_);
  for (const auto* names : {&found.foreign, &found.beside, &found.edited})
    for (const auto& name : *names)
      if (const auto failed = link_or_copy(whole_ / fs::path(name).relative_path(), fs::path(path()) / name))
        return unwritable((fs::path(target_) / name).string(), failed.message());
  std::error_code ignored;
  fs::permissions(path(), fs::status(whole_, ignored).permissions(), ignored);
  return {};
}

diagnostic::Findings OutputFolder::complete() {
  if (auto findings = refusal(); !findings.empty()) return findings;  // it may have changed meanwhile
  if (auto findings = write(manifest_name, manifest_text(path(), command_)); !findings.empty()) return findings;
  std::error_code failed;
  if (!fs::is_directory(whole_, failed)) {
    fs::rename(path(), whole_, failed);
    if (failed) return unwritable(target_, failed.message());
    beside_->keep();
    return {};
  }
  if (auto findings = carry_over(); !findings.empty()) return findings;
  if (const auto refused_exchange = exchange_folders(path(), whole_.string()))
    return unwritable(target_, refused_exchange.message());
  beside_.reset();  // the old folder
  return {};
}

diagnostic::Findings write_folder(OutputFolder& output, const std::vector<compiler::GeneratedFile>& files) {
  if (auto findings = output.open(); !findings.empty()) return findings;
  for (const auto& file : files)
    if (auto findings = output.write(file.name, file.text); !findings.empty()) return findings;
  return output.complete();
}

}  // namespace tauforge::native
