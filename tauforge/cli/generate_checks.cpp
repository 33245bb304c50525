#include "tauforge/cli/generate_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

std::string checks_text(const native::VerifiedCode& code) {
  std::string text;
  if (!code.checks.empty()) {
    double used = 0.0;
    for (const auto& check : code.checks) used = std::max(used, check.used);
    text += paragraph(fmt::format("verified on {} random states against the double templates; {}", code.options.states,
                                  printable(code.options.build.text())),
                      "  ");
    text +=
        paragraph(fmt::format("deviation and allowed are shares of the largest result; the result nearest to its own "
                              "tolerance used {:.2g} % of it",
                              100.0 * used),
                  "  ");
    if (code.friction_step)
      text += paragraph(
          fmt::format("friction_step: verified over {} steps of trajectories with reversals; largest deviation "
                      "{:.1e} of the largest friction, allowed {:.1e}",
                      code.friction_step->steps, code.friction_step->deviation, code.friction_step->allowed),
          "  ");
    if (code.observer)
      text += paragraph(fmt::format("momentum_observer: verified over {} steps against the integral it stands for; "
                                    "deviation {:.1e}, allowed {:.1e}",
                                    code.observer->steps, code.observer->deviation, code.observer->allowed),
                        "  ");
    if (!code.javascript.empty()) {
      double worst = 0.0;
      for (const auto& check : code.javascript) worst = std::max(worst, check.deviation);
      text += paragraph(fmt::format("the JavaScript was compared on as many states, in Node: deviation {:.1e}", worst),
                        "  ");
    }
    if (const std::string how = native::how_timed(code.checks); !how.empty()) text += paragraph("ns: " + how, "  ");
  }
  if (code.casadi)
    text +=
        paragraph(fmt::format("CasADi: {} functions verified as CasADi calls them; deviation {:.1e}, the entry nearest "
                              "to its own tolerance used {:.2g} % of it",
                              code.casadi->functions, code.casadi->deviation, 100.0 * code.casadi->used),
                  "  ");
  return text;
}

nlohmann::json checks_json(const native::VerifiedCode& code) {
  nlohmann::json answer = nlohmann::json::object();
  if (const std::string how = native::how_timed(code.checks); !how.empty()) answer["timing"] = how;
  for (const auto& check : code.javascript)
    answer["javascript"].push_back(
        {{"function", check.name}, {"deviation", check.deviation}, {"allowed", check.allowed}, {"used", check.used}});
  if (code.friction_step)
    answer["friction_step"] = {{"steps", code.friction_step->steps},
                               {"deviation", code.friction_step->deviation},
                               {"allowed", code.friction_step->allowed}};
  if (code.observer)
    answer["momentum_observer"] = {
        {"steps", code.observer->steps}, {"deviation", code.observer->deviation}, {"allowed", code.observer->allowed}};
  if (code.casadi)
    answer["casadi"] = {
        {"functions", code.casadi->functions}, {"deviation", code.casadi->deviation}, {"used", code.casadi->used}};
  return answer;
}

}  // namespace tauforge::cli
