#include "tauforge/native/compile_c.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/native/run_program.h"
#include "tauforge/native/temporary_folder.h"

namespace tauforge::native {

namespace {

using Words = std::vector<std::string>;

const Words strict = {"-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Wconversion", "-Werror"};
constexpr const char* tell_stack = "-fstack-usage";

class Compiler {
 public:
  Compiler(std::string folder, const BuildOptions& options) : folder_(std::move(folder)), options_(options) {}

  // The first file by itself: beside an object of its own the compiler leaves what it tells of the stack (.su). Linking
  // has the flags, too: some choose what is linked (-Ofast, -flto).
  ProgramRun compile(const Words& files, const std::string& shared_object, const Words& ours, bool stack) const {
    const std::string object = path(shared_object + ".o");
    Words words = begin(ours);
    if (stack) words.emplace_back(tell_stack);
    words.insert(words.end(), {"-c", path(files[0]), "-o", object});
    ProgramRun first = run_program(words);
    if (!first.ok()) return first;
    words = begin(ours);
    words.insert(words.end(), {"-shared", object});
    for (std::size_t k = 1; k < files.size(); ++k) words.push_back(path(files[k]));
    words.insert(words.end(), {"-o", path(shared_object), "-lm"});
    return run_program(words);
  }

  // Those of our options that it takes; nothing where it does not take the user's either.
  std::optional<Words> known(Words ours) const {
    const std::string file = path("tauforge_nothing.c");
    std::ofstream(file) << "int tauforge_nothing(void);\n";
    const auto takes = [&](const Words& some) {
      Words words = begin(some);
      words.insert(words.end(), {"-c", file, "-o", path("tauforge_nothing.o")});
      return run_program(words).ok();
    };
    if (!takes({})) return std::nullopt;
    std::erase_if(ours, [&](const std::string& option) { return !takes({option}); });
    return ours;
  }

  // file:line:column:function <tab> bytes <tab> static
  std::vector<StackUse> stack(const std::string& shared_object) const {
    std::vector<StackUse> uses;
    std::ifstream report(path(shared_object + ".su"));
    for (std::string line; std::getline(report, line);) {
      std::istringstream fields(line);
      StackUse use;
      if (!(fields >> use.function >> use.bytes)) continue;
      use.function.erase(0, use.function.rfind(':') + 1);
      uses.push_back(std::move(use));
    }
    return uses;
  }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  Words begin(const Words& ours) const {
    Words words{options_.compiler};
    words.insert(words.end(), ours.begin(), ours.end());
    words.insert(words.end(), {"-fPIC", "-I", folder_});
    words.insert(words.end(), options_.flags.begin(), options_.flags.end());
    return words;
  }

  std::string folder_;
  const BuildOptions& options_;
};

}  // namespace

std::string BuildOptions::text() const { return fmt::format("{} {}", compiler, fmt::join(flags, " ")); }

diagnostic::Result<CompiledC> compile_c(const std::string& folder, const std::vector<std::string>& files,
                                        const std::string& shared_object, const BuildOptions& options) {
  const Compiler compiler(folder, options);
  ProgramRun run = compiler.compile(files, shared_object, strict, true);
  if (!run.started)
    return diagnostic::error(
        {}, "compiler-missing",
        fmt::format("the compiler '{}' cannot be started", diagnostic::printable(options.compiler)),
        "--compiler names another one, --no-verify goes without");
  if (!run.ok()) {
    Words all = strict;
    all.emplace_back(tell_stack);
    if (auto known = compiler.known(all); known && *known != all) {
      const bool stack = std::erase(*known, tell_stack) > 0;
      run = compiler.compile(files, shared_object, *known, stack);
    }
  }
  if (!run.ok())
    return diagnostic::error({}, "compiler-refused",
                             "the compiler refused the generated code\n" + without_path(folder, run.output));
  return CompiledC{compiler.path(shared_object), compiler.stack(shared_object)};
}

}  // namespace tauforge::native
