// Pieces of text that the functions of a unit have in common; for the files that write them.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tauforge/emit/c_unit.h"
#include "tauforge/emit/sincos.h"

namespace tauforge::emit {

// The sincos functions that the unit calls.
struct Angles {
  int count;       // of one state
  int states = 1;  // side by side
  std::vector<passes::AngleSum> sums = {};
  passes::SumsByTheorem by_theorem = {};
  auto operator<=>(const Angles&) const = default;
};
using AngleSets = std::set<Angles>;
Angles angles_of(const passes::Layout& layout, int states);

std::string signature(const Unit& unit, const UnitFunction& function);

// Names that locals may not take: parameters, and the arrays around sines and cosines.
UniqueNames names_in(const Unit& unit, const expression::Program& program, UniqueNames names);

// What the outputs of a program are computed from.
class NodesRead {
 public:
  explicit NodesRead(const expression::Program& program) : nodes_(reachable(program)) {}
  bool operator()(expression::NodeIndex node) const { return std::binary_search(nodes_.begin(), nodes_.end(), node); }
  bool any_of(const expression::Argument& argument) const {
    return std::any_of(argument.nodes.begin(), argument.nodes.end(), [&](auto node) { return (*this)(node); });
  }

 private:
  std::vector<expression::NodeIndex> nodes_;  // ascending
};

// A parameter that a body does not read is named once, so that no compiler complains.
std::string unused_text(const std::string& parameter);

// The declaration of a zero that compilers cannot know to be one; empty where the body needs none.
std::string zero_text(const CBody& body, const CStyle& style, const char* indent);

std::string sincos_name(const CStyle& style, const Angles& angles);
SincosOptions sincos_options(const CStyle& style, const Angles& angles);

// The style of statements in loops over lanes.
CStyle in_lanes(CStyle style);

// A function whose limbs are computed side by side (rolled_function.h), and the functions of its limbs.
std::string rolled_text(const Unit& unit, const UnitFunction& function, NamedConstants& constants,
                        const UniqueNames& names, AngleSets& sets);

}  // namespace tauforge::emit
