// Code of a robot that was compiled, loaded and found equal to the templates on this machine before anybody gets it:
//
//   request -> refusal? -> search -> files -> compiled -> loaded -> compared -> files to hand over, and a model to call
//
// Whoever wants generated code asks here, so what was verified is what is handed over.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/diagnostic/result.h"
#include "tauforge/native/compile_c.h"
#include "tauforge/native/loaded_model.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/native/verify.h"
#include "tauforge/native/verify_casadi.h"
#include "tauforge/native/verify_friction_step.h"
#include "tauforge/native/verify_javascript.h"
#include "tauforge/native/verify_observer.h"

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

// A function of the code as its callers see it.
struct CodeFunction {
  struct Numbers {
    std::string name;
    std::size_t size = 0;
  };
  std::string name;
  std::vector<Numbers> arguments, results;  // constants of a set-up are no argument
  std::vector<Numbers> setup;               // what its set-up stage reads
};

struct VerifiedCode {
  compiler::Request request;  // as it was carried out
  CodeOptions options;
  std::vector<CodeFunction> functions;
  compiler::CompiledModel compiled;
  std::vector<compiler::GeneratedFile> files;      // to be handed over
  std::optional<LoadedModel> model;                // to be called; nothing: it was not verified
  std::vector<FunctionCheck> checks;               // one per function of the unit; empty: likewise
  std::optional<ObserverCheck> observer;           // of a request with one; nothing: likewise
  std::optional<FrictionStepCheck> friction_step;  // of a robot whose friction grows or remembers; nothing: likewise
  std::vector<FunctionCheck> javascript;           // of JavaScript, in Node; empty: there was none, or no Node
  std::optional<CasadiCheck> casadi;               // of functions for CasADi; nothing: likewise
  std::vector<compiler::PassRecord> passes;        // of every function, in their order; empty: not traced
  bool cut_short = false;                          // the search, by its watch
  std::string library;                             // path of the shared object behind `model`
  std::shared_ptr<const TemporaryFolder> folder;   // where it lies; nothing: in the cache
  bool from_cache() const { return model && !folder; }  // then `compiled` has the reports alone, without their Plans
};

constexpr const char* cut_short_remark = "The search was cut short: a whole one may find fewer operations.";

// Errors: those of compiler/refusal.h and native/compile_c.h, temporary-folder, load-refused, verification-impossible where
// rounding alone could explain any result, verification-failed. A note says where drives are too light for Plans, so that
// the request is carried out as an exact one; another where there was no Node to verify JavaScript with.
diagnostic::Result<VerifiedCode> verified_code(const robot::Robot& robot, const compiler::Request& request,
                                               const CodeOptions& options, const CodeWatch& watch = {});

}  // namespace tauforge::native
