#include "tauforge/compiler/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>

#include "tauforge/compiler/abbreviate.h"
#include "tauforge/compiler/factor_program.h"
#include "tauforge/compiler/lay_out.h"
#include "tauforge/compiler/record_bodies.h"
#include "tauforge/compiler/record_call.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/compiler/roll_limbs.h"
#include "tauforge/compiler/search.h"
#include "tauforge/compiler/two_rate.h"
#include "tauforge/diagnostic/content_hash.h"
#include "tauforge/expression/copy.h"
#include "tauforge/passes/group_lanes.h"
#include "tauforge/passes/late_terms_last.h"
#include "tauforge/passes/split_by_binding_time.h"

namespace tauforge::compiler {

using expression::Binding;
using expression::Program;
using functions::Choices;

namespace {

// Which searched Plans a function is computed with.
struct PlannedParts {
  Function function;
  std::optional<PlannedFunction> newton_euler, composite_body;
  std::optional<PlannedFunction> in_company = {};  // the composite bodies where the call computes more than this
  bool gives_way = false;                          // to what another function of the call has chosen
  std::optional<PlannedFunction> momentum = {};
};

using P = PlannedFunction;
constexpr PlannedParts planned_parts[] = {
    {Function::inverse_dynamics, P::inverse_dynamics, {}},
    {Function::inverse_dynamics_derivatives, P::inverse_dynamics, {}},
    {Function::velocity_torque, P::velocity_torque, {}, {}, true},
    {Function::bias, P::bias, {}, {}, true},
    {Function::forward_dynamics, P::bias, P::mass_matrix},
    {Function::forward_dynamics_derivatives, P::bias, P::mass_matrix},
    {Function::gravity, {}, P::gravity, P::coefficients},
    {Function::coefficients, {}, P::coefficients},
    {Function::mass_matrix, {}, P::mass_matrix, {}, true},
    {Function::momentum, {}, {}, {}, false, P::momentum},
};

class Pipeline {
 public:
  Pipeline(const robot::Robot& robot, const Request& request, const CompileWatch& watch)
      : robot_(robot),
        request_(request),
        generic_(with_generic_inputs(robot, request)),
        stage_(watch.stage),
        pass_(watch.pass) {
    style_.single_precision = request.single_precision;
    style_.libm = request.libm || request.exact;
    if (watch.search)
      search_watch_ = [this, &watch](const SearchProgress& progress) {
        stopped_ = stopped_ || !watch.search(progress);
        return !stopped_;
      };
  }

  CompiledModel run() {
    CompiledModel model;
    model.unit.style = style_;
    for (const Call& call : request_.calls) {
      tell(call.name());
      PassTrace trace(pass_, style_);
      add(model, call, planned(trace, [&] { return candidates(call); }), trace);
      roll(call, model, trace);
      complete(model.unit.functions.back(), trace);
    }
    if (request_.two_rate) add_two_rate(model);
    for (const auto& [function, plan] : plans_) model.plans[function] = {plan};
    explain_constants(model.unit);
    return model;
  }

 private:
  void tell(const std::string& what) const {
    if (stage_) stage_(what);
  }

  static std::string meaning_of(const Call& call) {
    std::string text;
    for (const Function f : call.functions)
      text += (text.empty() ? "" : "; ") + std::string(functions::info(f).meaning);
    return text;
  }

  template <class Work> std::invoke_result_t<Work> planned(PassTrace& trace, Work work) const {
    return request_.exact ? work() : trace.timed(Pass::plan, work);
  }

  // 1: a Plan, searched once for each purpose.
  const dynamics::Plan* plan_for(PlannedFunction function) {
    auto found = plans_.find(function);
    if (found == plans_.end()) {
      SearchOptions options;
      options.evaluations = request_.evaluations;
      options.gravity_is_fixed = !request_.run_time.gravity;
      // the axes of a last link are not turned where its moments or a wrench in them come as inputs
      options.aligned = !request_.run_time.payload && !request_.run_time.inertias && !request_.wrench;
      if (const auto known = request_.starts.find(function); known != request_.starts.end())
        options.starts = known->second;
      options.watch = search_watch_;
      const SearchResult result = search_plan(generic_.tree, generic_.parameters, function, options);
      evaluations_ += result.evaluations;
      found = plans_.emplace(function, result.plan).first;
    }
    return &found->second;
  }

