#include "tauforge/files/read_robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "tauforge/diagnostic/layout.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/files/specification.h"
#include "tauforge/files/specification_writer.h"
#include "tauforge/files/transmission.h"
#include "tauforge/files/urdf.h"
#include "tauforge/files/urdf_writer.h"
#include "tauforge/robot/acknowledge.h"
#include "tauforge/robot/plausibility.h"
#include "tauforge/robot/validate.h"

namespace tauforge::files {

using diagnostic::Findings;
using robot::Description;
using robot::Format;

namespace {

std::string_view first_word(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  return line.substr(begin, line.find_first_of(blanks, begin) - begin);
}

// The first line that is neither empty nor a comment tells.
std::optional<Format> format_of_content(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin), word = first_word(line);
    begin = end + 1;
    if (word.empty() || word[0] == '#' || word[0] == '%') continue;
    if (word[0] == '<') return Format::urdf;
    if (word == "number_links") return Format::specification;
    if (word[0] == '[' || line.find('=') != std::string_view::npos) return Format::toml;
    return std::nullopt;
  }
  return std::nullopt;
}

// Names go into C, CMake and paths, where longer ones are refused by others.
Findings names_too_long(const Description& description, const diagnostic::Position& file) {
  constexpr std::size_t longest = 1000;
  Findings findings;
  const auto judge = [&](const char* what, const std::string& name, const diagnostic::Position& at) {
    if (name.size() <= longest) return;
    findings.push_back(diagnostic::error(
        at.source ? at : file, "name-too-long",
        fmt::format("the name of a {} has {} bytes: '{}'", what, name.size(), diagnostic::shortened(name, 30)),
        fmt::format("at most {}", longest)));
  };
  judge("robot", description.name, file);
  for (const auto& link : description.links) judge("link", link.name.value, link.name.at);
  for (const auto& joint : description.joints) judge("joint", joint.name.value, joint.name.at);
  return findings;
}

}  // namespace

std::optional<Format> format_of_ending(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (extension == ".toml") return Format::toml;
  if (extension == ".urdf" || extension == ".xml" || extension == ".xacro") return Format::urdf;
  if (extension == ".dyn") return Format::specification;
  return std::nullopt;
}

const char* to_text(Format format) {
  switch (format) {
    case Format::toml: return "TOML robot file";
    case Format::urdf: return "URDF";
    case Format::specification: return "specification file";
  }
  return "";
}

Result<Format> format_of(const SourceText& source) {
  if (const auto format = format_of_ending(source->name)) return *format;
  if (const auto format = format_of_content(source->text)) return *format;
  return diagnostic::error({source, 0, 0, 1}, "format-unknown",
                           fmt::format("the format of '{}' is not known", source->name),
                           "a robot is described in TOML (.toml), URDF (.urdf, .xml) or a specification file (.dyn)");
}

Result<Description> read_robot(const SourceText& source, const ReadOptions& options) {
  const Result<Format> format = format_of(source);
  if (!format) return format.findings();
  auto read = [&]() -> Result<Description> {
    switch (format.value()) {
      case Format::toml: return read_robot_toml(source);
      case Format::urdf: return read_urdf(source);
      case Format::specification: return read_specification(source, {options.lenient});
    }
    return format.findings();
  }();
  if (!read) return read;
  Findings too_long = names_too_long(read.value(), {source, 0, 0, 1});
  if (too_long.empty()) return read;
  append(too_long, read.findings());
  return too_long;
}

Result<std::string> write_robot(const Description& description, Format format, const robot::AssembleOptions& options) {
  switch (format) {
    case Format::toml: return write_robot_toml(description);
    case Format::urdf: return write_urdf(description);
    case Format::specification: return write_specification(description, options);
  }
  diagnostic::require(false, "every format has a writer");
  return std::string();
}

Inspection inspect_robot(const std::string& path, const LoadOptions& options) {
  const Result<SourceText> source = read_source(path);
  return source ? inspect_robot(source.value(), options) : Inspection{{}, {}, source.findings()};
}

Inspection inspect_robot(const SourceText& source, const LoadOptions& options) {
  Inspection result;
  Result<Description> description = read_robot(source, options.read);
  append(result.findings, description.findings());
  if (description) result.description = description.take();
  if (result.description && !options.read.transmission.empty())
    append(result.findings, add_transmission(options.read.transmission, *result.description));
  if (result.description && !diagnostic::has_error(result.findings)) {
    append(result.findings, robot::validate(*result.description));
    Result<robot::Robot> assembled = robot::assemble(*result.description, options.assemble);
    append(result.findings, assembled.findings());
    if (assembled) result.robot = assembled.take();
    if (result.robot) append(result.findings, robot::judge_plausibility(*result.description, *result.robot));
    robot::acknowledge(*result.description, result.findings);
  }
  if (options.strict)
    for (auto& finding : result.findings)
      if (finding.severity == diagnostic::Severity::warning) finding.severity = diagnostic::Severity::error;
  diagnostic::sort_by_place(result.findings);
  return result;
}

Result<LoadedRobot> load_robot(const std::string& path, const LoadOptions& options) {
  Inspection inspection = inspect_robot(path, options);
  if (diagnostic::has_error(inspection.findings)) return std::move(inspection.findings);
  return {LoadedRobot{std::move(*inspection.description), std::move(*inspection.robot), options,
                      std::filesystem::path(path).filename().string()},
          std::move(inspection.findings)};
}

}  // namespace tauforge::files
