#include "tauforge/explicit_model/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "tauforge/explicit_model/payload.h"

namespace tauforge::explicit_model {

namespace {

std::string operations_text(const Operations& o) {
  return fmt::format("{} = {} mult. + {} add.", o.total(), o.multiplications, o.additions);
}

constexpr int payload_digits = 7;  // of numbers beside a payload's symbols

class Writer {
 public:
  Writer(const Derivation& d, Format format, bool every_reason)
      : d_(d), model_(d.model), notation_(notation_of(format)), every_reason_(every_reason) {}

  Document write() {
    document_.title = "Explicit model of " + model_.robot;
    for (const char c : model_.robot)
      if (std::isalnum(static_cast<unsigned char>(c))) document_.label += c;
    equations();
    cost();
    constants();
    if (d_.payload) payload();
    is_readable(d_) ? tables() : structure();
    christoffel();
    if (d_.abbreviation) significance(), certificate();
    if (!d_.trade_off.empty()) trade_off();
    return std::move(document_);
  }

 private:
  Section& section(const std::string& title) {
    document_.sections.emplace_back();
    document_.sections.back().title = title;
    return document_.sections.back();
  }
  static Cell plain(std::string text) { return {std::move(text), false}; }
  static Cell formula(std::string text) { return {std::move(text), true}; }

  void equations() {
    Section& s = section("Equations of motion");
    s.lines = {
        "A(q) qdd + B(q) [qd_k qd_l, k < l] + C(q) [qd_j^2] + g(q) = torque, rotors included, friction not.",
        "S2 is sin(q2), C23 cos(q2 + q3), S223 sin(2 q2 + q3), CC2 cos(q2)^2, SS2 sin(q2)^2, SC2 sin(q2) cos(q2)."};
    s.latex = {
        fmt::format(
            "\\begin{{equation}}\n\\tau_i = \\sum_{{j}} a_{{ij}}\\,\\ddot q_j + \\sum_{{k<l}} b_{{ikl}}\\,\\dot "
            "q_k \\dot q_l + \\sum_j C_{{ij}}\\,\\dot q_j^2 + G_i \\label{{eq:{}:motion}}\n\\end{{equation}}",
            document_.label),
        "Rotors are included, friction is not. $s_2$ is $\\sin q_2$, $c_{23}$ is $\\cos(q_2 + q_3)$, $s_{223}$ is "
        "$\\sin(2 q_2 + q_3)$; $a_{ij} = a_{ji}$; the elements of the centrifugal matrix are capital, $C_{ij}$."};
  }

  void cost() {
    Section& s = section("Calculations required");
    s.lines = {"Sines and cosines are not counted; products such as SC2 and equal elements are computed once."};
    s.latex = {"Sines and cosines are not counted; products such as $s_2 c_2$ and equal elements are computed once."};
    s.rows = {{plain("model"), plain("kinetic energy matrix"), plain("all that depends on q"), plain("whole")}};
    const auto row = [&](const std::string& name, const Calculations& c) {
      s.rows.push_back({plain(name), plain(operations_text(c.kinetic_energy)), plain(operations_text(c.configuration)),
                        plain(operations_text(c.whole))});
    };
    row("full", d_.calculations);
    if (d_.abbreviated) row(fmt::format("abbreviated, {:.3g} %", 100 * d_.abbreviation->share), *d_.abbreviated);
  }

