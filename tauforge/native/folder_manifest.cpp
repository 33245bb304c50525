#include "tauforge/native/folder_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "tauforge/native/content_hash.h"

namespace tauforge::native {

namespace fs = std::filesystem;

namespace {

using Hashes = std::map<std::string, std::string>;  // by path within the folder

// Its beginning is what a folder is known by, in later versions, too.
std::string mark(const std::string& command) { return fmt::format("# Written by `tauforge {}`", command); }

std::string heading(const std::string& command) {
  return mark(command) +
         ": these files, with the FNV-1a hash of their contents. The command replaces them;\n"
         "# what was edited or added it leaves alone unless it is told --force.\n";
}

Hashes read_manifest(const fs::path& folder, const std::string& command) {
  Hashes hashes;
  std::error_code failed;
  const fs::path path = folder / manifest_name;
  if (!fs::is_regular_file(fs::symlink_status(path, failed))) return hashes;
  const std::string text = contents(path);
  if (!text.starts_with(mark(command))) return hashes;  // by another command: none of our business
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.size() > 17 && line[0] != '#') hashes.emplace(line.substr(17), line.substr(0, 16));
  hashes.emplace(manifest_name, hash_of(text));
  return hashes;
}

void look(const fs::path& folder, const std::string& within, const Hashes& hashes, NotOurs& found) {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    const std::string name = within + entry.path().filename().string();
    if (entry.is_directory(failed) && !entry.is_symlink(failed)) {
      const auto inside = hashes.lower_bound(name + "/");
      if (inside != hashes.end() && inside->first.starts_with(name + "/"))
        look(entry.path(), name + "/", hashes, found);
      else if (fs::exists(entry.path() / "CMakeCache.txt", failed) || fs::exists(entry.path() / manifest_name, failed))
        found.beside.push_back(name + "/");
      else
        found.foreign.push_back(name + "/");
      continue;
    }
    const auto known = hashes.find(name);
    if (known == hashes.end())
      found.foreign.push_back(name);
    else if (!fs::is_regular_file(entry.symlink_status(failed)) || hash_of(contents(entry.path())) != known->second)
      found.edited.push_back(name);
  }
}

}  // namespace

std::string manifest_text(const fs::path& folder, const std::string& command) {
  Hashes hashes;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      hashes.emplace(entry.path().lexically_relative(folder).generic_string(), hash_of(contents(entry.path())));
  std::string text = heading(command);
  for (const auto& [name, hash] : hashes) text += fmt::format("{} {}\n", hash, name);
  return text;
}

NotOurs not_ours(const fs::path& folder, const std::string& command) {
  NotOurs found;
  look(folder, "", read_manifest(folder, command), found);
  for (auto* names : {&found.edited, &found.foreign, &found.beside}) std::sort(names->begin(), names->end());
  return found;
}

}  // namespace tauforge::native
