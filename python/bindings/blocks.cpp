// Logs reduced where they lie, and what all of them say together.
#include "tauforge/face/blocks.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/bindings/dynamics.h"
#include "python/bindings/findings.h"
#include "python/bindings/parts.h"
#include "python/bindings/values.h"

namespace tauforge::python {

namespace {

// Bytes, not a text: they are no UTF-8.
nb::tuple bytes_answer(const Result<std::string>& result) {
  const nb::list findings = list_of(result.findings());
  if (!result) return nb::make_tuple(nb::none(), findings);
  return nb::make_tuple(nb::bytes(result.value().data(), result.value().size()), findings);
}

nb::dict dict_of(const RoundResult& found) {
  nb::list parameters;
  for (const RoundParameter& p : found.parameters)
    parameters.append(nb::make_tuple(p.name, p.unit, p.fitted, p.value, p.deviation, p.low, p.high, p.independent,
                                     p.unbounded, p.unbounded_deviation));
  nb::dict to;
  to["round"] = found.round, to["logs"] = found.logs, to["blocks"] = found.blocks, to["rows"] = found.rows;
  to["parameters"] = parameters, to["residuals"] = found.residuals, to["moved"] = found.moved;
  to["settled"] = found.settled, to["next"] = found.next;
  return to;
}

}  // namespace

void bind_blocks(nb::module_& m) {
  m.def("first_round", [](const Templates& robot, const nb::dict& given) {
    FirstRoundSettings settings;
    take(given, "cutoff", settings.cutoff), take(given, "delay", settings.delay);
    take(given, "velocities", settings.velocities), take(given, "offsets", settings.offsets);
    take(given, "load", settings.load);
    return answer(first_round(robot.robot(), settings));
  });
  m.def("first_round_of",
        [](const Templates& robot, const Identification& found) { return answer(first_round(robot.robot(), found)); });
  m.def("reduce_log", [](const Templates& robot, const Recording& log, const std::string& round,
                         const std::vector<std::string>& accepted) {
    const auto reduced = [&] {
      nb::gil_scoped_release unlocked;
      return reduce_log(robot.robot(), log, round, accepted);
    }();
    return bytes_answer(reduced);
  });
  m.def("fit_blocks", [](const Templates& robot, const nb::list& given, const std::string& round) {
    std::vector<NamedBlock> blocks;
    for (const nb::handle one : given) {
      const auto pair = nb::cast<nb::tuple>(one);
      const auto bytes = nb::cast<nb::bytes>(pair[1]);
      blocks.push_back({nb::cast<std::string>(pair[0]), std::string(bytes.c_str(), bytes.size())});
    }
    const auto found = [&] {
      nb::gil_scoped_release unlocked;
      return fit_blocks(robot.robot(), blocks, round);
    }();
    nb::object value = nb::none();
    if (found) value = dict_of(found.value());
    return nb::make_tuple(value, list_of(found.findings()));
  });
}

}  // namespace tauforge::python