  // The ways that a call could go; the cheapest is taken.
  std::vector<Choices> candidates(const Call& call) {
    const Choices plain = reference_choices(robot_, request_, call.functions);
    std::vector<Choices> all{plain};
    if (request_.exact) return all;
    Choices planned = plain;
    for (const Function f : call.functions)
      for (const PlannedParts& parts : planned_parts)
        if (parts.function == f) plan_parts(parts, call.functions.size() > 1, planned);
    if (planned.newton_euler || planned.composite_body || planned.momentum) all.push_back(planned);
    return all;
  }

  void plan_parts(const PlannedParts& parts, bool in_company, Choices& planned) {
    if (parts.newton_euler && !(parts.gives_way && planned.newton_euler))
      planned.newton_euler = plan_for(*parts.newton_euler);
    if (parts.composite_body && !(parts.gives_way && planned.composite_body))
      planned.composite_body = plan_for(in_company && parts.in_company ? *parts.in_company : *parts.composite_body);
    if (parts.momentum) planned.momentum = plan_for(*parts.momentum);
    if (parts.newton_euler && parts.composite_body)  // to solve M qdd = tau - bias
      planned.forward_dynamics = dynamics::ForwardDynamics::mass_matrix;
  }

  void add(CompiledModel& model, const Call& call, const std::vector<Choices>& candidates, PassTrace& trace) {
    const std::string name = call.name(), meaning = meaning_of(call);
    emit::UnitFunction best;
    PassTrace of_best = trace;
    FunctionReport report;
    int lowest = -1;
    for (const Choices& choices : candidates) {
      emit::UnitFunction function{name, meaning, {}, {}, request_.batch};
      PassTrace tried = trace;
      const auto record = [&] { return record_call(robot_, request_, call, choices, &origins_); };
      function.program = tried.timed(Pass::record, record);  // 2
      tried.after(Pass::record, function);
      split_off_setup(function, tried);  // 3
      if (&choices == &candidates.front()) report.plain = count(function.program, expression::rule_customised);
      finish(function, tried);  // 4, 5
      const int cost = count(function.program, expression::rule_customised).total();
      if (lowest >= 0 && cost >= lowest) continue;
      lowest = cost;
      best = std::move(function);
      of_best = tried;
      report.plan = choices.newton_euler ? std::optional(*choices.newton_euler) : std::nullopt;
    }
    trace = of_best;
    if (request_.within > 0) {  // 6
      tell(name + ": dropping what matters less than " + fmt::format("{:g} %", 100 * request_.within));
      const auto stop = [&] {
        stopped_ = stopped_ || (search_watch_ && !search_watch_({.share = 1.0, .fewest = lowest}));
        return stopped_;
      };
      Abbreviation abbreviated = trace.timed(Pass::drop, [&] {
        return abbreviate(best.program, {.tolerance = request_.within, .slides = sliding_drives(), .stop = stop});
      });
      best.program = std::move(abbreviated.program);
      report.worst_error = abbreviated.worst_error;
      trace.after(Pass::drop, best);
    }
    fill(report, best);
    model.unit.functions.push_back(std::move(best));
    model.reports.push_back(std::move(report));
  }

  // 7: limbs that are alike are written once, where that is smaller and not much more is computed.
  void roll(const Call& call, CompiledModel& model, PassTrace& trace) const {
    if (call.functions.size() != 1 || request_.unrolled || request_.exact || request_.within > 0 || request_.wrench ||
        request_.run_time.any())
      return;
    Request effort = request_;
    if (stopped_) effort.evaluations = 1;
    auto rolled =
        trace.timed(Pass::roll, [&] { return roll_limbs(generic_, effort, call.functions[0], search_watch_); });
    FunctionReport& report = model.reports.back();
    if (!rolled || operations_written(*rolled).total() >= report.run.total()) return;
    if (4 * operations_run(*rolled).total() > 5 * report.run.total()) return;
    report.run = operations_run(*rolled);
    report.fused = fused_run(*rolled);
    report.trigonometry = trigonometry_run(*rolled);
    model.unit.functions.back().rolled = std::move(*rolled);
    trace.after(Pass::roll, model.unit.functions.back());
  }

