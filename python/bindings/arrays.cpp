#include "python/bindings/arrays.h"

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define NPY_TARGET_VERSION NPY_1_22_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>

namespace tauforge::python {

namespace {

PyArrayObject* array(PyObject* object) { return reinterpret_cast<PyArrayObject*>(object); }

bool is_plain(PyObject* object, int flags) {
  if (!PyArray_Check(object)) return false;
  PyArrayObject* a = array(object);
  return PyArray_TYPE(a) == NPY_DOUBLE && PyArray_CHKFLAGS(a, flags) && PyArray_ISNOTSWAPPED(a);
}

std::string shape_text(const npy_intp* dimensions, int count) {
  std::string text = "(";
  for (int d = 0; d < count; ++d) text += (d ? ", " : "") + std::to_string(dimensions[d]);
  return text + (count == 1 ? ",)" : ")");
}

[[noreturn]] void refuse(PyObject* type, const std::string& why) {
  PyErr_SetString(type, why.c_str());
  throw nb::python_error();
}

// A contiguous array of doubles, a new reference.
PyObject* converted(PyObject* given, const std::string& name) {
  if (PyUnicode_Check(given) || PyBytes_Check(given) || given == Py_None)
    refuse(PyExc_TypeError, name + ": numbers are needed, not " + Py_TYPE(given)->tp_name);
  PyObject* copy = PyArray_FromAny(given, PyArray_DescrFromType(NPY_DOUBLE), 1, 0,
                                   NPY_ARRAY_CARRAY_RO | NPY_ARRAY_NOTSWAPPED, nullptr);
  if (copy) return copy;
  if (PyErr_ExceptionMatches(PyExc_MemoryError)) throw nb::python_error();
  nb::python_error why;
  const bool is_value = why.matches(PyExc_ValueError);
  refuse(is_value ? PyExc_ValueError : PyExc_TypeError, name + ": " + nb::str(why.value()).c_str());
}

}  // namespace

void import_numpy() {
  if (_import_array() < 0) throw nb::python_error();
}

Arrays::Arrays(std::span<const Input> inputs, PyObject* const* given) : inputs_(inputs.size()) {
  try {
    bool alike = true;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Input& input = inputs[i];
      if (is_plain(given[i], NPY_ARRAY_CARRAY_RO)) {
        Py_INCREF(given[i]);
        owned_[i] = given[i];
      } else {
        owned_[i] = converted(given[i], input.name);
      }
      PyArrayObject* a = array(owned_[i]);
      const int dimensions = PyArray_NDIM(a);
      const npy_intp* shape = PyArray_DIMS(a);
      if (dimensions < 1 || shape[dimensions - 1] != static_cast<npy_intp>(input.size))
        refuse(PyExc_ValueError, input.name + " has the shape " + shape_text(shape, dimensions) +
                                     "; its last dimension has to be " + std::to_string(input.size));
      data_[i] = static_cast<const double*>(PyArray_DATA(a));
      sizes_[i] = input.size;
      if (i == 0) {
        leading_count_ = dimensions - 1;
        std::copy_n(shape, leading_count_, leading_.begin());
      } else if (dimensions - 1 != leading_count_ || !std::equal(shape, shape + leading_count_, leading_.begin())) {
        alike = false;
      }
    }
    if (!alike) broadcast(inputs);
    for (int d = 0; d < leading_count_; ++d) count_ *= static_cast<std::size_t>(leading_[d]);
  } catch (...) {
    for (PyObject* object : owned_) Py_XDECREF(object);
    throw;
  }
}

Arrays::~Arrays() {
  for (PyObject* object : owned_) Py_XDECREF(object);
}

// Leading dimensions from the last to the first; what has one is repeated.
void Arrays::broadcast(std::span<const Input> inputs) {
  std::array<std::ptrdiff_t, 64> common = {};
  int most = 0;
  for (std::size_t i = 0; i < inputs_; ++i) most = std::max(most, PyArray_NDIM(array(owned_[i])) - 1);
  for (int d = 0; d < most; ++d) common[d] = 1;
  for (std::size_t i = 0; i < inputs_; ++i) {
    const int own = PyArray_NDIM(array(owned_[i])) - 1;
    for (int d = 0; d < own; ++d) {
      const npy_intp size = PyArray_DIM(array(owned_[i]), d);
      std::ptrdiff_t& shared = common[most - own + d];
      if (shared == 1) shared = size;
      if (size != 1 && size != shared)
        refuse(PyExc_ValueError, "the leading dimensions of the arguments do not fit together: " + inputs[i].name +
                                     " has the shape " + shape_text(PyArray_DIMS(array(owned_[i])), own + 1));
    }
  }
  leading_ = common, leading_count_ = most;
  const nb::object broadcast_to = nb::module_::import_("numpy").attr("broadcast_to");
  for (std::size_t i = 0; i < inputs_; ++i) {
    nb::list shape;
    for (int d = 0; d < most; ++d) shape.append(common[d]);
    shape.append(inputs[i].size);
    nb::object wide = broadcast_to(nb::handle(owned_[i]), nb::tuple(shape));
    PyObject* whole = converted(wide.ptr(), inputs[i].name);
    Py_DECREF(owned_[i]);
    owned_[i] = whole;
    data_[i] = static_cast<const double*>(PyArray_DATA(array(whole)));
  }
}

