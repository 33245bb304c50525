// tauforge generate: the smallest code of a robot's dynamics, compiled and compared with the templates before success is
// said.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/generate_report.h"
#include "tauforge/cli/generated_folder.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/plan_files.h"
#include "tauforge/cli/progress.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/compiler/compile.h"
#include "tauforge/compiler/light_drives.h"
#include "tauforge/compiler/refusal.h"
#include "tauforge/emit/reserved_names.h"
#include "tauforge/files/did_you_mean.h"
#include "tauforge/native/stack_usage.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/native/verify.h"

namespace tauforge::cli {

namespace {

using compiler::Call;
using compiler::Function;

constexpr int states = 1000;  // that generated code is compared on

struct Generate {
  std::string file, folder, prefix, plans;
  files::LoadOptions load;
  std::vector<std::string> functions, languages = {"c"}, run_time;
  compiler::Request request;
  native::BuildOptions build;
  double snap_degrees = 0;
  bool no_verify = false, json = false, quiet = false, explain = false, force = false;

  int run();

 private:
  static int refuse(int code, const std::string& text) {
    fmt::print(stderr, "tauforge: error: {}\n", printable_lines(text));
    return code;
  }
  compiler::CompiledModel searched(const robot::Robot& robot, GenerateReport& report, Progress& progress) const;
  std::optional<std::string> read_functions();
  void read_run_time();
  std::string why_not(const robot::Robot& robot) const;
  bool within_is_possible(const robot::Robot& robot) const;
  int verified(const robot::Robot& robot, const compiler::CompiledModel& model,
               const std::vector<compiler::GeneratedFile>& generated, GenerateReport& report, Progress& progress) const;
};

// What is wrong with the names, if anything.
std::optional<std::string> Generate::read_functions() {
  if (functions.empty()) {  // the product of paper 000: both rates, and the whole in one pass
    functions = {"inverse_dynamics", "coefficients", "velocity_torque"};
    request.two_rate = true;
  }
  std::vector<std::string> known;
  for (const auto& info : dynamics::function_list()) known.emplace_back(info.name);
  for (const auto& text : functions) {
    Call call;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('+', begin), text.size());
      const std::string name = text.substr(begin, end - begin);
      const auto function = dynamics::function_named(name);
      if (!function) {
        const std::string guess = files::did_you_mean(name, known);
        return fmt::format("there is no function '{}'; {}{}there are: {} [function-unknown]", printable(name), guess,
                           guess.empty() ? "" : " ", fmt::join(known, ", "));
      }
      if (std::count(call.functions.begin(), call.functions.end(), *function))
        return fmt::format("'{}' names {} twice [function-twice]", printable(text), name);
      call.functions.push_back(*function);
      begin = end + 1;
    }
    for (const Call& earlier : request.calls)
      if (earlier.functions == call.functions)
        return fmt::format("--functions names {} twice [function-twice]", printable(text));
    request.calls.push_back(call);
  }
  return std::nullopt;
}

void Generate::read_run_time() {
  for (const auto& name : run_time) {
    if (name == "payload") request.run_time.payload = true;
    if (name == "gravity") request.run_time.gravity = true;
    if (name == "inertias") request.run_time.inertias = true;
    if (name == "friction") request.run_time.friction = true;
  }
}

// Why this robot cannot have these functions; empty: it can.
std::string Generate::why_not(const robot::Robot& robot) const {
  bool has_inertias = request.run_time.inertias;
  for (const auto& b : robot.parameters.body) has_inertias |= !(b == robot::Inertia<double>{});
  for (const Call& call : request.calls)
    for (const Function f : call.functions) {
      const std::string name = dynamics::info(f).name;
      if (const std::string why = dynamics::why_not(f, robot.tree); !why.empty())
        return fmt::format("{} of robot '{}' cannot be generated: {} [function-not-available]", name,
                           printable(robot.name), why);
      if (!has_inertias && dynamics::info(f).needs_inertias)
        return fmt::format(
            "robot '{}' has no inertial parameters, so it has no {}; regressor, base_regressor, "
            "forward_kinematics and jacobian need none [inertias-missing]",
            printable(robot.name), name);
    }
  if (request.two_rate && !has_inertias)
    return fmt::format("robot '{}' has no inertial parameters: there is nothing for two rates [inertias-missing]",
                       printable(robot.name));
  if (robot.tree.size() == 0) return fmt::format("robot '{}' has no joints [joints-missing]", printable(robot.name));
  return printable(compiler::refusal(robot, request));
}

