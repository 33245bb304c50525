#include "tauforge/explicit_model/document.h"

#include <fmt/format.h>

#include <algorithm>

namespace tauforge::explicit_model {

namespace {

std::string operations_text(const Operations& o) {
  return fmt::format("{} = {} mult. + {} add.", o.total(), o.multiplications, o.additions);
}

class Writer {
 public:
  Writer(const Derivation& d, Format format, bool every_reason)
      : d_(d), model_(d.model), notation_(notation_of(format)), every_reason_(every_reason) {}

  Document write() {
    document_.title = "Explicit model of " + model_.robot;
    equations();
    cost();
    constants();
    tables();
    christoffel();
    if (d_.abbreviation) significance(), certificate();
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
  }

  void cost() {
    Section& s = section("Calculations required");
    s.lines = {"Sines and cosines are not counted; products such as SC2 and equal elements are computed once."};
    s.rows = {{plain("model"), plain("kinetic energy matrix"), plain("all that depends on q"), plain("whole")}};
    const auto row = [&](const std::string& name, const Calculations& c) {
      s.rows.push_back({plain(name), plain(operations_text(c.kinetic_energy)), plain(operations_text(c.configuration)),
                        plain(operations_text(c.whole))});
    };
    row("full", d_.calculations);
    if (d_.abbreviated) row(fmt::format("abbreviated, {:g} %", 100 * d_.abbreviation->share), *d_.abbreviated);
  }

  void constants() {
    Section& s = section(fmt::format("{} lumped constants", model_.constants.size()));
    s.lines = symbol_legend({d_.symbolic});
    s.lines.push_back("units: kg m^2 (kg m, kg beside sliding joints), gravity N m or N");
    const bool tolerances = std::any_of(model_.constants.begin(), model_.constants.end(),
                                        [](const Constant& c) { return c.tolerance.has_value(); });
    s.rows = {{plain("constant"), plain("value"), plain("definition")}};
    if (tolerances) s.rows[0].insert(s.rows[0].begin() + 2, plain("tolerance"));
    for (const Constant& c : model_.constants) {
      std::vector<Cell> row = {formula(constant_name(c.name, notation_)), formula(number_text(c.value, 6, notation_)),
                               formula(definition_text(model_, c, notation_))};
      if (tolerances)
        row.insert(row.begin() + 2, c.tolerance ? formula(number_text(*c.tolerance, 2, notation_)) : plain("-"));
      s.rows.push_back(std::move(row));
    }
  }

  void tables() {
    const char* titles[] = {"A, kinetic energy matrix", "B, Coriolis", "C, centrifugal", "G, gravity"};
    const char* meanings[] = {"A is symmetric; elements that are not listed are zero.",
                              "b_ikl multiplies qd_k qd_l in torque i; elements that are not listed are zero.",
                              "c_ij multiplies qd_j^2 in torque i; elements that are not listed are zero.",
                              "Torques that hold the arm; elements that are not listed are zero."};
    int table = -1;
    Section* s = nullptr;
    for (std::size_t e = 0; e < d_.complete.size(); ++e) {
      const Element& element = d_.complete[e];
      if (static_cast<int>(element.table) != table) {
        table = static_cast<int>(element.table);
        s = &section(titles[table]);
        s->lines = {meanings[table]};
        if (d_.abbreviation) s->lines.push_back("After ~: the abbreviated element, in numbers.");
        s->equations = true;
      }
      if (element.sum.zero()) continue;
      const std::string name = constant_name(element.name, notation_);
      const auto equals = [&](const std::string& x) { return notation_.latex ? name + " = " + x : x; };
      if (element.same_as >= 0) {
        const auto& other = d_.complete[static_cast<std::size_t>(element.same_as)];
        s->rows.push_back({formula(name), formula(equals(reference_text(other.name, element.factor, notation_)))});
        continue;
      }
      s->rows.push_back({formula(name), formula(equals(sum_text(model_, element.written, notation_)))});
      if (!d_.abbreviation) continue;
      const std::string numbers = number_sum_text(model_, d_.abbreviation->elements[e].written, 3, notation_);
      s->rows.push_back({plain(""), formula((notation_.latex ? "\\approx " : "~ ") + numbers)});
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
    s.lines = {
        fmt::format("Dropped: {} of {} terms, those below {:g} % of the greatest term of their element or below "
                    "{:g} % of the constant part of a_ii of the joint concerned.",
                    a.dropped(), a.terms.size(), 100 * a.share, 10 * a.share)};
    s.rows = {{plain("joint"), plain("constant part of a_ii")}};
    for (int i = 0; i < model_.n; ++i)
      s.rows.push_back(
          {plain(std::to_string(i + 1)), plain(fmt::format("{:.4g}", a.joint_constants[static_cast<std::size_t>(i)]))});
  }

  void certificate() {
    const Certificate& c = *d_.certificate;
    Section& s = section("Certificate of the abbreviated model");
    s.lines = {
        "No state of the range below has a larger torque error than the bound; the error found is that of a state."};
    s.rows = {{plain("joint"), plain("bound"), plain("found"), plain("largest torque"), plain("position"),
               plain("speed"), plain("acceleration")}};
    for (int i = 0; i < model_.n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const JointError& j = c.joints[k];
      if (constexpr double much = 0.1; j.found > much * j.torque)
        s.lines.push_back(
            fmt::format("Joint {} may lose {:.0f} % of its largest torque: abbreviate less where it matters.", i + 1,
                        100 * j.found / j.torque));
      s.rows.push_back({plain(std::to_string(i + 1)), plain(fmt::format("{:.3g}", j.bound)),
                        plain(fmt::format("{:.3g}", j.found)), plain(fmt::format("{:.3g}", j.torque)),
                        plain(fmt::format("{:.4g} to {:.4g}", c.range.q[k].low, c.range.q[k].high)),
                        plain(fmt::format("{:g}", c.range.qd[k])), plain(fmt::format("{:g}", c.range.qdd[k]))});
    }
  }

  const Derivation& d_;
  const ExplicitModel& model_;
  Notation notation_;
  bool every_reason_;
  Document document_;
};

}  // namespace

Notation notation_of(Format format) { return format == Format::latex ? latex_math : plain_text; }

Document document(const Derivation& derivation, Format format, bool every_reason) {
  return Writer(derivation, format, every_reason).write();
}

}  // namespace tauforge::explicit_model
