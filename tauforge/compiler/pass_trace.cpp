#include "tauforge/compiler/pass_trace.h"

#include <algorithm>

#include "tauforge/compiler/lay_out.h"
#include "tauforge/emit/overflow.h"
#include "tauforge/passes/live_values.h"

namespace tauforge::compiler {

namespace {

int live_values(const emit::UnitFunction& f) {
  const auto of = [](const expression::Program& program, const passes::Layout& layout) {
    return passes::live_values(program, layout.schedule.order);
  };
  if (f.rolled.groups.empty()) return of(f.program, f.layout.program);
  int most = std::max(of(f.rolled.before, f.layout.before), of(f.rolled.after, f.layout.after));
  for (std::size_t g = 0; g < f.rolled.groups.size(); ++g)
    most = std::max(most, of(f.rolled.groups[g].program, f.layout.limbs[g]));
  return most;
}

FunctionSize size_of(const emit::UnitFunction& function, const emit::CStyle& style) {
  emit::Unit alone;
  alone.style = style;
  alone.functions = {function};
  emit::UnitFunction& f = alone.functions[0];
  if (f.layout.script.schedule.order.empty()) lay_out_as_recorded(f);
  FunctionSize size;
  size.operations = f.rolled.groups.empty() ? count(f.program, expression::rule_customised) : operations_run(f.rolled);
  size.live_values = live_values(f);
  if (emit::function_that_overflows(alone).empty()) size.bytes = emit::c_source(alone).size();
  return size;
}

}  // namespace

void PassTrace::after(Pass pass, const emit::UnitFunction& function) {
  if (*watch_) record(pass).size = size_of(function, *style_);
}

void PassTrace::tell(const std::string& function) const {
  if (!*watch_) return;
  std::optional<FunctionSize> before;
  for (const PassInfo& info : pass_list()) {
    PassRecord told = records_[static_cast<std::size_t>(info.pass)];
    told.pass = info.pass, told.function = function;
    if (!told.size) told.size = before;
    before = told.size;
    (*watch_)(told);
  }
}

}  // namespace tauforge::compiler
