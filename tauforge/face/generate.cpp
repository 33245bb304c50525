#include <algorithm>
#include <limits>

#include "tauforge/compiler/request_names.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/native/output_folder.h"
#include "tauforge/native/verified_code.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

std::optional<diagnostic::Diagnostic> read(const GenerateRequest& from, compiler::Request& to) {
  to.rigid = from.rigid, to.wrench = from.wrench, to.two_rate = from.two_rate, to.batch = from.batch;
  to.single_precision = from.single_precision, to.exact = from.exact, to.libm = from.libm;
  to.unrolled = from.unrolled, to.within = from.within, to.evaluations = from.effort;
  if (auto wrong = compiler::add_run_time(from.run_time, to)) return wrong;
  return compiler::add_calls(from.functions, to);
}

native::CodeWatch watched_by(const Progress& progress) {
  native::CodeWatch watch;
  if (!progress) return watch;
  watch.search.stage = [&](const std::string& what) { progress("searching " + what, std::nullopt); };
  watch.search.search = [&](const compiler::SearchProgress& search) { return progress("searching", search.share); };
  watch.compiling = [&] { progress("compiling", std::nullopt); };
  watch.comparing = [&] { progress("comparing with the templates", std::nullopt); };
  return watch;
}

// Whether the arguments of a function are there, by their names in the code.
bool fits(const expression::Program& program, const State& x) {
  const std::pair<const char*, In> given[] = {{"q", x.q},     {"qd", x.qd},         {"qdd", x.qdd},
                                              {"tau", x.tau}, {"wrench", x.wrench}, {"equation", x.equation}};
  for (const auto& argument : program.arguments)
    for (const auto& [name, values] : given)
      if (argument.name == name && values.size() != argument.nodes.size()) return false;
  return true;
}

std::size_t results_of(const expression::Program& program) {
  std::size_t all = 0;
  for (const auto& output : program.outputs) all += output.nodes.size();
  return all;
}

const double* pointer(In values) { return values.empty() ? nullptr : values.data(); }

}  // namespace

GeneratedCode::GeneratedCode(std::shared_ptr<const native::VerifiedCode> code) : code_(std::move(code)) {
  const auto& unit = code_->compiled.unit;
  for (std::size_t i = 0; i < unit.functions.size(); ++i) {
    const auto& report = code_->compiled.reports[i];
    const auto& check = code_->checks.at(i);
    functions_.push_back({report.name, results_of(unit.functions[i].program), report.run.multiplications,
                          report.run.additions, report.trigonometry.sines, report.trigonometry.cosines, check.deviation,
                          check.allowed, check.call.nanoseconds});
  }
  if (model().setup) constants_.resize(model().constants_size / sizeof(std::max_align_t) + 1);
}

const tauforge_model& GeneratedCode::model() const { return **code_->model; }

Status GeneratedCode::call(std::string_view function, const State& x, Out results) const noexcept {
  Status status = Status::not_available;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    if (functions_[i].name != function) continue;
    const bool fine = results.size() == functions_[i].results && fits(code_->compiled.unit.functions[i].program, x);
    status = fine ? Status::fine : Status::wrong_size;
    if (!fine) break;
    const tauforge_state state{pointer(x.q),   pointer(x.qd),     pointer(x.qdd),
                               pointer(x.tau), pointer(x.wrench), pointer(x.equation)};
    model().functions[i].call(constants_.data(), &state, results.data());
    return status;
  }
  std::fill(results.begin(), results.end(), std::numeric_limits<double>::quiet_NaN());
  return status;
}

Status GeneratedCode::set_up(const RunTimeValues& values) noexcept {
  const robot::RunTime& open = code_->request.run_time;
  const auto nv = static_cast<std::size_t>(model().nv), base = static_cast<std::size_t>(model().floating ? 6 : 0);
  const auto fine = [](bool wanted, In numbers, std::size_t size) { return !wanted || numbers.size() == size; };
  if (!model().setup) return Status::not_available;
  if (!fine(open.payload, values.payload, robot::moments) || !fine(open.gravity, values.gravity, 3) ||
      (open.inertias && (values.inertias.empty() || values.inertias.size() % robot::moments != 0)) ||
      !fine(open.friction, values.friction, robot::friction_numbers * (nv - base)))
    return Status::wrong_size;
  const tauforge_run_time inputs{pointer(values.payload), pointer(values.gravity), pointer(values.inertias),
                                 pointer(values.friction)};
  model().setup(&inputs, constants_.data());
  return Status::fine;
}

Findings GeneratedCode::write(const std::string& folder, bool force) const {
  native::OutputFolder output(folder, "generate", force);
  if (Findings findings = output.refusal(); !findings.empty()) return findings;
  return write_folder(output, code_->files);
}

Result<GeneratedCode> generate(const Robot& robot, const GenerateRequest& wanted, const Progress& progress) {
  compiler::Request request;
  if (auto wrong = read(wanted, request)) return std::move(*wrong);
  native::CodeOptions options;
  options.files.prefix = wanted.prefix, options.files.cpp = wanted.cpp, options.files.octave = wanted.octave;
  options.files.source = robot.name(), options.timed = true;
  options.build.compiler = wanted.compiler, options.build.flags = wanted.flags;
  auto code = native::verified_code(robot.details().robot, request, options, watched_by(progress));
  const Findings findings = code.findings();
  if (!code) return findings;
  return {GeneratedCode(std::make_shared<const native::VerifiedCode>(code.take())), findings};
}

}  // namespace tauforge
