// Constants of a robot's explicit model: what multiplies a product of sines and cosines, given a name once. Two
// coefficients are the same constant when they differ by a simple factor only (1, 2, 1/2 ...), as linear forms in the
// robot's symbols and not by the accident of their values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/explicit_model/sine_products.h"

namespace tauforge::explicit_model {

enum class ConstantKind { inertia, motor, gravity };

struct Constant {
  std::string name;  // I3, Im1, g2
  ConstantKind kind = ConstantKind::inertia;
  Form definition;   // over products of symbols
  double value = 0;  // [kg m^2, kg m or kg; N m or N for gravity]
  std::optional<double> tolerance;
};

class LumpedConstants {
 public:
  explicit LumpedConstants(const ParameterTable& table) : table_(table) {}

  struct Found {
    int constant;
    double factor;  // coefficient = factor * constant
  };
  std::optional<Found> find(const Form& form, ConstantKind kind) const;
  Found find_or_add(const Form& form, ConstantKind kind);
  int add_motor(const Form& form, const std::string& name);  // always a constant of its own

  // The element in terms of constants; new ones are made where needed. Squares are chosen so that few terms remain and
  // few constants are new.
  TrigSum express(const TrigSum& element, const Runs& runs, ConstantKind kind);

  // Inertia constants by size, then motors, then gravity; elements already expressed are renumbered.
  std::vector<Constant> named(std::vector<TrigSum*> elements) const;

  std::size_t size() const { return constants_.size(); }

 private:
  using Key = std::pair<std::vector<int>, long long>;
  Key key(const Form& form, int shift) const;
  Price price(const ProductSum& sum, ConstantKind kind) const;

  const ParameterTable& table_;
  std::vector<Constant> constants_;
  std::map<Key, std::vector<int>> by_shape_;
};

}  // namespace tauforge::explicit_model
