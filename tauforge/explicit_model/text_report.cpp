#include "tauforge/explicit_model/text_report.h"

#include <fmt/format.h>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/explicit_model/print.h"

namespace tauforge::explicit_model {

namespace {

std::string constants_text(const ExplicitModel& model) {
  std::string text = fmt::format("{} lumped constants [kg m^2 and kin; gravity N m or N]\n", model.constants.size());
  for (const auto& c : model.constants)
    text += fmt::format("  {:<5} = {:>13.6g}{}   {}\n", c.name, c.value,
                        c.tolerance ? fmt::format(" +- {:<9.2g}", *c.tolerance) : "",
                        definition_text(model, c, plain_text));
  return text;
}

std::string elements_text(const ExplicitModel& model) {
  const char* headings[] = {"A, kinetic energy matrix", "B, Coriolis: b_ikl multiplies qd_k qd_l in torque i",
                            "C, centrifugal: c_ij multiplies qd_j^2 in torque i", "g, gravity"};
  const auto all = elements(model);
  std::string text;
  int table = -1;
  for (const auto& e : all) {
    if (static_cast<int>(e.table) != table) {
      table = static_cast<int>(e.table);
      text += fmt::format("\n{}; what is not listed is zero\n", headings[table]);
    }
    if (e.sum.zero()) continue;
    text +=
        fmt::format("  {:<5} = {}\n", e.name,
                    e.same_as >= 0 ? reference_text(all[static_cast<std::size_t>(e.same_as)].name, e.factor, plain_text)
                                   : sum_text(model, e.sum, plain_text));
  }
  return text;
}

std::string symbol_text(const SymbolIndex& s) { return fmt::format("[{}{},{}]", s.k + 1, s.l + 1, s.i + 1); }

std::string christoffel_text(const ExplicitModel& model) {
  const Christoffel& c = model.christoffel;
  const int n = c.n;
  std::string text =
      fmt::format("\nChristoffel symbols: {} of {} are distinct and not zero; they need {} of {} derivatives\n",
                  c.distinct.size(), c.uses.size(), c.derivatives.size(), n * n * (n + 1) / 2);
  for (int r = 0; r < reasons; ++r)
    text += fmt::format("  {:>4} vanish or coincide: {}\n", c.removed[static_cast<std::size_t>(r)],
                        to_text(static_cast<Reason>(r)));
  for (const auto& m : c.merges)
    text += fmt::format("    {} = {}: {}\n", symbol_text(m.symbol),
                        m.zero ? "0" : (m.sign < 0 ? "-" : "") + symbol_text(m.same_as), to_text(m.reason));
  return text;
}

}  // namespace

std::string text_report(const ExplicitModel& model) {
  return fmt::format("Explicit model of {}: A(q) qdd + B(q) [qd qd] + C(q) [qd^2] + g(q) = torque\n\n",
                     diagnostic::printable(model.robot, '?')) +
         constants_text(model) + elements_text(model) + christoffel_text(model);
}

}  // namespace tauforge::explicit_model
