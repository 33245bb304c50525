// What a user of `tauforge identify` may fix.
#include <CLI/CLI.hpp>

#include <map>

#include "tauforge/cli/identify_options.h"
#include "tauforge/cli/number_range.h"

namespace tauforge::cli {

void add_identify_settings(CLI::App& command, IdentifySettings& settings, IdentifyOptions& options) {
  using Method = IdentifySettings::Method;
  const std::map<std::string, Method> methods = {
      {"ls", Method::least_squares}, {"iv", Method::instrumental_variables}, {"direct", Method::direct}};
  command
      .add_option("--method", settings.method,
                  "least squares; instrumental variables, where noise of the motion goes through the feedback: "
                  "Hausman's test of the verdict tells; direct: torques of a simulated loop are fitted (ls)")
      ->transform(CLI::CheckedTransformer(methods, CLI::ignore_case))
      ->type_name("ls|iv|direct");
  command
      .add_option(
          "--reference", settings.reference,
          "the loop that is simulated for instruments follows the logged positions below this [Hz] (a quarter of the "
          "cut-off)")
      ->type_name("HERTZ")
      ->check(CLI::PositiveNumber);
  command.add_option("--cutoff", settings.cutoff, "of the filter of the motion [Hz] (chosen by left-out blocks)")
      ->type_name("HERTZ")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--tolerance", settings.tolerance,
                  "error: the smallest model so close to the best is taken; share: the least share that stays (0.01)")
      ->type_name("SHARE")
      ->check(NumberRange(0.0, 1.0));
  using Keep = IdentifySettings::Keep;
  const std::map<std::string, Keep> rules = {{"error", Keep::error}, {"share", Keep::share}, {"t-test", Keep::t_test}};
  command
      .add_option(
          "--significance", settings.keep,
          "which parameters stay: by the error on left-out blocks, by the share of a drive's largest torque, or "
          "by a t-test (error)")
      ->transform(CLI::CheckedTransformer(rules, CLI::ignore_case))
      ->type_name("error|share|t-test");
  using Friction = IdentifySettings::Friction;
  const std::map<std::string, Friction> forms = {{"coulomb", Friction::coulomb},
                                                 {"smooth", Friction::smooth},
                                                 {"presliding", Friction::presliding},
                                                 {"stribeck", Friction::stribeck}};
  command
      .add_option("--friction", settings.friction,
                  "forms that are tried, per drive, by the error on left-out blocks: coulomb, smooth, presliding, "
                  "stribeck (the first three)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(CLI::CheckedTransformer(forms, CLI::ignore_case))
      ->type_name("FORM,...");
  using Solver = IdentifySettings::Solver;
  const std::map<std::string, Solver> solvers = {
      {"qr", Solver::qr}, {"svd", Solver::svd}, {"pseudo-inverse", Solver::pseudo_inverse}, {"ridge", Solver::ridge}};
  command
      .add_option("--solver", settings.solver,
                  "of the least squares, for the full and the reduced model (QR, and ridge where left-out blocks ask)")
      ->transform(CLI::CheckedTransformer(solvers, CLI::ignore_case))
      ->type_name("qr|svd|pseudo-inverse|ridge");
  command
      .add_option("--ridge", settings.ridge,
                  "factor of --solver ridge, of columns of length one; values shrink to zero, not to the robot's file")
      ->check(NumberRange(1e-12, 1.0))
      ->type_name("FACTOR");
  command
      .add_flag("--prior{auto}", options.prior,
                "holds what the logs hardly tell by the robot's file, which has to have real masses and inertias; "
                "--prior=S with this strength: S rows weigh as much as a body that is off by 100 % (auto: by left-out "
                "blocks)")
      ->check(CLI::Validator(
          [](const std::string& text) {
            double strength = 0.0;
            const bool number = CLI::detail::lexical_cast(text, strength) && strength >= 1e-12 && strength <= 1e15;
            return text == "auto" || number ? std::string() : "auto, or a strength from 1e-12 to 1e15";
          },
          "", "prior"));
}

std::string settings_conflict(const IdentifyOptions& options, IdentifySettings& settings) {
  settings.prior = !options.prior.empty();
  if (settings.prior && options.prior != "auto") settings.prior_strength = std::stod(options.prior);
  const bool ridge = settings.solver == IdentifySettings::Solver::ridge;
  if (ridge && settings.ridge == 0.0) return "--solver ridge needs its factor: --ridge 1e-3";
  if (!ridge && settings.ridge > 0.0) return "--ridge belongs to --solver ridge";
  if (settings.prior && settings.solver != IdentifySettings::Solver::chosen)
    return "--prior is the regulariser: no --solver";
  if (settings.prior && options.significance_given) return "with --prior no parameter is dropped: no --significance";
  if (settings.prior && settings.method != IdentifySettings::Method::least_squares)
    return "--prior holds the fit of least squares: no other --method";
  return "";
}

}  // namespace tauforge::cli