// An allowed error is judged on random states, which are random numbers in q, qd and qdd.
bool Generate::within_is_possible(const robot::Robot& robot) const {
  for (const Call& call : request.calls)
    for (const Function f : call.functions)
      if (dynamics::info(f).torque) return false;
  return !robot.tree.floating && !request.exact && !request.run_time.any() && !request.wrench && !request.two_rate;
}

int Generate::verified(const robot::Robot& robot, const compiler::CompiledModel& model,
                       const std::vector<compiler::GeneratedFile>& generated, GenerateReport& report,
                       Progress& progress) const {
  native::TemporaryFolder folder_of_test;
  if (!folder_of_test.ok()) return refuse(exit_machine, "no temporary folder could be made [temporary-folder]");
  if (const auto findings = write_files(folder_of_test.path(), generated); !findings.empty())
    return refuse(exit_machine,
                  fmt::format("a temporary folder for the test {} [temporary-folder]", findings[0].message));
  progress.say(fmt::format("compiling with {} {}", build.compiler, fmt::join(build.flags, " ")));
  const std::string shared_object = folder_of_test.path() + "/model.so";
  const auto run = native::run_program(native::build_words(folder_of_test.path(), prefix, build, shared_object));
  if (!run.started)
    return refuse(exit_machine, fmt::format("the compiler '{}' cannot be started; --compiler names another one, "
                                            "--no-verify goes without [compiler-missing]",
                                            printable(build.compiler)));
  if (!run.ok())
    return refuse(exit_machine, fmt::format("the compiler refused the generated code [compiler-refused]\n{}",
                                            folder_of_test.without_path(run.output)));
  progress.say(fmt::format("comparing with the templates on {} random states", states));
  const native::LoadedModel loaded(shared_object, prefix);
  if (!loaded.ok())
    return refuse(exit_machine, fmt::format("the compiled code cannot be loaded: {} [load-refused]",
                                            folder_of_test.without_path(loaded.why_not())));
  report.checks = native::verify(robot, request, model, *loaded, states);
  const double widest = request.within > 0 ? 1.0 : request.single_precision ? 1e-2 : 1e-6;  // what proves anything
  for (const auto& check : report.checks)
    if (!(check.allowed <= widest))
      return refuse(exit_input,
                    fmt::format("rounding alone can change {} of robot '{}' by {:.2g} of its largest result: "
                                "nothing was proved and nothing written [verification-impossible]",
                                check.name, robot.name, check.allowed));
  for (const auto& check : report.checks)
    if (!check.ok())
      return refuse(
          exit_bug,
          fmt::format("{} deviates from its template by {:.3g} of the largest result, {:.3g} times what is allowed: "
                      "nothing was written [verification-failed]",
                      check.name, check.deviation, check.used));
  return exit_fine;
}

// Ctrl-C ends the search, not the program: the best that was found is worth having.
compiler::CompiledModel Generate::searched(const robot::Robot& robot, GenerateReport& report,
                                           Progress& progress) const {
  const Interruption interruption;
  const std::size_t stages = request.calls.size() + (request.two_rate ? 1 : 0);
  std::size_t stage = 0;
  compiler::CompileWatch watch;
  watch.stage = [&](const std::string& what) {
    if (++stage <= stages) progress.stage(fmt::format("searching {} of {}: {}", stage, stages, what));
  };
  watch.search = [&](const compiler::SearchProgress& search) {
    if (interruption.asked() && !report.cut_short) {
      report.cut_short = true;
      progress.say("the search ends here, the best found so far is completed; Ctrl-C again ends at once");
    }
    progress.show(search.share, fmt::format("{} operations so far", search.fewest));
    return !report.cut_short;
  };
  return compiler::compile(robot, request, watch);
}

