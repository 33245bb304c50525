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

// Which body a link is; bodies and joints are numbered alike in a serial arm.
std::size_t body_of(const robot::Description& description, const robot::Robot& robot, const std::string& link) {
  for (std::size_t j = 0; j < description.joints.size(); ++j)
    if (description.joints[j].child.value == link)
      for (std::size_t i = 0; i < robot.joints.size(); ++i)
        if (robot.joints[i] == description.joints[j].name.value) return i;
  return robot.parameters.body.size();
}

// What the others, seen from the frame of body k at zero positions, have together.
robot::Inertia<double> carried(const robot::Robot& robot, std::size_t k, const std::vector<std::size_t>& others) {
  robot::Inertia<double> sum;
  robot::Pose<double> X;
  for (std::size_t i = k + 1; i < robot.parameters.body.size(); ++i) {
    X = X * robot.parameters.placement[i];
    for (const std::size_t o : others)
      if (o == i) sum = sum + moved(X, robot.parameters.body[i]);
  }
  return sum;
}

// The link was what the whole lacks of the others: so it is with other numbers for these, too. Where the link's own mass or
// centre changed, the whole's did: the whole is made with them, its inertia about its own centre unchanged.
void keep_whole(const robot::Robot& nominal, robot::Robot& changed, std::size_t k,
                const std::vector<std::size_t>& others) {
  const auto& own = nominal.parameters.body[k];
  auto& body = changed.parameters.body[k];
  const auto whole = own + carried(nominal, k, others);
  const double mass = whole.m + body.m - own.m;
  robot::Vec3<double> centre = (1.0 / whole.m) * whole.h;
  if (body.m == own.m && own.m > 0) centre = centre + (1.0 / own.m) * (body.h - own.h);
  auto about_centre = whole.I - whole.m * spatial::point_inertia((1.0 / whole.m) * whole.h);
  if (body.m == own.m && body.h == own.h) about_centre = about_centre + (body.I - own.I);
  const robot::Inertia<double> now{mass, mass * centre, about_centre + mass * spatial::point_inertia(centre)};
  body = now - carried(changed, k, others);
}

}  // namespace

std::vector<MeasuredTogether> measured_together(const std::vector<std::string>& groups) {
  std::vector<MeasuredTogether> together;
  for (const std::string& group : groups) {
    std::size_t at = group.find('=');
    MeasuredTogether t{group.substr(0, at), {}};
    while (at != std::string::npos) {
      const std::size_t comma = group.find(',', at + 1);
      t.with.push_back(group.substr(at + 1, comma == std::string::npos ? comma : comma - at - 1));
      at = comma;
    }
    together.push_back(std::move(t));
  }
  return together;
}

void add_tolerances(const robot::Description& description, const robot::AssembleOptions& assemble,
                    const SymbolicOptions& options, ExplicitModel& model,
                    const std::vector<MeasuredTogether>& together) {
  const auto nominal = robot::assemble(description, assemble);
  if (!nominal.ok()) return;
  std::vector<double> squares(model.constants.size(), 0.0);
  for (const Change& change : changes(description)) {
    std::vector<double> side[2];
    for (const int k : {0, 1}) {
      robot::Description changed = description;
      change(changed, k == 0 ? 1.0 : -1.0);
      auto assembled = robot::assemble(changed, assemble);
      if (!assembled.ok()) return;
      robot::Robot robot = assembled.take();
      for (const MeasuredTogether& t : together) {
        std::vector<std::size_t> others;
        for (const std::string& link : t.with) others.push_back(body_of(description, robot, link));
        const std::size_t body = body_of(description, robot, t.link);
        if (body < robot.parameters.body.size()) keep_whole(nominal.value(), robot, body, others);
      }
      side[k] = constants_of(robot, options, model);
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
