// Long work: identification, simulation, excitation, closed forms.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/bindings/dynamics.h"
#include "python/bindings/findings.h"
#include "python/bindings/parts.h"

namespace tauforge::python {

namespace {

template <class T> void take(const nb::dict& from, const char* name, T& to) {
  if (from.contains(name)) to = nb::cast<T>(from[name]);
}

nb::object robot_object(const Robot& robot) { return nb::cast(new Templates(robot), nb::rv_policy::take_ownership); }

IdentifySettings settings_of(const nb::dict& given) {
  IdentifySettings settings;
  take(given, "cutoff", settings.cutoff), take(given, "delay", settings.delay);
  take(given, "tolerance", settings.tolerance), take(given, "offsets", settings.offsets);
  take(given, "ridge", settings.ridge);
  std::string keep = "error", solver = "chosen";
  take(given, "keep", keep), take(given, "solver", solver);
  using Keep = IdentifySettings::Keep;
  if (keep != "error" && keep != "share" && keep != "t_test")
    throw nb::value_error("keep: 'error', 'share' or 't_test'");
  settings.keep = keep == "error" ? Keep::error : keep == "share" ? Keep::share : Keep::t_test;
  using Solver = IdentifySettings::Solver;
  const std::pair<const char*, Solver> solvers[] = {{"chosen", Solver::chosen},
                                                    {"qr", Solver::qr},
                                                    {"svd", Solver::svd},
                                                    {"pseudo_inverse", Solver::pseudo_inverse},
                                                    {"ridge", Solver::ridge}};
  for (const auto& [name, value] : solvers)
    if (solver == name) {
      settings.solver = value;
      return settings;
    }
  throw nb::value_error("solver: 'chosen', 'qr', 'svd', 'pseudo_inverse' or 'ridge'");
}

nb::object flat(std::size_t rows, std::size_t columns, const std::function<double(std::size_t, std::size_t)>& at) {
  nb::object array = nb::module_::import_("numpy").attr("empty")(nb::make_tuple(rows, columns));
  const Input input{"samples", columns};
  PyObject* given = array.ptr();
  Arrays arrays({&input, 1}, &given);
  double* to = const_cast<double*>(arrays.input(0));
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) to[r * columns + c] = at(r, c);
  return array;
}

void bind_identification(nb::module_& m) {
  nb::class_<Recording>(m, "Recording", "A log of a robot.")
      .def_prop_ro("samples", &Recording::samples)
      .def_prop_ro("duration", &Recording::duration);
  m.def("read_recording", [](const Templates& robot, const std::string& path, const std::string& layout) {
    return answer(read_recording(robot.robot(), path, layout));
  });
  m.def("recording_of", [](const Templates& robot, const std::vector<double>& t, const std::vector<double>& q,
                           const std::vector<double>& qd, const std::vector<double>& tau, const std::string& name) {
    return answer(recording_of(robot.robot(), {t, q, qd, tau, name}));
  });

  nb::class_<Identification>(m, "Identification", "What was identified.")
      .def_prop_ro("possible", [](const Identification& i) { return robot_object(i.possible()); })
      .def_prop_ro("reduced", [](const Identification& i) { return robot_object(i.reduced()); })
      .def_prop_ro("training_error", &Identification::training_error)
      .def_prop_ro("parameters",
                   [](const Identification& i) {
                     nb::list list;
                     for (const auto& p : i.parameters())
                       list.append(nb::make_tuple(p.name, p.unit, p.kept, p.value, p.deviation, p.low, p.high));
                     return list;
                   })
      .def("prediction", [](const Identification& i, const Recording& log) {
        const auto found = prediction_on(i, log);
        nb::object value = nb::none();
        if (found) {
          const Prediction& p = found.value();
          const auto table = [&](const std::vector<std::vector<double>>& drives) {
            return flat(p.t.size(), drives.size(), [&](std::size_t k, std::size_t j) { return drives[j][k]; });
          };
          value = nb::make_tuple(flat(p.t.size(), 1, [&](std::size_t k, std::size_t) { return p.t[k]; }),
                                 table(p.measured), table(p.predicted), p.error);
        }
        return nb::make_tuple(value, list_of(found.findings()));
      });
  m.def(
      "identify",
      [](const Templates& robot, const std::vector<Recording>& logs, const nb::dict& settings, nb::object told) {
        const IdentifySettings how = settings_of(settings);
        return answer(Watched(std::move(told))(
            [&](const Progress& progress) { return identify_robot(robot.robot(), logs, how, progress); }));
      },
      nb::arg("robot"), nb::arg("logs"), nb::arg("settings"), nb::arg("told").none());
}

void bind_simulation(nb::module_& m) {
  nb::class_<Simulation>(m, "Simulation", "A scenario in virtual time.")
      .def_prop_ro("events", &Simulation::events)
      .def_prop_ro("arrays", [](const Simulation& s) {
        const std::size_t n = s.samples(), drives = n > 0 ? s.q(0).size() : 0;
        return nb::make_tuple(flat(n, 1, [&](std::size_t k, std::size_t) { return s.time(k); }),
                              flat(n, drives, [&](std::size_t k, std::size_t j) { return s.wanted(k)[j]; }),
                              flat(n, drives, [&](std::size_t k, std::size_t j) { return s.q(k)[j]; }),
                              flat(n, drives, [&](std::size_t k, std::size_t j) { return s.tau(k)[j]; }));
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
    return flat(t.size(), drives, [&](std::size_t k, std::size_t j) { return values[i][k * drives + j]; });
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
      .def_prop_ro("equations", &Derivation::equations);
  m.def(
      "derive",
      [](const Templates& robot, std::optional<double> share, bool symbolic) {
        return answer(Watched(nb::none())([&](const Progress&) {
          return derive_robot(robot.robot(), {share, symbolic});
        }));
      },
      nb::arg("robot"), nb::arg("share").none(), nb::arg("symbolic"));
}

}  // namespace

void bind_work(nb::module_& m) {
  bind_identification(m);
  bind_simulation(m);
  bind_excitation(m);
  bind_derivation(m);
}

}  // namespace tauforge::python