  void constants() {
    Section& s = section(fmt::format("{} lumped constants", model_.constants.size()));
    const auto word = [&](const std::string& name) {
      return notation_.latex ? "$" + constant_name(name, notation_) + "$" : name;
    };
    auto& lines = notation_.latex ? s.latex : s.lines;
    lines = symbol_legend({d_.symbolic, d_.payload}, word);
    lines.push_back(fmt::format("units: kg m{} (kg m, kg beside sliding joints), gravity N m or N",
                                notation_.latex ? "$^2$" : "^2"));
    double worst = 0;  // of rounding, as a share of the largest torque
    for (const JointError& j : d_.rounding.joints)
      if (j.torque > 0) worst = std::max(worst, j.bound / j.torque);
    lines.push_back(
        fmt::format("Values are rounded: with them no torque of the operating range changes by more than {:.1g} of the "
                    "largest of its joint.",
                    worst));
    const bool tolerances = std::any_of(model_.constants.begin(), model_.constants.end(),
                                        [](const Constant& c) { return c.tolerance.has_value(); });
    s.rows = {{plain("constant"), plain("value"), plain("definition")}};
    if (tolerances) s.rows[0].insert(s.rows[0].begin() + 2, plain("tolerance"));
    if (!d_.paper_names.empty()) s.rows[0].insert(s.rows[0].begin() + 2, plain("[AKB86]"));
    for (std::size_t k = 0; k < model_.constants.size(); ++k) {
      const Constant& c = model_.constants[k];
      std::vector<Cell> row = {formula(constant_name(c.name, notation_)),
                               formula(number_text(d_.constants[k], notation_)),
                               formula(definition_text(model_, c, notation_))};
      if (tolerances)
        row.insert(row.begin() + 2, c.tolerance ? formula(number_text(*c.tolerance, 2, notation_)) : plain("-"));
      if (!d_.paper_names.empty())
        row.insert(row.begin() + 2, d_.paper_names[k].empty() ? plain("-") : paper_name(d_.paper_names[k]));
      s.rows.push_back(std::move(row));
    }
  }

  // "I2 + I6", "-I18"
  Cell paper_name(const std::string& text) const {
    if (!notation_.latex) return plain(text);
    std::string set, name;
    const auto end = [&] { set += name.empty() ? "" : constant_name(name, notation_), name.clear(); };
    for (const char c : text) std::isalnum(static_cast<unsigned char>(c)) ? void(name += c) : (end(), void(set += c));
    end();
    return formula(set);
  }

  // What the payload makes of them, for any mass and centre.
  void payload() {
    Section& s = section("Constants with a payload");
    s.lines = {"For any payload take these in place of the values above; the other constants do not depend on it."};
    s.equations = true;
    for (const Constant& c : model_.constants)
      if (depends_on_payload(model_, c))
        s.rows.push_back(
            {formula(constant_name(c.name, notation_)), formula(payload_text(model_, c, payload_digits, notation_))});
  }

  static const char* table_title(Table table) {
    const char* titles[] = {"A, kinetic energy matrix", "B, Coriolis", "C, centrifugal", "G, gravity"};
    return titles[static_cast<int>(table)];
  }

  std::string element_text(const std::string& name) const { return constant_name(name, notation_); }

  void list(Section& s, const std::string& what, const std::vector<std::string>& formulas) const {
    const std::string_view between = notation_.latex ? "$, $" : ", ", around = notation_.latex ? "$" : "";
    if (!formulas.empty())
      s.after.push_back(fmt::format("{}: {}{}{}.", what, around, fmt::join(formulas, between), around));
  }

  void tables() {
    const char* meanings[] = {"A is symmetric.", "b_ikl multiplies qd_k qd_l in torque i.",
                              "c_ij multiplies qd_j^2 in torque i.", "Torques that hold the arm."};
    for (const Table table : {Table::A, Table::B, Table::C, Table::g}) {
      Section& s = section(table_title(table));
      s.lines = {meanings[static_cast<int>(table)]};
      if (d_.abbreviation) s.lines.push_back("After ~: the abbreviated element, in numbers.");
      if (notation_.latex) {
        const char* set[] = {"$a_{ij} = a_{ji}$.", "$b_{ikl}$ multiplies $\\dot q_k \\dot q_l$ in $\\tau_i$.",
                             "$C_{ij}$ multiplies $\\dot q_j^2$ in $\\tau_i$.", "Torques that hold the arm."};
        s.latex = {set[static_cast<int>(table)]};
        if (d_.abbreviation) s.latex[0] += " After $\\approx$: the abbreviated element, in numbers.";
      }
      s.equations = true;
      std::vector<std::string> zero, dropped;
      for (std::size_t e = 0; e < d_.complete.size(); ++e) {
        const Element& element = d_.complete[e];
        if (element.table != table) continue;
        const std::string name = element_text(element.name);
        if (element.zero) {
          zero.push_back(name);
          continue;
        }
        if (element.same_as >= 0) {
          const auto& other = d_.complete[static_cast<std::size_t>(element.same_as)];
          s.rows.push_back({formula(name), formula(reference_text(other.name, element.factor, notation_))});
          continue;
        }
        s.rows.push_back({formula(name), formula(sum_text(model_, element.written, notation_))});
        if (!d_.abbreviation) continue;
        if (d_.printed[e].zero)
          dropped.push_back(name);
        else
          s.rows.push_back(
              {plain(""), formula((notation_.latex ? "" : "~ ") + number_sum_text(d_.printed[e].numbers, notation_))});
      }
      list(s, "Zero", zero);
      list(s, "Left out of the abbreviated model, with what equals them", dropped);
    }
  }

