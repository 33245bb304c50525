// The extension tauforge._core: the face, on arrays. What users see is the package around it (python/tauforge).
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/bindings/dynamics.h"
#include "python/bindings/findings.h"
#include "python/bindings/parts.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/tauforge.h"

namespace tauforge::python {

namespace {

nb::list shapes_of(const std::vector<ResultShape>& shapes) {
  nb::list list;
  for (const auto& shape : shapes) list.append(nb::make_tuple(shape.name, shape.meaning, shape.rows, shape.columns));
  return list;
}

}  // namespace

}  // namespace tauforge::python

NB_MODULE(_core, m) {
  using namespace tauforge;
  using namespace tauforge::python;
  import_numpy();
  nb::set_leak_warnings(false);  // the interpreter may end while arrays live
  m.doc() = "Tauforge for Python: see the package tauforge.";
  m.attr("version") = TAUFORGE_VERSION;

  nb::class_<Templates>(m, "Robot", "A robot and the memory that its functions need.")
      .def_prop_ro("name", [](const Templates& r) { return r.robot().name(); })
      .def_prop_ro("drives", [](const Templates& r) { return r.robot().drives(); })
      .def_prop_ro("nq", [](const Templates& r) { return r.robot().nq(); })
      .def_prop_ro("nv", [](const Templates& r) { return r.robot().nv(); })
      .def_prop_ro("floating", [](const Templates& r) { return r.robot().floating(); })
      .def_prop_ro("joints",
                   [](const Templates& r) {
                     nb::list list;
                     for (const Joint& j : r.robot().joints())
                       list.append(nb::make_tuple(j.name, j.link, j.revolute, j.lower, j.upper, j.velocity,
                                                  j.acceleration, j.torque));
                     return list;
                   })
      .def_prop_ro("parents",  // of the links that joints move, among them; -1: the base
                   [](const Templates& r) {
                     const auto& tree = r.robot().details().robot.tree;
                     std::vector<int> parents;
                     for (const auto i : tree.base_to_tip()) parents.push_back(tree.parent(i));
                     return parents;
                   })
      .def("to_toml", [](const Templates& r) { return r.robot().to_toml(); })
      .def("compute", &Templates::compute, nb::arg("function"), nb::arg("inputs"), nb::arg("out").none(),
           nb::arg("payload").none(), nb::arg("wrench").none(), nb::arg("gravity").none(), nb::arg("rigid"),
           nb::arg("link"), nb::arg("threads"))
      .def("why_not", &Templates::why_not)
      .def("results", [](Templates& r, const std::string& function) { return shapes_of(r.results(function)); })
      .def("convert", [](const Templates& r, const std::string& path, bool force) {
        const auto converted = convert(r.robot(), path, {.force = force});
        return nb::make_tuple(converted ? nb::cast(converted.value().difference) : nb::none(),
                              list_of(converted.findings()));
      });

  m.def(
      "load",
      [](const std::string& path, bool floating, bool coupled, bool exact_angles, bool strict, bool lenient,
         double snap_degrees, const std::string& transmission) {
        const auto loaded = load(path, {floating, coupled, exact_angles, strict, lenient, snap_degrees, transmission});
        return nb::make_tuple(
            loaded ? nb::cast(new Templates(loaded.value()), nb::rv_policy::take_ownership) : nb::none(),
            list_of(loaded.findings()));
      },
      nb::arg("path"), nb::arg("floating"), nb::arg("coupled"), nb::arg("exact_angles"), nb::arg("strict"),
      nb::arg("lenient"), nb::arg("snap_degrees"), nb::arg("transmission"));

  m.def("functions", [] {
    nb::list list;
    for (const FunctionInfo& f : function_catalogue())
      list.append(nb::make_tuple(f.name, f.meaning, f.velocity, f.acceleration, f.torque));
    return list;
  });

  bind_code(m);
  bind_blocks(m), bind_identification(m);
  bind_work(m);
}
