#include "tauforge/compiler/lay_out.h"

namespace tauforge::compiler {

namespace {

using expression::Program;
using passes::Layout;

// A program of a function, and which passes it wants.
struct Part {
  const Program& program;
  Layout& layout;
  bool lanes = false, angles = false, zeros = false, stores = false;
  int states = 0;  // side by side; 0: one
};

std::vector<Part> parts_of(emit::UnitFunction& f) {
  emit::FunctionLayout& to = f.layout;
  std::vector<Part> parts = {{.program = f.program, .layout = to.script}};
  const bool rolled = !f.rolled.groups.empty();
  if (!rolled)
    parts.push_back(
        {.program = f.program, .layout = to.program, .lanes = true, .angles = true, .zeros = true, .stores = true});
  if (f.batch)
    parts.push_back(
        {.program = f.program, .layout = to.tile, .angles = true, .zeros = true, .states = emit::states_of_tile});
  if (!f.setup.outputs.empty()) {  // sines of the C library: it runs once
    parts.push_back({.program = f.setup, .layout = to.setup, .lanes = true, .zeros = true});
    parts.push_back({.program = f.setup, .layout = to.setup_script});
  }
  if (rolled) {
    parts.push_back({.program = f.rolled.before, .layout = to.before, .angles = true, .zeros = true});
    parts.push_back({.program = f.rolled.after, .layout = to.after, .angles = true, .zeros = true});
  }
  to.limbs.resize(f.rolled.groups.size());
  for (std::size_t g = 0; g < f.rolled.groups.size(); ++g) {
    const emit::RolledLimbs& group = f.rolled.groups[g];
    parts.push_back({.program = group.program,
                     .layout = to.limbs[g],
                     .angles = true,
                     .zeros = true,
                     .states = static_cast<int>(group.lanes())});
  }
  return parts;
}

void run(Pass pass, const Part& part, const emit::CStyle& style) {
  Layout& layout = part.layout;
  if (pass == Pass::lanes && part.lanes) {
    layout.lanes = passes::group_lanes(part.program);
    layout.schedule = passes::as_recorded(part.program, layout.lanes);
  }
  if (pass == Pass::schedule) layout.schedule = passes::schedule_statements(part.program, layout.lanes);
  if (pass == Pass::angles && part.angles && !style.libm)
    layout.angles = passes::angle_sums(part.program, layout.schedule.order,
                                       {style.single_precision, part.states > 0 ? part.states : 1});
  if (pass == Pass::zeros && part.zeros) layout.zeros = passes::zero_rows(part.program, layout.lanes, part.states > 0);
  if (pass == Pass::stores && part.stores) layout.singly = passes::single_stores(part.program, layout.lanes);
}

}  // namespace

void lay_out_as_recorded(emit::UnitFunction& function) {
  function.layout = {};
  for (const Part& part : parts_of(function)) part.layout.schedule = passes::as_recorded(part.program);
}

void lay_out(emit::UnitFunction& function, const emit::CStyle& style, const AroundPass& around) {
  lay_out_as_recorded(function);
  const std::vector<Part> parts = parts_of(function);
  for (const Pass pass : {Pass::lanes, Pass::schedule, Pass::angles, Pass::zeros, Pass::stores}) {
    const auto work = [&] {
      for (const Part& part : parts) run(pass, part, style);
    };
    around ? around(pass, work) : work();
  }
}

void lay_out(emit::Unit& unit) {
  for (emit::UnitFunction& function : unit.functions) lay_out(function, unit.style);
}

}  // namespace tauforge::compiler
