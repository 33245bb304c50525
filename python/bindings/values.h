// Values between Python and the face: settings by name, tables of numbers.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <functional>

namespace tauforge::python {

namespace nb = nanobind;

template <class T> void take(const nb::dict& from, const char* name, T& to) {
  if (from.contains(name)) to = nb::cast<T>(from[name]);
}

// An array of rows x columns.
nb::object table_of(std::size_t rows, std::size_t columns, const std::function<double(std::size_t, std::size_t)>& at);

}  // namespace tauforge::python
