// A robot and a request, compiled, written, built by a C compiler and loaded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/compiler/lay_out.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/native/compile_c.h"
#include "tauforge/native/loaded_model.h"
#include "tauforge/native/write_files.h"
#include "tests/support/compile_c.h"

namespace tauforge::tests {

// A unit as one text that needs no other file.
inline std::string one_text(emit::Unit unit) {
  compiler::lay_out(unit);
  std::string source = emit::c_source(unit);
  const std::string include = "#include \"" + unit.prefix + ".h\"\n";
  source.erase(source.find(include), include.size());
  return emit::c_header(unit) + source;
}

struct BuiltModel {
  ScratchFolder folder;
  compiler::CompiledModel compiled;
  std::string messages;                      // of the compiler
  std::optional<native::LoadedModel> model;  // nothing: it was not built

  BuiltModel(const robot::Robot& robot, const compiler::Request& request, const native::BuildOptions& build)
      : compiled(compiler::compile(robot, request)) {
    const std::string prefix = compiler::prefix_for(robot.name);
    compiler::FileOptions options;
    options.prefix = prefix, options.source = "test";
    native::write_files(folder.file("."), compiler::generated_files(robot, request, compiled, options));
    const auto made = native::compile_c(folder.file("."), {prefix + ".c", prefix + "_model.c"}, "model.so", build);
    if (made.ok())
      model.emplace(made.value().shared_object, prefix);
    else
      messages = made.findings()[0].message;
  }
  bool ok() const { return model && model->ok(); }
};

// What a case asks, as the seam wants it.
inline tauforge_state state_of(const emit::SelfTestCase& c) {
  const auto pointer = [](const std::vector<double>& v) { return v.empty() ? nullptr : v.data(); };
  return {pointer(c.q),   pointer(c.qd),     pointer(c.qdd),
          pointer(c.tau), pointer(c.wrench), pointer(c.equation),
          pointer(c.b),   nullptr,           {}};
}

}  // namespace tauforge::tests
