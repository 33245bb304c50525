#include "tauforge/native/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>

namespace tauforge::native {

namespace fs = std::filesystem;

diagnostic::Findings unwritable(const std::string& path, const std::string& why) {
  const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{path, ""});
  return {diagnostic::error({source, 0, 0, 1}, "output-unwritable", fmt::format("cannot be written: {}", why))};
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) {
  std::error_code failed;
  if (path_ == "-" || path_.empty()) return;
  const fs::file_status status = fs::status(path_, failed);
  if (fs::exists(status) && !fs::is_regular_file(status)) return;
  const fs::path resolved = fs::weakly_canonical(path_, failed);  // a link stays a link
  if (!failed) target_ = resolved.string();
  temporary_ = fmt::format("{}.part-{}", target_, getpid());
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a write error
  guard_.emplace(temporary_);
}

OutputFile::~OutputFile() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

diagnostic::Findings OutputFile::refusal() const {
  std::error_code failed;
  if (path_.empty()) return unwritable(path_, "the name is empty");
  if (path_ == "-") return {};
  if (fs::is_directory(path_, failed)) return unwritable(path_, "it is a folder");
  const fs::path folder = fs::path(target_).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, failed)) return unwritable(path_, "its folder does not exist");
  return {};
}

diagnostic::Findings OutputFile::complete() {
  if (temporary_.empty()) return {};
  std::error_code failed;
  fs::rename(temporary_, target_, failed);
  if (failed) return unwritable(path_, failed.message());
  temporary_.clear();
  guard_.reset();
  return {};
}

std::string OutputFile::leave_part() {
  guard_.reset();
  return std::exchange(temporary_, "");
}

diagnostic::Findings write_text(const std::string& path, const std::string& text) {
  OutputFile file(path);
  if (auto findings = file.refusal(); !findings.empty()) return findings;
  if (path == "-") {
    fmt::print("{}", text);
    return {};
  }
  {
    std::ofstream stream(file.write_to(), std::ios::binary);
    stream << text << std::flush;
    if (!stream) return unwritable(path, std::strerror(errno));
  }
  return file.complete();
}

bool same_file(const std::string& output, const std::string& input) {
  std::error_code failed;
  return output != "-" && input != "-" && fs::equivalent(output, input, failed) && !failed;
}

}  // namespace tauforge::native
