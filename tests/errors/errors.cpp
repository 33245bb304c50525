// One bad file per rule, and the text a user gets to read: tests/errors/<folder>/<rule>.<extension>
// beside <rule>.expected. After a wanted change TAUFORGE_UPDATE_GOLDEN=1 rewrites the expected
// texts; review them like code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tauforge/files/csv_table.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/robot/acknowledge.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/plausibility.h"
#include "tauforge/robot/validate.h"

namespace tauforge::tests {
namespace {

namespace fs = std::filesystem;

const fs::path folder = TAUFORGE_SOURCE_DIR "/tests/errors";

std::vector<fs::path> bad_files() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().parent_path() != folder && entry.path().extension() != ".expected")
      found.push_back(fs::relative(entry.path(), folder));
  std::sort(found.begin(), found.end());
  return found;
}

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string text_of(const diagnostic::Findings& findings) {
  std::string text;
  for (const auto& finding : findings) text += diagnostic::to_text(finding);
  return text;
}

std::string findings_of_table(const fs::path& file) {
  files::CsvOptions options;
  options.longest_line = 1000;  // so that the file that breaks this rule stays small
  auto opened = files::CsvReader::from_text(file.filename().string(), contents(folder / file), options);
  if (!opened) return text_of(opened.findings());
  files::CsvReader reader = opened.take();
  std::vector<double> row(reader.columns().size());
  while (reader.next(row)) {
  }
  return text_of(reader.findings());
}

// Everything that is said about a file, from reading to assembling, under its bare name. Files whose
// name begins with "lenient-" are read leniently; with "coupled-", their mimic joints follow.
std::string findings_of(const fs::path& file) {
  if (file.extension() == ".csv") return findings_of_table(file);
  const auto source = files::source_from_text(file.filename().string(), contents(folder / file));
  const auto marked = [&](const char* mark) { return file.filename().string().starts_with(mark); };
  const auto description = files::read_robot(source, {marked("lenient-")});
  robot::AssembleOptions options;
  if (marked("coupled-")) options.mimic = robot::MimicPolicy::coupled;
  diagnostic::Findings findings = description.findings();
  if (description.ok()) {
    append(findings, robot::validate(description.value()));
    const auto assembled = robot::assemble(description.value(), options);
    append(findings, assembled.findings());
    if (assembled.ok()) append(findings, robot::judge_plausibility(description.value(), assembled.value()));
    robot::acknowledge(description.value(), findings);
  }
  return text_of(findings);
}

class ErrorText : public testing::TestWithParam<fs::path> {};

TEST_P(ErrorText, IsWhatTheExpectedFileSays) {
  const fs::path file = GetParam();
  const std::string text = findings_of(file);
  EXPECT_FALSE(text.empty()) << file << " has no finding";
  const fs::path expected = (folder / file).replace_extension(".expected");
  if (std::getenv("TAUFORGE_UPDATE_GOLDEN")) std::ofstream(expected, std::ios::binary) << text;
  EXPECT_EQ(text, contents(expected)) << "after a wanted change: TAUFORGE_UPDATE_GOLDEN=1";
}

INSTANTIATE_TEST_SUITE_P(Files, ErrorText, testing::ValuesIn(bad_files()), [](const auto& file) {
  std::string name = file.param.string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

}  // namespace
}  // namespace tauforge::tests
