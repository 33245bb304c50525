#include "python/bindings/values.h"

#include "python/bindings/arrays.h"

namespace tauforge::python {

nb::object table_of(std::size_t rows, std::size_t columns, const std::function<double(std::size_t, std::size_t)>& at) {
  nb::object array = nb::module_::import_("numpy").attr("empty")(nb::make_tuple(rows, columns));
  const Input input{"samples", columns};
  PyObject* given = array.ptr();
  Arrays arrays({&input, 1}, &given);
  double* to = const_cast<double*>(arrays.input(0));
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) to[r * columns + c] = at(r, c);
  return array;
}

}  // namespace tauforge::python