int Generate::run() {
  if (const auto wrong = read_functions()) return refuse(exit_usage, *wrong);
  read_run_time();
  files::LoadOptions as_written = load;
  if (snap_degrees > 0) load.assemble.exact_within = snap_degrees * 3.14159265358979323846 / 180.0;
  const auto robot = load_or_report(file, load);
  if (!robot) return exit_input;
  if (const std::string why = why_not(*robot); !why.empty()) return refuse(exit_input, why);
  if (!plans.empty()) {
    auto starts = read_plans_or_report(plans, file);
    if (!starts) return exit_input;
    request.starts = std::move(*starts);
  }
  if (request.within > 0 && !within_is_possible(*robot))
    return refuse(exit_usage,
                  "--within is for functions of q, qd and qdd on a fixed base, and goes neither with --exact nor with "
                  "--run-time, --wrench or --two-rate: name --functions [options-conflict]");
  if (prefix.empty()) prefix = compiler::prefix_for(robot->name);
  if (const std::string whose = emit::why_reserved(prefix); !whose.empty())
    return refuse(exit_usage,
                  fmt::format("'{}' cannot be the prefix: it is {}, and files, targets and symbols are named "
                              "by it [prefix-reserved]",
                              printable(prefix), whose));
  if (prefix != compiler::prefix_for(prefix))
    return refuse(exit_usage, fmt::format("'{}' is no C identifier of at most {} characters [prefix-invalid]",
                                          printable(prefix), compiler::longest_prefix));
  if (folder.empty()) folder = prefix + "_dynamics";
  OutputFolder output(folder, "generate", force);
  if (const auto findings = output.refusal(); !findings.empty()) return report_folder_refusal(findings);

  GenerateReport report;
  if (const auto light = compiler::drive_too_light_for_plans(*robot); light && !request.exact) {
    if (!quiet && !json)
      fmt::print(stderr, "{}\n", printable(*light + ": formulations are kept as they are, as with --exact"));
    request.exact = true;
  }
  if (snap_degrees > 0) {
    const auto unrounded = load_or_report(file, as_written);
    if (unrounded) report.snap_error = compiler::torque_difference(*unrounded, *robot);
  }
  Progress progress(quiet || json);
  compiler::CompiledModel model = searched(*robot, report, progress);
  progress.clear();
  if (const std::string why = compiler::refusal(*robot, request, model); !why.empty()) return refuse(exit_input, why);
  compiler::FileOptions options;
  options.prefix = prefix, options.source = file;
  options.cpp = std::count(languages.begin(), languages.end(), "c++") > 0;
  options.octave = std::count(languages.begin(), languages.end(), "octave") > 0;
  if (report.cut_short) options.remarks = {cut_short_remark};
  std::vector<compiler::GeneratedFile> generated = compiler::generated_files(*robot, request, model, options);
  if (!no_verify) {
    options.remarks = native::stack_usage(generated, prefix, build);
    options.remarks.push_back(fmt::format("Verified with {} {} on {} random states before it was written.",
                                          build.compiler, fmt::join(build.flags, " "), states));
    if (report.cut_short) options.remarks.insert(options.remarks.begin(), cut_short_remark);
    generated = compiler::generated_files(*robot, request, model, options);
    if (const int code = verified(*robot, model, generated, report, progress); code != exit_fine) return code;
  }
  if (const auto findings = write_folder(output, generated); !findings.empty()) return report_folder_refusal(findings);
  report.robot = &*robot, report.model = &model, report.request = &request, report.folder = folder;
  report.compiler = fmt::format("{} {}", build.compiler, fmt::join(build.flags, " "));
  for (const auto& one : generated) report.files.push_back(one.name);
  if (explain) report.explain();
  fmt::print("{}", json ? report.json() : report.text());
  return exit_fine;
}

}  // namespace

