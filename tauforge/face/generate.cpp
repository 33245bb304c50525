#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/compiler/casadi_functions.h"
#include "tauforge/compiler/plan_text.h"
#include "tauforge/compiler/request_names.h"
#include "tauforge/compiler/two_rate.h"
#include "tauforge/dynamics/coordinates.h"
#include "tauforge/face/code_steps.h"
#include "tauforge/face/result_shape.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/native/code_cache.h"
#include "tauforge/native/output_folder.h"
#include "tauforge/native/verified_code.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

std::optional<diagnostic::Diagnostic> read(const GenerateRequest& from, const robot::Tree& tree,
                                           compiler::Request& to) {
  to.rigid = from.rigid, to.wrench = from.wrench, to.two_rate = from.two_rate, to.batch = from.batch;
  to.single_precision = from.single_precision, to.exact = from.exact, to.libm = from.libm;
  to.unrolled = from.unrolled, to.within = from.within, to.evaluations = from.effort;
  if (auto wrong = compiler::add_run_time(from.run_time, to)) return wrong;
  if (auto wrong = compiler::add_calls(from.functions, to)) return wrong;
  to.observer = from.observer;
  if (to.two_rate) compiler::add_two_rate_calls(to);
  if (to.observer) compiler::add_observer_calls(to);
  if (from.casadi) compiler::add_casadi_calls(tree, to);
  return {};
}

using Numbers = std::vector<native::CodeFunction::Numbers>;

// How many numbers an argument of that name has; 0: there is none.
std::size_t size_of(const Numbers& arguments, std::string_view name) {
  for (const auto& argument : arguments)
    if (argument.name == name) return argument.size;
  return 0;
}

// What is read has to be there; a wrench that is not read may not be.
Status fits(const Numbers& arguments, const State& x) {
  const std::pair<const char*, In> given[] = {
      {"q", x.q}, {"qd", x.qd}, {"qdd", x.qdd}, {"tau", x.tau}, {"equation", x.equation}, {"b", x.b}};
  for (const auto& [name, values] : given)
    if (const std::size_t size = size_of(arguments, name); size > 0 && values.size() != size) return Status::wrong_size;
  if (x.wrench.empty()) return Status::fine;
  const std::size_t wrench = size_of(arguments, "wrench");
  return wrench == 0 ? Status::not_available : x.wrench.size() == wrench ? Status::fine : Status::wrong_size;
}

// As the catalogue has it; what it does not have is a vector.
ResultShape catalogued_shape(const native::CodeFunction::Numbers& result, std::size_t nv) {
  for (const auto& info : functions::function_list())
    for (const auto& known : info.results)
      if (known.name == result.name) return shape_of(known, result.size, nv);
  return {result.name, "", result.size, 0};
}

const double* pointer(In values) { return values.empty() ? nullptr : values.data(); }

}  // namespace

GeneratedCode::GeneratedCode(std::shared_ptr<const native::VerifiedCode> code, std::size_t nv)
    : code_(std::move(code)) {
  for (std::size_t i = 0; i < code_->functions.size(); ++i) {
    const auto& report = code_->compiled.reports[i];
    functions_.push_back({report.name, 0, report.run.multiplications, report.run.additions, report.trigonometry.sines,
                          report.trigonometry.cosines});
    for (const auto& argument : code_->functions[i].arguments)
      functions_.back().arguments.push_back({argument.name, argument.size});
    for (const auto& result : code_->functions[i].results) {
      functions_.back().shapes.push_back(catalogued_shape(result, nv));
      functions_.back().results += result.size;
    }
    if (code_->checks.empty()) continue;
    const auto& check = code_->checks.at(i);
    functions_.back().deviation = check.deviation, functions_.back().allowed = check.allowed;
    functions_.back().nanoseconds = check.call.nanoseconds;
  }
  if (!model() || !model()->setup) return;
  waits_for_set_up_ = true;
  constants_.resize(model()->constants_size / sizeof(std::max_align_t) + 1);
}