bool Arrays::overlaps(const double* begin, std::size_t numbers) const {
  for (std::size_t i = 0; i < inputs_; ++i)
    if (begin < data_[i] + count_ * sizes_[i] && data_[i] < begin + numbers) return true;
  return false;
}

PyObject* Arrays::accept(PyObject* out, const ResultShape& shape, std::span<const std::ptrdiff_t> dimensions) {
  const std::string name = "out for " + shape.name;
  if (!PyArray_Check(out)) refuse(PyExc_TypeError, name + " has to be an array, not " + Py_TYPE(out)->tp_name);
  PyArrayObject* a = array(out);
  if (PyArray_TYPE(a) != NPY_DOUBLE || !PyArray_ISNOTSWAPPED(a))
    refuse(PyExc_TypeError, name + " has to be an array of float64");
  if (PyArray_NDIM(a) != static_cast<int>(dimensions.size()) ||
      !std::equal(dimensions.begin(), dimensions.end(), PyArray_DIMS(a)))
    refuse(PyExc_ValueError, name + " has the shape " + shape_text(PyArray_DIMS(a), PyArray_NDIM(a)) +
                                 "; it has to be " +
                                 shape_text(dimensions.data(), static_cast<int>(dimensions.size())));
  if (!PyArray_ISWRITEABLE(a)) refuse(PyExc_ValueError, name + " is read-only");
  if (!PyArray_CHKFLAGS(a, NPY_ARRAY_CARRAY)) refuse(PyExc_ValueError, name + " has to be contiguous, row by row");
  if (overlaps(static_cast<double*>(PyArray_DATA(a)), static_cast<std::size_t>(PyArray_SIZE(a))))
    refuse(PyExc_ValueError, name + " shares memory with an argument");
  Py_INCREF(out);
  return out;
}

PyObject* Arrays::results(std::span<const ResultShape> shapes, PyObject* out) {
  const bool given = out && out != Py_None;
  const bool several = shapes.size() > 1;
  nb::object sequence;
  if (given && several) {
    if (!PyTuple_Check(out) && !PyList_Check(out))
      refuse(PyExc_TypeError, "out has to be a tuple of " + std::to_string(shapes.size()) + " arrays");
    sequence = nb::steal(PySequence_Tuple(out));
    if (PyTuple_GET_SIZE(sequence.ptr()) != static_cast<Py_ssize_t>(shapes.size()))
      refuse(PyExc_ValueError, "out has to be a tuple of " + std::to_string(shapes.size()) + " arrays");
  }
  nb::object all;
  if (several) all = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(shapes.size())));
  for (std::size_t r = 0; r < shapes.size(); ++r) {
    std::array<std::ptrdiff_t, 66> dimensions = {};
    std::copy_n(leading_.begin(), leading_count_, dimensions.begin());
    int n = leading_count_;
    dimensions[static_cast<std::size_t>(n++)] = static_cast<std::ptrdiff_t>(shapes[r].rows);
    if (shapes[r].columns > 0)
      dimensions[static_cast<std::size_t>(n++)] = static_cast<std::ptrdiff_t>(shapes[r].columns);
    PyObject* one = given ? accept(several ? PyTuple_GET_ITEM(sequence.ptr(), static_cast<Py_ssize_t>(r)) : out,
                                   shapes[r], {dimensions.data(), static_cast<std::size_t>(n)})
                          : PyArray_SimpleNew(n, dimensions.data(), NPY_DOUBLE);
    if (!one) throw nb::python_error();
    results_[r] = static_cast<double*>(PyArray_DATA(array(one)));
    if (!several) return one;
    PyTuple_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(r), one);
    for (std::size_t s = 0; given && s < r; ++s)
      if (results_[s] < results_[r] + count_ * shapes[r].size() &&
          results_[r] < results_[s] + count_ * shapes[s].size())
        refuse(PyExc_ValueError, "arrays of out share memory");
  }
  return all.release().ptr();
}

}  // namespace tauforge::python