  // Which elements there are, what they share and what they depend on.
  void structure() {
    for (const Table table : {Table::A, Table::B, Table::C, Table::g}) {
      Section& s = section(table_title(table) + std::string(": structure"));
      s.lines = {fmt::format(
          "Elements of more than {} terms are not printed: --format json has them, --format c computes them, "
          "and `tauforge generate` writes exact code that is far shorter.",
          most_readable_terms)};
      s.rows = {{plain("element"), plain("terms"), plain("depends on"), plain("abbreviated to")}};
      if (!d_.abbreviation) s.rows[0].pop_back();
      std::vector<std::string> zero, equal;
      for (std::size_t e = 0; e < d_.complete.size(); ++e) {
        const Element& element = d_.complete[e];
        if (element.table != table) continue;
        if (element.zero)
          zero.push_back(element_text(element.name));
        else if (element.same_as >= 0)
          equal.push_back(fmt::format(
              "{}{}{}", element_text(element.name), notation_.latex ? " = " : " is ",
              reference_text(d_.complete[static_cast<std::size_t>(element.same_as)].name, element.factor, notation_)));
        if (element.zero || element.same_as >= 0) continue;
        std::string joints;
        for (int j = 0; j < model_.n; ++j)
          if (element.sum.depends_on(j)) joints += fmt::format("{}q{}", joints.empty() ? "" : " ", j + 1);
        s.rows.push_back({notation_.latex ? formula(element_text(element.name)) : plain(element.name),
                          plain(std::to_string(element.numbers.size())), plain(joints.empty() ? "nothing" : joints)});
        if (d_.abbreviation) s.rows.back().push_back(plain(std::to_string(d_.printed[e].numbers.size())));
      }
      list(s, "Zero", zero);
      list(s, "Equal to others", equal);
    }
  }

  static std::string symbol(const SymbolIndex& s) {
    const bool apart = std::max({s.i, s.k, s.l}) >= 9;
    return fmt::format("[{}{}{},{}]", s.k + 1, apart ? " " : "", s.l + 1, s.i + 1);
  }

  void christoffel() {
    const Christoffel& c = model_.christoffel;
    Section& s = section("Christoffel symbols of the first kind");
    s.lines = {fmt::format("{} of {} are not zero and distinct up to sign; they need {} of {} derivatives of A.",
                           c.distinct.size(), c.uses.size(), c.derivatives.size(), c.n * c.n * (c.n + 1) / 2),
               "b_ikl = 2 [kl,i], c_ij = [jj,i]."};
    s.latex = {s.lines[0], "$b_{ikl} = 2\\,[kl,i]$, $C_{ij} = [jj,i]$."};
    s.rows = {{plain("vanish or coincide"), plain("because")}};
    for (int r = 0; r < explicit_model::reasons; ++r)
      s.rows.push_back(
          {plain(std::to_string(c.removed[static_cast<std::size_t>(r)])), plain(to_text(static_cast<Reason>(r)))});
    if (!every_reason_) return;
    Section& all = section("Every symbol that vanishes or coincides");
    all.rows = {{plain("symbol"), plain("equals"), plain("because")}};
    for (const Merge& m : c.merges)
      all.rows.push_back({plain(symbol(m.symbol)), plain(m.zero ? "0" : (m.sign < 0 ? "-" : "") + symbol(m.same_as)),
                          plain(to_text(m.reason))});
    Section& needed = section("Derivatives that are needed");
    std::string list;
    for (const Derivative& x : c.derivatives)
      list += fmt::format("{}d{}/dq{}", list.empty() ? "" : ", ", element_name(Table::A, x.j, x.k), x.l + 1);
    needed.lines = {list};
  }

