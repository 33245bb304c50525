// NumPy arrays in and out of functions of a state: numbers in the last dimension, any leading dimensions before it.
//
// What is already a contiguous array of doubles is read where it lies. Everything else that NumPy turns into doubles without
// losing anything is copied; leading dimensions are broadcast as NumPy broadcasts.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tauforge/tauforge.h"

namespace tauforge::python {

namespace nb = nanobind;

constexpr std::size_t most_inputs = 8;

struct Input {
  std::string name;  // q, qd ...
  std::size_t size = 0;
};

// What a call was given, as addresses; keeps copies alive. Needs the interpreter lock to come and go.
class Arrays {
 public:
  // `given`: one object per input. Throws TypeError and ValueError.
  Arrays(std::span<const Input> inputs, PyObject* const* given);
  ~Arrays();
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;

  // Where results go: new arrays, or those of `out` (one array; a sequence where there are several results). What has to be
  // returned comes back, a new reference.
  PyObject* results(std::span<const ResultShape> shapes, PyObject* out);

  std::size_t count() const { return count_; }  // of states
  const double* input(std::size_t i) const { return data_[i]; }
  double* result(std::size_t i) const { return results_[i]; }

 private:
  void broadcast(std::span<const Input> inputs);
  PyObject* accept(PyObject* out, const ResultShape& shape, std::span<const std::ptrdiff_t> dimensions);
  bool overlaps(const double* begin, std::size_t numbers) const;

  std::array<PyObject*, most_inputs> owned_ = {};
  std::array<const double*, most_inputs> data_ = {};
  std::array<std::size_t, most_inputs> sizes_ = {};
  std::array<double*, most_inputs> results_ = {};
  std::size_t inputs_ = 0, count_ = 1;
  std::array<std::ptrdiff_t, 64> leading_ = {};
  int leading_count_ = 0;
};

// Begins NumPy's interface; throws ImportError.
void import_numpy();

}  // namespace tauforge::python
