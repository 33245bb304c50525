// Code of a robot that was compiled, loaded and found equal to the templates on this machine before anybody gets it:
//
//   request -> refusal? -> search -> files -> compiled -> loaded -> compared -> files to hand over, and a model to call
//
// Whoever wants generated code asks here, so what was verified is what is handed over.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/diagnostic/result.h"
#include "tauforge/native/compile_c.h"
#include "tauforge/native/loaded_model.h"
#include "tauforge/native/verify.h"

namespace tauforge::native {

struct CodeOptions {
  compiler::FileOptions files;  // an empty prefix: the robot's own; remarks are added
  BuildOptions build;
  int states = 1000;   // random states that it is compared on
  bool verify = true;  // false: files only, neither compiled nor loaded
  bool timed = false;  // its calls, too
  bool trace_passes = false;
};

// Whoever wants to know what is being worked on.
struct CodeWatch {
  compiler::CompileWatch search = {};
  std::function<void()> compiling = {}, comparing = {};
};

struct VerifiedCode {
  compiler::Request request;  // as it was carried out
  CodeOptions options;
  compiler::CompiledModel compiled;
  std::vector<compiler::GeneratedFile> files;  // to be handed over
  std::optional<LoadedModel> model;            // to be called; nothing: it was not verified
  std::vector<FunctionCheck> checks;           // one per function of the unit; empty: likewise
  std::vector<compiler::PassRecord> passes;    // of every function, in their order; empty: not traced
  bool cut_short = false;                      // the search, by its watch
};

constexpr const char* cut_short_remark = "The search was cut short: a whole one may find fewer operations.";

// Errors: those of compiler/refusal.h and native/compile_c.h, temporary-folder, load-refused, verification-impossible where
// rounding alone could explain any result, verification-failed. A note says where drives are too light for Plans, so that
// the request is carried out as an exact one.
diagnostic::Result<VerifiedCode> verified_code(const robot::Robot& robot, const compiler::Request& request,
                                               const CodeOptions& options, const CodeWatch& watch = {});

}  // namespace tauforge::native