  void significance() {
    const Abbreviation& a = *d_.abbreviation;
    Section& s = section("Abbreviation");
    if (a.dearer > 0) {
      s.lines = {fmt::format(
          "Nothing is dropped: without the terms that the rule drops at {:.3g} % the model needs {} calculations, more "
          "than the full model with its {}. What follows ~ are its elements in numbers.",
          100 * a.share, a.dearer, d_.calculations.whole.total())};
      return;
    }
    if (a.rule == Rule::value) {
      s.lines = {
          fmt::format("Dropped: {} of {} terms, those whose torques are worth least per operation; no torque is to be "
                      "wrong by more than {:.3g} % of the largest of its joint.",
                      a.dropped, a.considered, 100 * a.share)};
      return;
    }
    s.lines = {
        fmt::format("Dropped: {} of {} terms, those below {:g} % of the greatest term of their element or below "
                    "{:g} % of the constant part of a_ii of the joint concerned.",
                    a.dropped, a.considered, 100 * a.share, 10 * a.share)};
    if (notation_.latex) {
      s.latex = {latex_text(s.lines[0])};
      for (std::size_t at; (at = s.latex[0].find("a\\_ii")) != std::string::npos;)
        s.latex[0].replace(at, 5, "$a_{ii}$");
    }
    s.rows = {{plain("joint"), plain("constant part")}};
    for (int i = 0; i < model_.n; ++i)
      s.rows.push_back(
          {plain(std::to_string(i + 1)), plain(fmt::format("{:.4g}", a.joint_constants[static_cast<std::size_t>(i)]))});
  }

  void certificate() {
    const Certificate& c = *d_.certificate;
    Section& s = section("Certificate of the abbreviated model");
    s.lines = {
        "Of the numbers as they are printed: no state of the range below has a larger torque error than the bound; the "
        "error found is that of a state."};
    if (!d_.not_definite.empty())
      s.lines.push_back("The abbreviated model is for torques, not for accelerations: " + d_.not_definite + ".");
    s.rows = {{plain("joint"), plain("bound"), plain("found"), plain("largest torque"), plain("position"),
               notation_.latex ? formula("|\\dot q|") : plain("speed"),
               notation_.latex ? formula("|\\ddot q|") : plain("acceleration")}};
    for (int i = 0; i < model_.n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const JointError& j = c.joints[k];
      if (constexpr double much = 0.1; j.found > much * j.torque)
        s.lines.push_back(
            fmt::format("Joint {} may lose {:.0f} % of its largest torque: abbreviate less where it matters.", i + 1,
                        100 * j.found / j.torque));
      s.rows.push_back({plain(std::to_string(i + 1)), plain(from_above(j.bound)), plain(fmt::format("{:.3g}", j.found)),
                        plain(fmt::format("{:.3g}", j.torque)),
                        plain(fmt::format("{:.4g} to {:.4g}", c.range.q[k].low, c.range.q[k].high)),
                        plain(fmt::format("{:g}", c.range.qd[k])), plain(fmt::format("{:g}", c.range.qdd[k]))});
    }
  }

  // A bound stays one when it is rounded to three digits.
  static std::string from_above(double x) {
    if (x <= 0) return "0";
    const double unit = std::pow(10.0, std::floor(std::log10(x)) - 2);
    return fmt::format("{:.3g}", std::ceil(x / unit - 1e-9) * unit);
  }

  void trade_off() {
    Section& s = section("What an error saves");
    s.lines = {fmt::format(
        "The cheapest model found within each error, a share of the largest torque of every joint; the full "
        "model needs {} calculations.",
        d_.calculations.whole.total())};
    s.rows = {{plain("error"), plain("calculations"), plain("terms dropped"), plain("bound, largest share")}};
    for (const TradePoint& p : d_.trade_off) {
      double share = 0;
      for (std::size_t i = 0; i < p.bounds.size(); ++i)
        if (d_.torques[i] > 0) share = std::max(share, p.bounds[i] / d_.torques[i]);
      s.rows.push_back({plain(fmt::format("{:g} %", 100 * p.allowed)), plain(std::to_string(p.operations)),
                        plain(std::to_string(p.dropped)), plain(fmt::format("{:.2g} %", 100 * share))});
    }
  }

  const Derivation& d_;
  const ExplicitModel& model_;
  Notation notation_;
  bool every_reason_;
  Document document_;
};

}  // namespace

bool is_readable(const Derivation& d) {
  return std::all_of(d.complete.begin(), d.complete.end(),
                     [](const Element& e) { return e.numbers.size() <= most_readable_terms; });
}

Notation notation_of(Format format) { return format == Format::latex ? latex_math : plain_text; }

Document document(const Derivation& derivation, Format format, bool every_reason) {
  return Writer(derivation, format, every_reason).write();
}

}  // namespace tauforge::explicit_model
