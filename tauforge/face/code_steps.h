// The steps of generated code in the making, told to a Progress.
#pragma once

#include <fmt/format.h>

#include "tauforge/face/cancellable.h"
#include "tauforge/native/verified_code.h"

namespace tauforge {

// `searches`: how many there are to be. It has to outlive the work, as `progress` has to.
class CodeSteps {
 public:
  CodeSteps(Cancellable& progress, std::size_t searches) : progress_(progress), searches_(searches) {}
  CodeSteps(const CodeSteps&) = delete;

  native::CodeWatch watch(const native::CodeOptions& options) {
    native::CodeWatch watch;
    watch.search.stage = [this](const std::string& function) {
      if (++search_ > searches_) return;
      what_ = fmt::format("searching {} of {}: {}", search_, searches_, function);
      is_ended_ = !progress_({what_, 0.0}) || is_ended_;
    };
    watch.search.search = [this](const compiler::SearchProgress& search) {
      if (!is_ended_) is_ended_ = !progress_({what_, search.share, fmt::format("{} operations", search.fewest)});
      return !is_ended_;
    };
    watch.compiling = [this, build = options.build.text()] { progress_({"compiling with " + build}); };
    watch.comparing = [this, states = options.states] {
      progress_({fmt::format("comparing with the templates on {} random states", states)});
    };
    return watch;
  }

 private:
  Cancellable& progress_;
  std::size_t searches_, search_ = 0;
  std::string what_;
  bool is_ended_ = false;
};

}  // namespace tauforge