void add_generate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Generate>();
  CLI::App* command = program.add_subcommand("generate", "write the smallest code of a robot's dynamics, verified");
  command->add_option("ROBOT", state->file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("-o,--output", state->folder, "folder to write; ./NAME_dynamics where not given")
      ->type_name("FOLDER");
  command->add_flag("--force", state->force, force_meaning);
  std::string names;
  for (const auto& info : dynamics::function_list()) names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  command
      ->add_option("--functions", state->functions,
                   "what to generate, separated by commas; with a + between them several share one call: " + names)
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--language", state->languages, "c (always), c++ (a typed wrapper), octave")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"c", "c++", "octave"}));
  command
      ->add_option("--run-time", state->run_time,
                   "numbers that stay inputs of a set-up function: payload, gravity, inertias, friction")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"payload", "gravity", "inertias", "friction"}));
  command->add_flag("--payload", state->request.run_time.payload, "short for --run-time payload: ten numbers");
  command->add_flag("--wrench", state->request.wrench, "torque functions take a wrench on the last link");
  command->add_flag("--two-rate", state->request.two_rate, "also the pair background, synchronous");
  command->add_flag("--batch", state->request.batch, "also versions for many states");
  command->add_flag("--float", state->request.single_precision, "single precision");
  command->add_flag("--rigid", state->request.rigid, "bodies alone: no rotor inertia, no friction");
  command->add_flag("--exact", state->request.exact, "formulations as they are: equal to the templates in every bit");
  command->add_flag("--unrolled", state->request.unrolled, "every limb written out, also where limbs are alike");
  command->add_flag("--libm", state->request.libm, "sine and cosine by the C library, one by one");
  command
      ->add_option("--snap-angles", state->snap_degrees,
                   "make angles within so many degrees of a quarter turn exact; prints the error")
      ->type_name("DEGREES")
      ->transform([](std::string text) {
        if (text.ends_with("deg")) text.resize(text.size() - 3);
        return text;
      })
      ->check(CLI::Range(0.0, 10.0));
  command
      ->add_option("--within", state->request.within,
                   "drop what matters less: every result stays within this share (1%) of its largest value")
      ->type_name("SHARE")
      ->transform([](std::string text) {
        if (!text.ends_with('%')) return text;
        text.pop_back();
        char* end = nullptr;
        const double percent = std::strtod(text.c_str(), &end);
        return *end == '\0' && !text.empty() ? fmt::format("{}", percent / 100.0) : "not a number";
      })
      ->check(CLI::Range(0.0, 0.5));
  command->add_option("--effort", state->request.evaluations, "programs that each search may try")
      ->type_name("N")
      ->check(CLI::Range(1, 10000000));
  command->add_option("--plans", state->plans, plans_meaning)->type_name("PATH");
  command->add_option("--prefix", state->prefix, "of every symbol; from the robot's name where not given")
      ->type_name("NAME");
  command->add_option("--compiler", state->build.compiler, "C compiler that checks the result")->type_name("PROGRAM");
  command->add_option("--flags", state->build.flags, "its flags, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--no-verify", state->no_verify, "write without compiling and comparing");
  command->add_flag("--explain", state->explain, "print which modelling choice bought what");
  command->add_flag("--quiet", state->quiet, "no progress");
  command->add_flag("--json", state->json, "machine-readable output");
  add_width_option(*command);
  add_robot_options(*command, state->load);
  command->footer(
      "Without --functions it writes what the 1992 paper describes: inverse dynamics in one pass, the coefficients "
      "D_ij and\n"
      "D_i, the velocity torques, and the two-rate pair of a background and a synchronous function.\n\n"
      "An existing folder is replaced in one step, if this command wrote all that is in it; a build inside it is kept. "
      "Ctrl-C ends\nthe search with the best found so far, a second one ends the program.\n\n"
      "Examples:\n"
      "  tauforge generate robots/puma260.dyn\n"
      "  tauforge generate arm.urdf -o arm --functions inverse_dynamics,mass_matrix,forward_dynamics --batch\n"
      "  tauforge generate arm.urdf -o arm --functions gravity+mass_matrix --payload\n"
      "  cmake -S arm -B arm/build && cmake --build arm/build && ctest --test-dir arm/build");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
