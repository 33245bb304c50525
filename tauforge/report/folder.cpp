#include "tauforge/report/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/report/document_kind.h"

namespace tauforge::report {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 64u << 20;  // of a JSON document

// log2 before log10.
bool by_number(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (std::isdigit(static_cast<unsigned char>(a[i])) && std::isdigit(static_cast<unsigned char>(b[j]))) {
      const auto number = [](const std::string& text, std::size_t& at) {
        const std::size_t begin = at;
        while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
        return text.substr(begin, at - begin);
      };
      const std::string m = number(a, i), n = number(b, j);
      if (m.size() != n.size()) return m.size() < n.size();
      if (m != n) return m < n;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

Result<std::vector<std::string>> files_in(const std::string& path) {
  std::error_code failed;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(path, failed), end; !failed && entry != end; entry.increment(failed))
    if (entry->is_regular_file(failed)) names.push_back(entry->path().filename().string());
  if (failed)
    return diagnostic::error({}, "folder-unreadable",
                             fmt::format("'{}' cannot be read: {}", diagnostic::printable(path), failed.message()));
  std::sort(names.begin(), names.end(), by_number);
  return names;
}

// The best robot first: bodies that can exist, then what was reduced, then the rest.
int rank(const std::string& name) {
  return name.ends_with(".identified.toml") ? 0 : name.ends_with(".reduced.toml") ? 1 : 2;
}

Findings add_document(const std::string& path, const std::string& name, Chapter& chapter) {
  std::error_code failed;
  if (fs::file_size(path, failed) > most_bytes || failed)
    return {diagnostic::error({}, "document-too-long",
                              fmt::format("'{}' has more than {} MB", diagnostic::printable(path), most_bytes >> 20))};
  std::ifstream file(path, std::ios::binary);
  nlohmann::json value = nlohmann::json::parse(file, nullptr, false);
  if (value.is_discarded())
    return {diagnostic::error({}, "json-syntax", fmt::format("'{}' is no JSON", diagnostic::printable(path)))};
  if (!kind_of(value).empty()) chapter.documents.push_back({name, std::move(value)});
  return {};
}

}  // namespace

Result<Chapter> read_folder(const std::string& path) {
  const auto names = files_in(path);
  if (!names) return names.findings();
  Chapter chapter;
  const fs::path folder(path);
  chapter.title = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  Findings findings;
  std::vector<std::string> robots;
  for (const std::string& name : names.value()) {
    const std::string file = (folder / name).string();
    if (name.ends_with(".json")) {
      append(findings, add_document(file, name, chapter));
    } else if (name.ends_with(".csv")) {
      auto table = read_table(file, name);
      append(findings, table.findings());
      if (table) chapter.tables.push_back(table.take());
    } else if (files::format_of_ending(name)) {
      robots.push_back(name);
    }
  }
  if (diagnostic::has_error(findings)) return findings;
  std::stable_sort(robots.begin(), robots.end(),
                   [](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
  for (const std::string& name : robots) {
    if (chapter.robot) break;
    if (auto robot = load((folder / name).string())) chapter.robot = robot.take();  // scenarios end in .toml, too
  }
  if (chapter.tables.empty() && chapter.documents.empty() && !chapter.robot)
    return diagnostic::error({}, "folder-empty", fmt::format("'{}' holds nothing to show", diagnostic::printable(path)),
                             "a robot, tables (.csv) or answers of commands (.json)");
  return {std::move(chapter), std::move(findings)};
}

}  // namespace tauforge::report
