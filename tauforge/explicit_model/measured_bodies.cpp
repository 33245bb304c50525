#include "tauforge/explicit_model/measured_bodies.h"

#include <cmath>
#include <functional>
#include <vector>

namespace tauforge::explicit_model {

namespace {

// f at the values, with the root of the sum of squares of what each tolerance does.
Measured combined(const std::vector<Measured>& x, const std::function<double(const std::vector<double>&)>& f) {
  std::vector<double> values;
  for (const Measured& m : x) values.push_back(m.value);
  double squares = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k].tolerance == 0.0) continue;
    auto more = values, less = values;
    more[k] += x[k].tolerance, less[k] -= x[k].tolerance;
    squares += std::pow((f(more) - f(less)) / 2, 2);
  }
  return {f(values), std::sqrt(squares)};
}

}  // namespace

Measured centre(const KnifeEdge& x) {
  return combined({x.edge, x.distance, x.reading, x.mass},
                  [](const std::vector<double>& v) { return v[0] + v[1] * v[2] / v[3]; });
}

ShellInertia cylinder_shell(const Measured& mass, const Measured& radius, const Measured& length) {
  const std::vector<Measured> all = {mass, radius, length};
  return {combined(all, [](const std::vector<double>& v) { return v[0] * v[1] * v[1]; }),
          combined(all, [](const std::vector<double>& v) { return v[0] * (v[1] * v[1] / 2 + v[2] * v[2] / 12); })};
}

Measured sphere_shell(const Measured& mass, const Measured& radius) {
  return combined({mass, radius}, [](const std::vector<double>& v) { return 2.0 / 3.0 * v[0] * v[1] * v[1]; });
}

MeasuredBody without(const MeasuredBody& whole, const MeasuredBody& part) {
  std::vector<Measured> all;
  for (const MeasuredBody* b : {&whole, &part}) {
    all.push_back(b->mass);
    for (const Measured& c : b->centre) all.push_back(c);
    for (const Measured& i : b->inertia) all.push_back(i);
  }
  struct Body {
    double mass, centre[3], inertia[3];
  };
  const auto rest = [](const std::vector<double>& v) {
    Body r;
    r.mass = v[0] - v[7];
    double squares = 0, moment[3];
    for (int a = 0; a < 3; ++a) {
      r.centre[a] = (v[0] * v[1 + a] - v[7] * v[8 + a]) / r.mass;
      moment[a] = v[0] * v[1 + a] * v[1 + a] - v[7] * v[8 + a] * v[8 + a] - r.mass * r.centre[a] * r.centre[a];
      squares += moment[a];
    }
    for (int a = 0; a < 3; ++a) r.inertia[a] = v[4 + a] - v[11 + a] + squares - moment[a];
    return r;
  };
  MeasuredBody result;
  result.mass = combined(all, [&](const auto& v) { return rest(v).mass; });
  for (int a = 0; a < 3; ++a) {
    result.centre[a] = combined(all, [&](const auto& v) { return rest(v).centre[a]; });
    result.inertia[a] = combined(all, [&](const auto& v) { return rest(v).inertia[a]; });
  }
  return result;
}

}  // namespace tauforge::explicit_model
