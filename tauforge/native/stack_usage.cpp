#include "tauforge/native/stack_usage.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "tauforge/native/run_program.h"
#include "tauforge/native/temporary_folder.h"

namespace tauforge::native {

std::vector<std::string> stack_usage(const std::vector<compiler::GeneratedFile>& files, const std::string& prefix,
                                     const BuildOptions& options) {
  const TemporaryFolder folder;
  if (!folder.ok()) return {};
  for (const auto& file : files)
    if (file.name == prefix + ".c" || file.name == prefix + ".h")
      std::ofstream(folder.path() + "/" + file.name) << file.text;
  const std::string stem = folder.path() + "/" + prefix;
  std::vector<std::string> words = {options.compiler, "-std=c99", "-fPIC", "-fstack-usage", "-c"};
  words.insert(words.end(), options.flags.begin(), options.flags.end());
  words.insert(words.end(), {stem + ".c", "-o", stem + ".o"});
  if (!run_program(words).ok()) return {};
  std::ifstream report(stem + ".su");  // file:line:column:function <tab> bytes <tab> static
  std::vector<std::string> lines;
  for (std::string line; std::getline(report, line);) {
    std::istringstream fields(line);
    std::string place;
    long bytes = 0;
    if (!(fields >> place >> bytes)) continue;
    const std::string function = place.substr(place.rfind(':') + 1);
    if (lines.empty()) lines.push_back(fmt::format("Stack ({} {}):", options.compiler, fmt::join(options.flags, " ")));
    lines.push_back(fmt::format("  {}: {} bytes", function, bytes));
  }
  return lines;
}

}  // namespace tauforge::native
