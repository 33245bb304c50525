#include "tauforge/compiler/pass_list.h"

namespace tauforge::compiler {

std::span<const PassInfo> pass_list() {
  static constexpr PassInfo all[] = {
      {Pass::plan, "plan", "search for modelling choices", false},
      {Pass::record, "record", "the formulation, run with symbols", true},
      {Pass::split, "split", "set-up stage, two rates", false},
      {Pass::factor, "factor", "common factors and pairs of sums", false},
      {Pass::order, "order", "late terms last in sums", false},
      {Pass::drop, "drop", "what matters less than allowed", false},
      {Pass::roll, "roll", "limbs that are alike, written once", true},
      {Pass::lanes, "lanes", "SLP grouping of results", false},
      {Pass::schedule, "schedule", "list scheduling of statements", false},
      {Pass::angles, "angles", "sines together, sums by the addition theorem", false},
      {Pass::zeros, "zeros", "rows of zeros first", false},
      {Pass::stores, "stores", "single stores", false},
      {Pass::emit, "emit", "C text", false},
  };
  return all;
}

}  // namespace tauforge::compiler
