// Identification, its verdict, and scores of what was written.
#include "tauforge/face/identification.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "python/bindings/dynamics.h"
#include "python/bindings/findings.h"
#include "python/bindings/parts.h"
#include "python/bindings/values.h"

namespace tauforge::python {

namespace {

nb::object robot_object(const Robot& robot) { return nb::cast(new Templates(robot), nb::rv_policy::take_ownership); }

IdentifySettings settings_of(const nb::dict& given) {
  IdentifySettings settings;
  take(given, "cutoff", settings.cutoff), take(given, "delay", settings.delay);
  take(given, "tolerance", settings.tolerance), take(given, "offsets", settings.offsets);
  take(given, "ridge", settings.ridge);
  take(given, "prior", settings.prior), take(given, "prior_strength", settings.prior_strength);
  std::string keep = "error", solver = "chosen", method = "ls";
  take(given, "keep", keep), take(given, "solver", solver);
  take(given, "method", method), take(given, "reference", settings.reference);
  using Method = IdentifySettings::Method;
  if (method != "ls" && method != "iv" && method != "direct") throw nb::value_error("method: 'ls', 'iv' or 'direct'");
  settings.method = method == "ls"   ? Method::least_squares
                    : method == "iv" ? Method::instrumental_variables
                                     : Method::direct;
  std::vector<std::string> forms;
  take(given, "friction", forms);
  if (!forms.empty()) settings.friction.clear();
  using Friction = IdentifySettings::Friction;
  for (const std::string& form : forms) {
    const std::pair<const char*, Friction> known[] = {{"coulomb", Friction::coulomb},
                                                      {"smooth", Friction::smooth},
                                                      {"presliding", Friction::presliding},
                                                      {"stribeck", Friction::stribeck}};
    const auto found = std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return form == k.first; });
    if (found == std::end(known)) throw nb::value_error("friction: 'coulomb', 'smooth', 'presliding' or 'stribeck'");
    settings.friction.push_back(found->second);
  }
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

using Recordings = std::vector<Recording>;

// As the fields of tauforge.Verdict have them.
nb::dict verdict_of(const Identification& found, const Recordings& logs, const Recordings& fresh,
                    const std::vector<std::string>& accepted, nb::object told) {
  const Verdict v = Watched(std::move(told))([&](const Progress& progress) {
                      return verdict_on(found, logs, fresh, accepted, progress);
                    }).take();
  nb::dict to;
  to["trusted"] = v.trusted, to["doubts"] = list_of(v.doubts), to["next"] = v.next, to["fresh"] = v.fresh;
  to["error"] = v.error, to["noise"] = v.noise, to["explained"] = v.explained, to["left_out"] = v.left_out;
  to["condition"] = v.condition, to["alike"] = v.alike;
  to["error_of_drive"] = v.error_of_drive, to["noise_of_drive"] = v.noise_of_drive;
  to["explained_of_drive"] = v.explained_of_drive;
  const Verdict::Hausman& h = v.hausman;
  to["hausman"] = nb::make_tuple(h.why_not, h.statistic, h.columns, h.freedom, h.p, h.reference, h.biased);
  return to;
}

nb::dict score_of(const Score& s) {
  nb::list logs;
  for (const auto& log : s.logs) logs.append(nb::make_tuple(log.log, log.fresh, log.error, log.of_drive));
  nb::dict to;
  to["logs"] = logs, to["error"] = s.error, to["fresh"] = s.fresh, to["difference"] = s.difference;
  to["as_fitted"] = s.as_fitted;
  return to;
}

}  // namespace

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
      .def("verdict", &verdict_of, nb::arg("logs"), nb::arg("fresh"), nb::arg("accepted"), nb::arg("told").none())
      .def("score",
           [](const Identification& i, bool possible, nb::object written, const Recordings& logs,
              const Recordings& fresh) {
             const Written which = possible ? Written::possible : Written::reduced;
             if (nb::isinstance<Templates>(written))
               return score_of(score(i, which, nb::cast<const Templates&>(written).robot(), logs, fresh));
             return score_of(score(i, which, nb::cast<const GeneratedCode&>(written), logs, fresh));
           })
      .def("prediction", [](const Identification& i, const Recording& log) {
        const auto found = prediction_on(i, log);
        nb::object value = nb::none();
        if (found) {
          const Prediction& p = found.value();
          const auto table = [&](const std::vector<std::vector<double>>& drives) {
            return table_of(p.t.size(), drives.size(), [&](std::size_t k, std::size_t j) { return drives[j][k]; });
          };
          value = nb::make_tuple(table_of(p.t.size(), 1, [&](std::size_t k, std::size_t) { return p.t[k]; }),
                                 table(p.measured), table(p.predicted), p.error);
        }
        return nb::make_tuple(value, list_of(found.findings()));
      });
  m.def(
      "identify",
      [](const Templates& robot, const Recordings& logs, const Recordings& fresh, const nb::dict& settings,
         const std::vector<std::string>& accepted, nb::object told) {
        const IdentifySettings how = settings_of(settings);
        return answer(Watched(std::move(told))([&](const Progress& progress) {
          return identify_robot(robot.robot(), logs, fresh, how, accepted, progress);
        }));
      },
      nb::arg("robot"), nb::arg("logs"), nb::arg("fresh"), nb::arg("settings"), nb::arg("accepted"),
      nb::arg("told").none());
}

}  // namespace tauforge::python
