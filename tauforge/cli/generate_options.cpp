#include "tauforge/cli/generate_options.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/plan_files.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/functions/function.h"

namespace tauforge::cli {

GenerateRequest GenerateOptions::wanted() const {
  GenerateRequest wanted = request;
  const auto wants = [&](const char* language) { return std::count(languages.begin(), languages.end(), language) > 0; };
  if (wanted.functions.empty() && wants("casadi")) {
    wanted.functions = {"inverse_dynamics", "forward_dynamics"};
  } else if (wanted.functions.empty() && !wanted.observer) {
    wanted.functions = {"inverse_dynamics", "coefficients",
                        "velocity_torque"};  // the product of paper 000: both rates,
    wanted.two_rate = true;                  // and the whole in one pass
  }
  wanted.cpp = wants("c++"), wanted.octave = wants("octave"), wanted.casadi = wants("casadi");
  wanted.javascript = wants("javascript");
  wanted.verify = !no_verify;
  wanted.cache = !no_cache && !explain;
  std::error_code ignored;
  if (std::filesystem::is_directory(wanted.plans, ignored)) wanted.plans = plans_of(wanted.plans, file);
  return wanted;
}

void add_generate_options(CLI::App& command, GenerateOptions& options) {
  command.add_option("ROBOT", options.file, "robot: .toml, .urdf, .dyn")->required();
  command.add_option("-o,--output", options.folder, "folder to write; ./NAME_dynamics where not given")
      ->type_name("FOLDER");
  command.add_flag("--force", options.force, force_meaning);
  add_page_option(command, options.page);
  std::string names;
  for (const auto& info : functions::function_list())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  command
      .add_option("--functions", options.request.functions,
                  "what to generate, separated by commas; with a + between them several share one call: " + names)
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--language", options.languages, "c (always), c++ (a typed wrapper), octave, javascript, casadi")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"c", "c++", "octave", "javascript", "casadi"}));
  command
      .add_option("--run-time", options.request.run_time,
                  "numbers that stay inputs of a set-up function: payload, gravity, inertias, friction")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"payload", "gravity", "inertias", "friction"}));
  command.add_flag_callback(
      "--payload", [&] { options.request.run_time.emplace_back("payload"); },
      "short for --run-time payload: ten numbers");
  command.add_flag("--wrench", options.request.wrench, "torque functions take a wrench on the last link");
  command.add_flag("--two-rate", options.request.two_rate,
                   "also what two rates need: background, velocity_torque, synchronous, friction, momentum");
  command.add_flag("--observer", options.request.observer,
                   "also NAME_momentum_observer: torques that no drive gave, from momentum and friction");
  command.add_flag("--batch", options.request.batch, "also versions for many states");
  command.add_flag("--float", options.request.single_precision, "single precision");
  command.add_flag("--rigid", options.request.rigid, "bodies alone: no rotor inertia, no friction");
  command.add_flag("--exact", options.request.exact, "formulations as they are: equal to the templates in every bit");
  command.add_flag("--unrolled", options.request.unrolled, "every limb written out, also where limbs are alike");
  command.add_flag("--libm", options.request.libm, "sine and cosine by the C library, one by one");
  command
      .add_option("--snap-angles", options.load.snap_degrees,
                  "make angles within so many degrees of a quarter turn exact; prints the error")
      ->type_name("DEGREES")
      ->transform([](std::string text) {
        if (text.ends_with("deg")) text.resize(text.size() - 3);
        return text;
      })
      ->check(NumberRange(0.0, 10.0));
  command
      .add_option("--within", options.request.within,
                  "drop what matters less: every result stays within this share (1%) of its largest value")
      ->type_name("SHARE")
      ->transform([](std::string text) {
        if (!text.ends_with('%')) return text;
        text.pop_back();
        char* end = nullptr;
        const double percent = std::strtod(text.c_str(), &end);
        return *end == '\0' && !text.empty() ? fmt::format("{}", percent / 100.0) : "not a number";
      })
      ->check(NumberRange(0.0, 0.5));
  command.add_option("--effort", options.request.effort, "programs that each search may try")
      ->type_name("N")
      ->check(CLI::Range(1, 10000000));
  command.add_option("--plans", options.request.plans, plans_meaning)->type_name("PATH");
  command.add_option("--prefix", options.request.prefix, "of every symbol; from the robot's name where not given")
      ->type_name("NAME");
  command.add_option("--compiler", options.request.compiler, "C compiler that checks the result")->type_name("PROGRAM");
  command.add_option("--flags", options.request.flags, "its flags, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--no-verify", options.no_verify, "write without compiling and comparing");
  command.add_flag("--no-cache", options.no_cache, "search, compile and compare anew");
  command.add_flag("--explain", options.explain, "print which modelling choice bought what");
  command.add_flag("--trace-passes", options.request.trace_passes,
                   "print what each pass of the compiler made of each function: operations, live values, bytes, time");
  command.add_flag("--quiet", options.quiet, "no progress");
  command.add_flag("--json", options.json, "machine-readable output");
  add_width_option(command);
  add_robot_options(command, options.load);
  command.footer(
      "Without --functions it writes what the 1992 paper describes: inverse dynamics in one pass, the coefficients "
      "D_ij and\n"
      "D_i, the velocity torques, friction, and the two rates: a background and a synchronous function.\n\n"
      "An existing folder is replaced in one step, if this command wrote all that is in it; a build inside it is kept. "
      "Ctrl-C ends\nthe search with the best found so far, a second one ends the program.\n\n"
      "Examples:\n"
      "  tauforge generate robots/puma260.dyn\n"
      "  tauforge generate arm.urdf -o arm --functions inverse_dynamics,mass_matrix,forward_dynamics --batch\n"
      "  tauforge generate arm.urdf -o arm --functions gravity+mass_matrix --payload\n"
      "  tauforge generate arm.urdf -o arm --observer\n"
      "  cmake -S arm -B arm/build && cmake --build arm/build && ctest --test-dir arm/build");
}

}  // namespace tauforge::cli