  void split_off_setup(emit::UnitFunction& function, PassTrace& trace) const {
    if (!request_.run_time.any()) return;
    auto split = trace.timed(Pass::split, [&] {
      return passes::split_by_binding_time(function.program, Binding::setup, emit::constants_argument,
                                           "what the set-up stage computed");
    });
    function.setup = std::move(split.early), function.program = std::move(split.late);
    trace.after(Pass::split, function);
  }

  void finish(emit::UnitFunction& function, PassTrace& trace) const {
    // results that vectors compute side by side (8) would no longer be alike, for few operations less
    if (request_.exact || !passes::group_lanes(function.program).empty()) return;
    const int factoring = stopped_ ? 0 : request_.factoring.value_or(request_.evaluations);
    function.program = trace.timed(Pass::factor, [&] { return factor_program(function.program, factoring); });  // 4
    trace.after(Pass::factor, function);
    trace.timed(Pass::order, [&] {  // 5
      function.program = passes::late_terms_last(function.program);
      if (!function.setup.outputs.empty()) move_into_setup(function);
    });
    trace.after(Pass::order, function);
  }

  // What factoring and ordering made of set-up values alone joins that stage.
  static void move_into_setup(emit::UnitFunction& function) {
    auto again = passes::split_by_binding_time(function.program, Binding::setup, emit::constants_argument,
                                               function.setup.outputs[0].meaning);
    if (again.early.outputs.empty()) return;
    expression::Output& values = function.setup.outputs[0];
    expression::GraphCopy append(*again.early.graph, *function.setup.graph);
    for (std::size_t k = 0; k < values.nodes.size(); ++k)
      append.replace(again.early.arguments[0].nodes[k], values.nodes[k]);
    values = again.early.outputs[0];
    for (expression::NodeIndex& node : values.nodes) node = append(node);
    function.program = std::move(again.late);
  }

  // 8 to 13; the text is printed again with all others of the unit.
  void complete(emit::UnitFunction& function, PassTrace& trace) const {
    lay_out(function, style_, [&](Pass pass, const std::function<void()>& work) {
      trace.timed(pass, work);
      trace.after(pass, function);
    });
    if (!pass_) return;
    trace.timed(Pass::emit, [&] { trace.after(Pass::emit, function); });
    trace.tell(function.name);
  }

  // What a robot of free symbols with the same joints costs.
  std::optional<expression::Operations> free_count(const std::string& function) const {
    if (!robot_.tree.is_serial() || robot_.tree.floating || !robot_.tree.direct) return std::nullopt;
    const auto counted = [](const Program& program) { return count(program, expression::rule_customised); };
    const auto free = [&] { return free_robot(robot_.tree); };
    if (function == "inverse_dynamics") return counted(record(free(), dynamics::InverseDynamics::newton_euler));
    if (function == "mass_matrix") return counted(record(free(), dynamics::MassMatrix::composite_body));
    if (function == "coefficients") return counted(record_compound_link(free()));
    if (function == "velocity_torque") return counted(record_velocity_torque(free()));
    return std::nullopt;
  }

  void fill(FunctionReport& report, const emit::UnitFunction& function) {
    report.name = function.name;
    report.free = free_count(function.name);
    if (!function.setup.outputs.empty()) report.setup = count_all(function.setup);
    report.run = count(function.program, expression::rule_customised);
    report.fused = count_fused(function.program);
    report.trigonometry = count_trigonometry(function.program);
    report.evaluations = std::exchange(evaluations_, 0);
  }

