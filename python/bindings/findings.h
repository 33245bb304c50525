// What the face answers, for Python: a value or None, and findings; progress with Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include "tauforge/tauforge.h"

namespace tauforge::python {

namespace nb = nanobind;

// (severity, code, message, hint, file, line, column, text) each; text as the program prints it.
nb::list list_of(const Findings& findings);

// (value or None, findings)
template <class T> nb::tuple answer(Result<T> result) {
  nb::list findings = list_of(result.findings());
  return nb::make_tuple(result ? nb::cast(result.take()) : nb::none(), findings);
}

// Work without the interpreter lock, which tells `told` (None, or a function of what, share, so_far that may return False:
// enough) how far it is. Ctrl-C and exceptions of `told` cancel it and are thrown afterwards.
class Watched {
 public:
  explicit Watched(nb::object told) : told_(std::move(told)) {}
  template <class Run> auto operator()(const Run& run) {
    auto result = [&] {
      nb::gil_scoped_release unlocked;
      return run(Progress([this](const Step& step) { return ask(step); }));
    }();
    finish();
    return result;
  }

 private:
  Answer ask(const Step& step);
  void finish();

  nb::object told_, raised_;
  std::exception_ptr failed_;
};

}  // namespace tauforge::python
