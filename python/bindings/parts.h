// The parts of the extension that module.cpp puts together.
#pragma once

#include <nanobind/nanobind.h>

namespace tauforge::python {

void bind_blocks(nanobind::module_& m);  // logs reduced where they lie
void bind_code(nanobind::module_& m);    // generated code: compile, call, write
void bind_identification(nanobind::module_& m);
void bind_work(nanobind::module_& m);  // simulate, excite, derive

}  // namespace tauforge::python