bool GeneratedCode::from_cache() const { return code_->from_cache(); }
const std::string& GeneratedCode::library() const { return code_->library; }
const tauforge_model* GeneratedCode::model() const { return code_->model ? &**code_->model : nullptr; }

Status GeneratedCode::call(std::string_view function, const State& x, Out results) const noexcept {
  static constexpr double none[6] = {};
  Status status = Status::not_available;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    if (functions_[i].name != function || !model()) continue;
    status = fits(code_->functions[i].arguments, x);
    if (results.size() != functions_[i].results) status = Status::wrong_size;
    if (status == Status::fine && waits_for_set_up_) status = Status::not_set_up;
    if (status == Status::fine && model()->floating && std::isnan(dynamics::unit_scale(x.q)))
      status = Status::no_rotation;
    if (status != Status::fine) break;
    const tauforge_state state{pointer(x.q),
                               pointer(x.qd),
                               pointer(x.qdd),
                               pointer(x.tau),
                               x.wrench.empty() ? none : x.wrench.data(),
                               pointer(x.equation),
                               pointer(x.b),
                               nullptr,
                               {}};
    model()->functions[i].call(constants_.data(), &state, results.data());
    return status;
  }
  std::fill(results.begin(), results.end(), std::numeric_limits<double>::quiet_NaN());
  return status;
}

Status GeneratedCode::set_up(const RunTimeValues& values) noexcept {
  if (!model() || !model()->setup) return Status::not_available;
  const std::pair<const char*, In> given[] = {{"payload", values.payload},
                                              {"gravity", values.gravity},
                                              {"inertias", values.inertias},
                                              {"friction", values.friction}};
  for (const auto& function : code_->functions)  // each has a stage of its own
    for (const auto& [name, numbers] : given)
      if (const std::size_t size = size_of(function.setup, name); size > 0 && numbers.size() != size)
        return Status::wrong_size;
  const tauforge_run_time inputs{pointer(values.payload), pointer(values.gravity), pointer(values.inertias),
                                 pointer(values.friction)};
  model()->setup(&inputs, constants_.data());
  waits_for_set_up_ = false;
  return Status::fine;
}

Findings GeneratedCode::write(const std::string& folder, bool force) const {
  native::OutputFolder output(folder, "generate", force);
  if (Findings findings = output.refusal(); !findings.empty()) return findings;
  return write_folder(output, code_->files);
}

Result<GeneratedCode> generate(const Robot& robot, const GenerateRequest& wanted, const Progress& progress) {
  compiler::Request request;
  if (auto wrong = read(wanted, robot.details().robot.tree, request)) return std::move(*wrong);
  if (!wanted.plans.empty()) {
    const auto source = files::read_source(wanted.plans);
    if (!source) return source.findings();
    auto starts = compiler::read_plans(source.value());
    if (!starts) return starts.findings();
    request.starts = starts.take();
  }
  native::CodeOptions options;
  options.files.prefix = wanted.prefix, options.files.cpp = wanted.cpp, options.files.octave = wanted.octave;
  options.files.javascript = wanted.javascript;
  options.files.casadi = wanted.casadi;
  options.files.source = robot.details().file.empty() ? robot.name() : robot.details().file;
  options.timed = true, options.verify = wanted.verify, options.trace_passes = wanted.trace_passes;
  options.build.compiler = wanted.compiler, options.build.flags = wanted.flags;
  Cancellable watched(progress);
  CodeSteps steps(watched, request.calls.size() + (request.two_rate ? 1 : 0));
  auto code = (wanted.cache ? native::cached_code : native::verified_code)(robot.details().robot, request, options,
                                                                           steps.watch(options));
  const Findings findings = code.findings();
  if (watched.cancelled()) return cancelled();
  if (!code) return findings;
  return {GeneratedCode(std::make_shared<const native::VerifiedCode>(code.take()), robot.nv()), findings};
}

}  // namespace tauforge
