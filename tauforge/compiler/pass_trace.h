// What each pass made of a function, for whoever wants to see it: an observer that the pipeline carries along. Nobody
// watching, it measures nothing.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "tauforge/compiler/pass_list.h"
#include "tauforge/emit/c_unit.h"
#include "tauforge/expression/count.h"

namespace tauforge::compiler {

struct FunctionSize {
  expression::Operations operations;  // of a call, by the customised rule
  int live_values = 0;                // the most at once, in the order of the statements; of the largest stage
  std::size_t bytes = 0;              // of its C text, printed as things stand, without prefix; 0: it cannot be printed
};

struct PassRecord {
  Pass pass;
  std::string function;
  bool ran = false;  // false: not asked for, or not of this function
  double milliseconds = 0;
  std::optional<FunctionSize> size = {};  // after it; nothing: there is no program yet
};
using PassWatch = std::function<void(const PassRecord&)>;

// Of one function. Where several ways are tried each has a copy, and the copy of the way that was taken is told.
class PassTrace {
 public:
  PassTrace(const PassWatch& watch, const emit::CStyle& style) : watch_(&watch), style_(&style) {}

  // Does the work, which is part of the pass.
  template <class Work> auto timed(Pass pass, Work&& work) {
    const Stopwatch running(record(pass));
    return work();
  }
  void after(Pass pass, const emit::UnitFunction& function);  // what it is now
  void tell(const std::string& function) const;               // every pass in the order of the list

 private:
  struct Stopwatch {
    explicit Stopwatch(PassRecord& r) : record(r) { record.ran = true; }
    ~Stopwatch() {
      record.milliseconds +=
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }
    PassRecord& record;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  };
  PassRecord& record(Pass pass) { return records_[static_cast<std::size_t>(pass)]; }

  const PassWatch* watch_;
  const emit::CStyle* style_;
  std::array<PassRecord, static_cast<std::size_t>(Pass::emit) + 1> records_ = {};
};

}  // namespace tauforge::compiler
