#include "tauforge/functions/computation.h"

#include "tauforge/functions/instances.h"

namespace tauforge::functions {

std::size_t size_of(const ResultInfo& result, const Tree& tree, const Choices& choices) {
  const std::size_t nv = tree.nv();
  const Index columns = choices.bodies_alone ? dynamics::inertial_columns(tree) : dynamics::regressor_columns(tree);
  switch (result.shape) {
    case Shape::forces:
    case Shape::accelerations: return nv;
    case Shape::symmetric:
    case Shape::square: return nv * nv;
    case Shape::regressor: return nv * columns;
    case Shape::base_regressor:
      return nv * static_cast<std::size_t>(std::count_if(choices.base_columns.begin(), choices.base_columns.end(),
                                                         [&](Index c) { return c < columns; }));
    case Shape::poses: return 12 * (choices.frames.empty() ? tree.size() : choices.frames.size());
    case Shape::jacobian: return 6 * nv;
  }
  return 0;
}

std::size_t size_of(Function function, const Tree& tree, const Choices& choices) {
  std::size_t size = 0;
  for (const ResultInfo& result : info(function).results) size += size_of(result, tree, choices);
  return size;
}

}  // namespace tauforge::functions
