// A robot and a request, compiled, written, built by a C compiler and loaded.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/native/loaded_model.h"
#include "tests/support/compile_c.h"

namespace tauforge::tests {

inline void write_files(const ScratchFolder& folder, const std::vector<compiler::GeneratedFile>& files) {
  for (const auto& file : files) {
    const std::filesystem::path path = folder.file(file.name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << file.text;
  }
}

// A unit as one text that needs no other file.
inline std::string one_text(const emit::Unit& unit) {
  std::string source = emit::c_source(unit);
  const std::string include = "#include \"" + unit.prefix + ".h\"\n";
  source.erase(source.find(include), include.size());
  return emit::c_header(unit) + source;
}

struct BuiltModel {
  ScratchFolder folder;
  compiler::CompiledModel compiled;
  std::string messages;                        // of the compiler
  std::unique_ptr<native::LoadedModel> model;  // null: it was not built

  BuiltModel(const robot::Robot& robot, const compiler::Request& request, const native::BuildOptions& build)
      : compiled(compiler::compile(robot, request)) {
    const std::string prefix = compiler::prefix_for(robot.name);
    compiler::FileOptions options;
    options.prefix = prefix, options.source = "test";
    write_files(folder, compiler::generated_files(robot, request, compiled, options));
    const auto words = native::build_words(folder.file("."), prefix, build, folder.file("model.so"));
    const Finished finished = run_program(words);
    messages = finished.output;
    if (finished.status == 0) model = std::make_unique<native::LoadedModel>(folder.file("model.so"), prefix);
  }
  bool ok() const { return model && model->ok(); }
};

// What a case asks, as the seam wants it.
inline tauforge_state state_of(const emit::SelfTestCase& c) {
  const auto pointer = [](const std::vector<double>& v) { return v.empty() ? nullptr : v.data(); };
  return {pointer(c.q), pointer(c.qd), pointer(c.qdd), pointer(c.tau), pointer(c.wrench), pointer(c.equation)};
}

}  // namespace tauforge::tests
