#include "python/bindings/findings.h"

#include <nanobind/stl/string.h>

#include "tauforge/diagnostic/position.h"

namespace tauforge::python {

nb::list list_of(const Findings& findings) {
  const auto text = [](const std::string& bytes) {  // names from files may be no UTF-8
    return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "backslashreplace"));
  };
  nb::list list;
  for (const auto& f : findings)
    list.append(nb::make_tuple(diagnostic::to_text(f.severity), f.code, text(f.message), text(f.hint),
                               text(f.at.source ? f.at.source->name : ""), f.at.line, f.at.column,
                               text(diagnostic::to_text(f))));
  return list;
}

Answer Watched::ask(const Step& step) {
  nb::gil_scoped_acquire locked;
  if (failed_) return Answer::cancel;
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (told_.is_none()) return Answer::go_on;
    const nb::object answer = told_(step.what, step.share ? nb::cast(*step.share) : nb::none(), step.so_far);
    return answer.ptr() == Py_False ? Answer::enough : Answer::go_on;
  } catch (...) {
    failed_ = std::current_exception();
    return Answer::cancel;
  }
}

void Watched::finish() {
  if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace tauforge::python