  // The background task computes D and D_i, the synchronous one multiplies (two_rate.h).
  void add_two_rate(CompiledModel& model) {
    tell("background, synchronous");
    PassTrace trace(pass_, style_);
    const Call coefficients{{Function::coefficients}};
    const Choices choices = planned(trace, [&] {
      Choices planned = reference_choices(robot_, request_, coefficients.functions);
      if (!request_.exact) planned.composite_body = plan_for(PlannedFunction::coefficients);
      return planned;
    });
    emit::UnitFunction background{
        "background", "D_ij and D_i of the equations of motion, for a slow task", {}, {}, false};
    background.program =
        trace.timed(Pass::record, [&] { return record_call(robot_, request_, coefficients, choices, &origins_); });
    trace.after(Pass::record, background);
    split_off_setup(background, trace);
    emit::UnitFunction synchronous{"synchronous",
                                   "torques from accelerations, for the fast task",
                                   synchronous_program(background.program),
                                   {},
                                   false};
    model.equation_places = pass_on(background.program);
    for (emit::UnitFunction* f : {&background, &synchronous}) {
      PassTrace own = trace;
      own.after(Pass::split, *f);
      FunctionReport report;
      report.plain = count(f->program, expression::rule_customised);
      if (f == &background) finish(*f, own);
      fill(report, *f);
      complete(*f, own);
      model.unit.functions.push_back(*f);
      model.reports.push_back(report);
    }
  }

  void explain_constants(emit::Unit& unit) {
    std::vector<double> constants;
    for (const emit::UnitFunction& function : unit.functions)
      for (const Program* program : {&function.setup, &function.program})
        for (expression::NodeIndex i = 0; program->graph && i < program->graph->size(); ++i)
          if (program->graph->node(i).op == expression::Operation::constant)
            constants.push_back(program->graph->node(i).value);
    origins_.note_combinations(constants);  // of two that were recorded
    origins_.note_combinations(constants);  // of those
    for (const double value : constants)
      if (origins_.explains(value))
        for (const double signed_value : {value, -value}) unit.origins[signed_value] = origins_.text(signed_value);
  }

  // As the states of the verification are drawn.
  std::vector<bool> sliding_drives() const {
    std::vector<bool> slides;
    for (robot::Index i = 0; robot_.tree.direct && i < robot_.tree.size(); ++i)
      slides.push_back(!robot_.tree.is_revolute(i));
    return slides;
  }

  const robot::Robot& robot_;
  const Request& request_;
  robot::Robot generic_;
  const std::function<void(const std::string&)>& stage_;
  const PassWatch& pass_;
  emit::CStyle style_;
  SearchWatch search_watch_;
  bool stopped_ = false;  // a search was ended from outside
  std::map<PlannedFunction, dynamics::Plan> plans_;
  expression::Origins origins_;
  long long evaluations_ = 0;
};

}  // namespace

CompiledModel compile(const robot::Robot& robot, const Request& request, const CompileWatch& watch) {
  CompiledModel model = Pipeline(robot, request, watch).run();
  for (std::size_t index = 0; index < model.unit.functions.size(); ++index)
    model.tolerances.push_back(tolerance_of(robot, request, model, index));
  return model;
}

std::string source_hash(const robot::Robot& robot) {
  diagnostic::ContentHash hash;
  const auto add = [&](const void* data, std::size_t size) { hash.add({static_cast<const char*>(data), size}); };
  add(robot.name.data(), robot.name.size());
  for (const auto& name : robot.drives) add(name.data(), name.size());
  for (robot::Index i : robot.tree.base_to_tip()) {
    const int structure[] = {static_cast<int>(robot.tree.type(i)), robot.tree.parent(i)};
    add(structure, sizeof structure);
  }
  for (const auto kind : robot.tree.friction) add(&kind, sizeof kind);
  for (const auto& spring : robot.tree.springs) {
    const int structure[] = {spring.joint, static_cast<int>(spring.kind)};
    add(structure, sizeof structure);
  }
  // every number, in the order of its place in Parameters
  robot::converted<double>(robot.parameters, [&](double x) {
    add(&x, sizeof x);
    return x;
  });
  return hash.text();
}

}  // namespace tauforge::compiler
