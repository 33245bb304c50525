#include "tauforge/expression/origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/expression/graph.h"

namespace tauforge::expression {

namespace {

constexpr std::size_t most_of_an_atom = 2;   // parts of a sum that is a factor
constexpr std::size_t longest_factor = 60;   // characters; a longer one is written as its number
constexpr std::size_t most_for_three = 400;  // known numbers, to look for sums of three
constexpr const char* reciprocal = "1 / ";

bool same_number(double a, double b) {
  return std::abs(a - b) <= 4.0 * std::numeric_limits<double>::epsilon() * std::abs(b);
}

}  // namespace

const Origin* Origins::keep(Origin origin) {
  origin.home = this;
  origins_.push_back(std::move(origin));
  return &origins_.back();
}

const Origin* Origins::parameter(std::string name, double value, int degree) {
  return value == 0.0 ? nullptr : atom(std::move(name), value, degree);
}

const Origin* Origins::atom(std::string text, double value, int degree) {
  names_.push_back({std::move(text), value});
  Origin origin;
  origin.parts = {{static_cast<int>(names_.size()) - 1, 1.0}}, origin.degree = degree;
  return keep(std::move(origin));
}

std::string Origins::name(const Origin* origin, double value) const {
  if (!origin) return fmt::format("{:.4g}", value);
  const std::string plain = text(*origin, 1.0, most_of_an_atom);
  const bool is_sum = origin->parts.size() > 1 || origin->rest != 0.0;
  if (plain.size() > longest_factor) return fmt::format("{:.4g}", value);
  return is_sum ? "(" + plain + ")" : plain;
}

const Origin* Origins::scaled(const Origin& origin, double factor) {
  Origin result = origin;
  for (auto& part : result.parts) part.factor *= factor;
  result.rest *= factor;
  return keep(std::move(result));
}

const Origin* Origins::sum(const Origin* a, double a_value, const Origin* b, double b_value, double sign) {
  Origin result;
  result.degree = std::max(a ? a->degree : 0, b ? b->degree : 0);
  if (a) result.parts = a->parts;
  result.rest = (a ? a->rest : a_value) + sign * (b ? b->rest : b_value);
  if (b)
    for (const Origin::Part& part : b->parts) {
      const auto at = std::lower_bound(result.parts.begin(), result.parts.end(), part.of,
                                       [](const Origin::Part& p, int of) { return p.of < of; });
      if (at != result.parts.end() && at->of == part.of)
        at->factor += sign * part.factor;
      else
        result.parts.insert(at, {part.of, sign * part.factor});
    }
  std::erase_if(result.parts, [](const Origin::Part& p) { return p.factor == 0.0; });
  return result.parts.empty() ? nullptr : keep(std::move(result));
}

const Origin* Origins::apply(Operation op, const Origin* a, double a_value, const Origin* b, double b_value) {
  if (!a && !b) return nullptr;
  const int da = a ? a->degree : 0, db = b ? b->degree : 0;
  const double value = expression::apply(op, a_value, b_value);
  switch (op) {
    case Operation::negate: return scaled(*a, -1.0);
    case Operation::add: return sum(a, a_value, b, b_value, 1.0);
    case Operation::subtract: return sum(a, a_value, b, b_value, -1.0);
    case Operation::multiply: {
      if (a_value == 0.0 || b_value == 0.0) return nullptr;
      if (!a || (b && da == 0 && db != 0)) return scaled(*b, a_value);
      if (!b || (db == 0 && da != 0)) return scaled(*a, b_value);
      const std::string first = name(a, a_value), second = name(b, b_value);
      if (second.starts_with(reciprocal)) return atom(first + second.substr(1), value, da + db);
      if (first.starts_with(reciprocal)) return atom(second + first.substr(1), value, da + db);
      return atom(first + " * " + second, value, da + db);
    }
    case Operation::divide:
      if (a_value == 0.0) return nullptr;
      if (!b || (a && db == 0 && da != 0)) return scaled(*a, 1.0 / b_value);
      return atom(name(a, a_value) + " / " + name(b, b_value), value, da - db);
    case Operation::square_root: return atom("sqrt(" + name(a, a_value) + ")", value, da / 2);
    case Operation::sine: return atom("sin(" + name(a, a_value) + ")", value, 0);
    case Operation::cosine: return atom("cos(" + name(a, a_value) + ")", value, 0);
    case Operation::exponential: return atom("exp(" + name(a, a_value) + ")", value, 0);
    case Operation::hyperbolic_tangent: return atom("tanh(" + name(a, a_value) + ")", value, 0);
    default: return nullptr;
  }
}

const Origin* Origins::angle(const Origin* sine, double s, const Origin* cosine, double c) {
  if (!sine && !cosine) return nullptr;
  return atom(fmt::format("atan2({}, {})", name(sine, s), name(cosine, c)), std::atan2(s, c), 0);
}

void Origins::note(double value, const Origin* origin) {
  if (origin && value != 0.0 && std::isfinite(value))
    noted_.emplace(std::abs(value), Noted{origin, value < 0.0 ? -1.0 : 1.0});
}

void Origins::note_combinations(const std::vector<double>& values) {
  const std::map<double, Noted> known = noted_;
  const auto near = [&](double v) {
    const auto at = known.lower_bound(v * (1.0 - 4.0 * std::numeric_limits<double>::epsilon()));
    return at != known.end() && same_number(at->first, v) ? at : known.end();
  };
  const auto positive = [&](const Noted& noted) { return scaled(*noted.origin, noted.sign); };
  for (const double value : values) {
    const double wanted = std::abs(value);
    if (wanted == 0.0 || !std::isfinite(wanted) || noted_.contains(wanted)) continue;
    const Origin* found = nullptr;
    for (const double factor : {1.0, 2.0, 0.5, 4.0, 0.25})
      if (const auto at = near(wanted / factor); !found && at != known.end())
        found = scaled(*positive(at->second), factor);
    const auto is_made = [&](Operation op, double u, const Noted& first, double other) {
      const auto at = near(other);
      if (!found && at != known.end()) found = apply(op, positive(first), u, positive(at->second), at->first);
    };
    for (const auto& [u, first] : known) {
      if (u < wanted) is_made(Operation::add, u, first, wanted - u);
      if (u > wanted) is_made(Operation::subtract, u, first, u - wanted);
    }
    for (const auto& [u, first] : known) {
      is_made(Operation::multiply, u, first, wanted / u);
      is_made(Operation::divide, u, first, u / wanted);
    }
    if (known.size() <= most_for_three)
      for (auto u = known.begin(); !found && u != known.end(); ++u)
        for (auto w = u; !found && w != known.end(); ++w)
          for (const double sign : {1.0, -1.0}) {
            const Origin* pair = nullptr;
            const double two = w->first + sign * u->first, third = std::abs(wanted - two);
            if (const auto at = near(third); !found && at != known.end()) {
              pair = sum(positive(w->second), w->first, positive(u->second), u->first, sign);
              found = sum(pair, two, positive(at->second), at->first, wanted < two ? -1.0 : 1.0);
            }
          }
    note(wanted, found);
  }
}

bool Origins::explains(double value) const {
  const auto found = std::isfinite(value) ? noted_.find(std::abs(value)) : noted_.end();
  if (found == noted_.end()) return false;
  const Origin& origin = *found->second.origin;
  double sum = origin.rest, size = std::abs(origin.rest);
  for (const auto& part : origin.parts) {
    const double share = part.factor * names_[static_cast<std::size_t>(part.of)].value;
    sum += share, size += std::abs(share);
  }
  return std::abs(found->second.sign * sum - std::abs(value)) <= 1e-12 * size;
}

std::string Origins::text(double value, std::size_t most_parts) const {
  const auto found = noted_.find(std::abs(value));
  if (found == noted_.end()) return "";
  return text(*found->second.origin, (value < 0.0 ? -1.0 : 1.0) * found->second.sign, most_parts);
}

std::string Origins::text(const Origin& origin, double sign, std::size_t most_parts) const {
  std::vector<Origin::Part> parts = origin.parts;
  const auto weight = [&](const Origin::Part& p) {
    return std::abs(p.factor * names_[static_cast<std::size_t>(p.of)].value);
  };
  std::stable_sort(parts.begin(), parts.end(),
                   [&](const Origin::Part& x, const Origin::Part& y) { return weight(x) > weight(y); });
  std::string text;
  for (std::size_t k = 0; k < std::min(parts.size(), most_parts); ++k) {
    const double factor = sign * parts[k].factor;
    text += text.empty() ? (factor < 0.0 ? "-" : "") : factor < 0.0 ? " - " : " + ";
    if (!same_number(std::abs(factor), 1.0)) text += fmt::format("{:.7g} ", std::abs(factor));
    text += names_[static_cast<std::size_t>(parts[k].of)].text;
  }
  if (parts.size() > most_parts) {
    std::vector<std::string> whose;
    for (std::size_t k = most_parts; k < parts.size(); ++k) {
      const std::string& name = names_[static_cast<std::size_t>(parts[k].of)].text;
      if (const std::size_t of = name.rfind(" of "); of != std::string::npos) whose.push_back(name.substr(of + 4));
    }
    std::sort(whose.begin(), whose.end());
    whose.erase(std::unique(whose.begin(), whose.end()), whose.end());
    text +=
        fmt::format(", {} more{}{}", parts.size() - most_parts, whose.empty() ? "" : " of ", fmt::join(whose, ", "));
  }
  if (origin.rest != 0.0 && parts.size() <= most_parts)
    text += fmt::format(" {} {:.7g}", sign * origin.rest < 0.0 ? "-" : "+", std::abs(origin.rest));
  return text;
}

}  // namespace tauforge::expression
