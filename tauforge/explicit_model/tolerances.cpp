#include "tauforge/explicit_model/tolerances.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace tauforge::explicit_model {

namespace {

using Change = std::function<void(robot::Description&, double)>;  // adds so many tolerances to one number

// One change per number of the file that has a tolerance.
std::vector<Change> changes(const robot::Description& description) {
  std::vector<Change> all;
  const auto add = [&](double tolerance, std::function<double&(robot::Description&)> number) {
    if (tolerance > 0)
      all.push_back([tolerance, number](robot::Description& d, double times) { number(d) += times * tolerance; });
  };
  for (std::size_t k = 0; k < description.links.size(); ++k) {
    const auto& inertial = description.links[k].inertial;
    if (!inertial) continue;
    const auto of = [k](robot::Description& d) -> robot::InertialDescription& { return *d.links[k].inertial; };
    add(inertial->mass_tolerance.value_or(0.0), [of](auto& d) -> double& { return of(d).mass.value; });
    if (const auto& t = inertial->centre_tolerance) {
      add(t->x, [of](auto& d) -> double& { return of(d).centre.value.x; });
      add(t->y, [of](auto& d) -> double& { return of(d).centre.value.y; });
      add(t->z, [of](auto& d) -> double& { return of(d).centre.value.z; });
    }
    if (const auto& t = inertial->inertia_tolerance) {
      add(t->xx, [of](auto& d) -> double& { return of(d).inertia.value.xx; });
      add(t->yy, [of](auto& d) -> double& { return of(d).inertia.value.yy; });
      add(t->zz, [of](auto& d) -> double& { return of(d).inertia.value.zz; });
      add(t->xy, [of](auto& d) -> double& { return of(d).inertia.value.xy; });
      add(t->yz, [of](auto& d) -> double& { return of(d).inertia.value.yz; });
      add(t->xz, [of](auto& d) -> double& { return of(d).inertia.value.xz; });
    }
  }
  for (std::size_t k = 0; k < description.joints.size(); ++k)
    if (description.joints[k].drive.motor_inertia)
      add(description.joints[k].drive.motor_inertia_tolerance.value_or(0.0),
          [k](auto& d) -> double& { return *d.joints[k].drive.motor_inertia; });
  return all;
}

// The constants with the numbers of another robot; symbols that it does not have are zero.
std::vector<double> constants_of(const robot::Robot& robot, const SymbolicOptions& options,
                                 const ExplicitModel& model) {
  ParameterTable table;
  symbolic_parameters(robot, options, table);
  for (std::size_t i = 0; i < robot.parameters.drive.size(); ++i)
    table.symbol("Im" + std::to_string(i + 1), robot.parameters.drive[i].inertia);
  std::map<std::string, double> value;
  for (int s = 0; s < table.symbols(); ++s) value[table.name(s)] = table.value_of_symbol(s);
  std::vector<double> constants;
  for (const Constant& c : model.constants)
    constants.push_back(c.definition.value([&](int product) {
      double x = 1;
      for (const int s : model.symbols->factors(static_cast<ParameterTable::Product>(product)))
        x *= value[model.symbols->name(s)];
      return x;
    }));
  return constants;
}

}  // namespace

void add_tolerances(const robot::Description& description, const robot::AssembleOptions& assemble,
                    const SymbolicOptions& options, ExplicitModel& model) {
  std::vector<double> squares(model.constants.size(), 0.0);
  for (const Change& change : changes(description)) {
    std::vector<double> side[2];
    for (const int k : {0, 1}) {
      robot::Description changed = description;
      change(changed, k == 0 ? 1.0 : -1.0);
      const auto robot = robot::assemble(changed, assemble);
      if (!robot.ok()) return;
      side[k] = constants_of(robot.value(), options, model);
    }
    for (std::size_t c = 0; c < squares.size(); ++c) {
      const double half = (side[0][c] - side[1][c]) / 2;
      squares[c] += half * half;
    }
  }
  for (std::size_t c = 0; c < squares.size(); ++c)
    if (squares[c] > 0) model.constants[c].tolerance = std::sqrt(squares[c]);
}

}  // namespace tauforge::explicit_model
