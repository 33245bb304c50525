#include "tauforge/native/code_cache.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tauforge/compiler/plan_text.h"
#include "tauforge/native/code_cache_entry.h"
#include "tauforge/native/content_hash.h"
#include "tauforge/native/revision.h"
#include "tauforge/native/run_program.h"
#include "tauforge/native/write_files.h"

namespace tauforge::native {

namespace fs = std::filesystem;

namespace {

constexpr const char* library_name = "model.so";

std::string processor() {
  std::ifstream about("/proc/cpuinfo");
  for (std::string line; std::getline(about, line);)
    if (line.starts_with("flags") || line.starts_with("Features")) return line;
  return "";
}

void add_robot(const robot::Robot& robot, std::string& key) {
  key += fmt::format("robot {} {}\n", compiler::source_hash(robot), robot.name);
  for (const auto* names : {&robot.joints, &robot.links, &robot.drives})
    key += fmt::format("{}\n", fmt::join(*names, "\n"));
  const auto number = [&](const std::optional<double>& value) { key += value ? fmt::format("{} ", *value) : "- "; };
  for (const auto& limits : robot.limits) {
    number(limits.lower), number(limits.upper), number(limits.velocity), number(limits.torque);
    key += '\n';
  }
  for (const auto& frame : robot.frames) key += fmt::format("{} {}\n", frame.body, frame.name);
  key += fmt::format("{} {}\n", robot.tree.floating, static_cast<int>(robot.meaning));
}

// Everything that decides what the code looks like.
std::string key_of(const robot::Robot& robot, const compiler::Request& r, const CodeOptions& o) {
  std::string key = fmt::format("tauforge {} {}\n", TAUFORGE_VERSION, revision());
  add_robot(robot, key);
  for (const auto& call : r.calls) {
    for (const auto function : call.functions) key += fmt::format("{}+", functions::info(function).name);
    key += '\n';
  }
  key +=
      fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}\n", r.run_time.payload, r.run_time.gravity,
                  r.run_time.inertias, r.run_time.friction, r.wrench, r.rigid, r.two_rate, r.observer, r.exact,
                  r.single_precision, r.libm, r.batch, r.unrolled, r.within, r.evaluations, r.factoring.value_or(-1));
  key += compiler::to_text(r.starts);
  key += fmt::format("{} {} {} {} {} {} {}\n", o.files.prefix, o.files.source, o.files.cpp, o.files.octave,
                     o.files.casadi, o.states, o.timed);
  for (const auto& remark : o.files.remarks) key += remark + '\n';
  key += o.build.text() + '\n' + run_program({o.build.compiler, "--version"}).output;
  const bool native = std::any_of(o.build.flags.begin(), o.build.flags.end(),
                                  [](const std::string& flag) { return flag.ends_with("=native"); });
  return key + (native ? processor() : "");
}

std::string name_of(const std::string& key) { return hash_of(key) + hash_of(key + "again"); }

std::optional<diagnostic::Result<VerifiedCode>> entry_in(const fs::path& folder, const std::string& key,
                                                         const compiler::Request& request, const CodeOptions& options,
                                                         const std::string& prefix) {
  if (contents(folder / "key") != key) return std::nullopt;
  const std::string files = (folder / "files").string();
  auto entry = read_entry(contents(folder / "manifest"), files);
  const std::string library = files + "/" + library_name;
  if (!entry || hash_of(contents(library)) != entry->library_hash) return std::nullopt;
  VerifiedCode& code = entry->code;
  const bool exact = code.request.exact;
  code.request = request, code.request.exact = exact, code.options = options;
  code.model.emplace(library, prefix);
  if (!code.model->ok()) return std::nullopt;
  code.library = library;
  std::error_code ignored;
  fs::last_write_time(folder / "key", fs::file_time_type::clock::now(), ignored);  // used just now
  return diagnostic::Result<VerifiedCode>{std::move(code), std::move(entry->findings)};
}

// Into a neighbour first: an entry is there as a whole or not at all.
void enter(const std::string& cache, const std::string& name, const std::string& key, const VerifiedCode& code,
           const diagnostic::Findings& findings) {
  const fs::path folder = fs::path(cache) / name;
  const fs::path beside = fmt::format("{}.{}.new", folder.string(), getpid());
  std::error_code failed;
  fs::create_directories(cache, failed);
  if (!failed) fs::create_directory(beside, failed);
  if (failed) return;
  chmod(cache.c_str(), 0700);  // code of one user is loaded by no other
  auto files = code.files;
  for (auto& file : files) file.name = "files/" + file.name;
  files.push_back({"key", key});
  files.push_back({"manifest", entry_text(code, findings)});
  failed = write_files(beside.string(), files);
  if (!failed) fs::copy_file(code.library, beside / "files" / library_name, failed);
  if (!failed) fs::remove_all(folder, failed);  // one that is broken
  if (!failed) fs::rename(beside, folder, failed);
  std::error_code ignored;
  if (failed) fs::remove_all(beside, ignored);
  shrink_cache(cache, cache_limit);
}

}  // namespace

std::optional<std::string> cache_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value ? value : "";
  };
  if (const std::string told = variable("TAUFORGE_CACHE"); !told.empty())
    return told == "off" ? std::nullopt : std::optional(told);
  if (const std::string xdg = variable("XDG_CACHE_HOME"); fs::path(xdg).is_absolute()) return xdg + "/tauforge";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/tauforge";
  return std::nullopt;
}

void shrink_cache(const std::string& folder, std::uintmax_t limit) {
  struct Entry {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes = 0;
  };
  std::vector<Entry> entries;
  std::uintmax_t all = 0;
  std::error_code ignored;
  for (const auto& found : fs::directory_iterator(folder, ignored)) {
    Entry entry{fs::last_write_time(found.path() / "key", ignored), found.path()};
    for (const auto& file : fs::recursive_directory_iterator(found.path(), ignored))
      if (file.is_regular_file(ignored)) entry.bytes += file.file_size(ignored);
    all += entry.bytes;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (auto entry = entries.begin(); all > limit && entry != entries.end(); ++entry) {
    fs::remove_all(entry->path, ignored);
    all -= entry->bytes;
  }
}

diagnostic::Result<VerifiedCode> cached_code(const robot::Robot& robot, const compiler::Request& request,
                                             const CodeOptions& wanted, const CodeWatch& watch) {
  CodeOptions options = wanted;
  if (options.files.prefix.empty()) options.files.prefix = compiler::prefix_for(robot.name);
  const auto cache = cache_folder();
  if (!cache || !options.verify || options.trace_passes || options.files.javascript)
    return verified_code(robot, request, options, watch);
  const std::string key = key_of(robot, request, options), name = name_of(key);
  if (auto entry = entry_in(fs::path(*cache) / name, key, request, options, options.files.prefix))
    return std::move(*entry);
  auto code = verified_code(robot, request, options, watch);
  if (code && !code.value().cut_short) enter(*cache, name, key, code.value(), code.findings());
  return code;
}

}  // namespace tauforge::native
