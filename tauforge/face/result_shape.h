// Results of the catalogue as vectors and matrices.
#pragma once

#include "tauforge/functions/function.h"
#include "tauforge/tauforge.h"

namespace tauforge {

inline ResultShape shape_of(const functions::ResultInfo& result, std::size_t size, std::size_t nv) {
  const std::size_t rows = functions::rows_of(result.shape, size, nv);
  return {result.name, result.meaning, rows > 0 ? rows : size, rows > 0 ? size / rows : 0};
}

}  // namespace tauforge
