// Long work: simulation, excitation, closed forms.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/bindings/dynamics.h"
#include "python/bindings/findings.h"
#include "python/bindings/parts.h"
#include "python/bindings/values.h"
#include "tauforge/face/derivation.h"

namespace tauforge::python {

namespace {

void bind_simulation(nb::module_& m) {
  nb::class_<Simulation>(m, "Simulation", "A scenario in virtual time.")
      .def_prop_ro("events", &Simulation::events)
      .def_prop_ro("arrays", [](const Simulation& s) {
        const std::size_t n = s.samples(), drives = n > 0 ? s.q(0).size() : 0;
        return nb::make_tuple(table_of(n, 1, [&](std::size_t k, std::size_t) { return s.time(k); }),
                              table_of(n, drives, [&](std::size_t k, std::size_t j) { return s.wanted(k)[j]; }),
                              table_of(n, drives, [&](std::size_t k, std::size_t j) { return s.q(k)[j]; }),
                              table_of(n, drives, [&](std::size_t k, std::size_t j) { return s.tau(k)[j]; }));
      });
  m.def(
      "simulate",
      [](const Templates& robot, const std::string& path, nb::object told) {
        return answer(Watched(std::move(told))([&](const Progress& progress) -> Result<Simulation> {
          const auto scenario = read_scenario(robot.robot(), path, progress);
          if (!scenario) return scenario.findings();
          auto simulation = simulate_scenario(scenario.value(), progress);
          if (!simulation) return simulation.findings();
          return {simulation.take(), scenario.findings()};
        }));
      },
      nb::arg("robot"), nb::arg("path"), nb::arg("told").none());
}

nb::tuple motion_arrays(const Motion& motion, std::size_t drives, const std::vector<double>& t) {
  std::vector<std::vector<double>> values(3, std::vector<double>(t.size() * drives));
  for (std::size_t k = 0; k < t.size(); ++k) {
    const auto part = [&](std::size_t i) { return Out(values[i]).subspan(k * drives, drives); };
    motion.at(t[k], part(0), part(1), part(2));
  }
  const auto table = [&](std::size_t i) {
    return table_of(t.size(), drives, [&](std::size_t k, std::size_t j) { return values[i][k * drives + j]; });
  };
  return nb::make_tuple(table(0), table(1), table(2));
}

void bind_excitation(nb::module_& m) {
  nb::class_<Excitation>(m, "Excitation", "A motion that shows parameters.")
      .def_prop_ro("duration", [](const Excitation& e) { return e.motion().duration(); })
      .def_prop_ro("condition", &Excitation::condition)
      .def_prop_ro("random_condition", &Excitation::random_condition)
      .def_prop_ro("limited_by", &Excitation::limited_by)
      .def_prop_ro("within_limits", &Excitation::within_limits)
      .def("at", [](const Excitation& e, std::size_t drives,
                    const std::vector<double>& t) { return motion_arrays(e.motion(), drives, t); })
      .def("scenario", [](const Excitation& e, const Templates& robot, const std::string& file, double rate) {
        return e.scenario(robot.robot(), file, rate);
      });
  m.def(
      "excite",
      [](const Templates& robot, const nb::dict& given, nb::object told) {
        ExciteSettings s;
        take(given, "polynomial", s.polynomial), take(given, "information", s.information);
        take(given, "harmonics", s.harmonics), take(given, "points", s.points);
        take(given, "evaluations", s.evaluations), take(given, "seed", s.seed);
        take(given, "margin", s.margin), take(given, "longest", s.longest);
        take(given, "velocity", s.velocity), take(given, "acceleration", s.acceleration);
        take(given, "torque", s.torque);
        return answer(Watched(std::move(told))(
            [&](const Progress& progress) { return excite_robot(robot.robot(), s, progress); }));
      },
      nb::arg("robot"), nb::arg("settings"), nb::arg("told").none());
}

void bind_derivation(nb::module_& m) {
  nb::class_<Derivation>(m, "Derivation", "An explicit model.")
      .def_prop_ro("text", &Derivation::text)
      .def_prop_ro("markdown", &Derivation::markdown)
      .def_prop_ro("latex", &Derivation::latex)
      .def_prop_ro("equations", &Derivation::equations)
      .def_prop_ro("figures", [](const Derivation& d) {  // operations, torques, abbreviated, bounds, trade-off
        const DerivationFigures f = figures_of(d);
        nb::list points;
        for (const auto& point : f.trade_off)
          points.append(nb::make_tuple(point.error, point.operations, point.bounds));
        return nb::make_tuple(f.operations, f.torques, f.abbreviated, f.bounds, points);
      });
  m.def(
      "derive",
      [](const Templates& robot, const nb::dict& given, nb::object told) {
        DeriveSettings s;
        AbbreviateSettings a;
        take(given, "error", a.error), take(given, "budget", a.budget), take(given, "trade_off", a.trade_off);
        take(given, "share", s.share), take(given, "symbolic", s.symbolic);
        return answer(Watched(std::move(told))(
            [&](const Progress& progress) { return derive_robot(robot.robot(), s, a, progress); }));
      },
      nb::arg("robot"), nb::arg("settings"), nb::arg("told").none());
}

}  // namespace

void bind_work(nb::module_& m) {
  bind_simulation(m);
  bind_excitation(m);
  bind_derivation(m);
}

}  // namespace tauforge::python
