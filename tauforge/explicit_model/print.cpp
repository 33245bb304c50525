#include "tauforge/explicit_model/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

namespace tauforge::explicit_model {

namespace {

using Terms = std::vector<std::pair<Product, double>>;

std::string subscript(const std::string& index) { return index.size() == 1 ? index : "{" + index + "}"; }

// Letters, then the index at the end.
std::string with_subscript(const std::string& name) {
  std::size_t index = name.size();
  while (index > 0 && (std::isdigit(static_cast<unsigned char>(name[index - 1])) || name[index - 1] == '_')) --index;
  const std::string letters = name.substr(0, index);
  std::string number = name.substr(index);
  for (std::size_t at; (at = number.find('_')) != std::string::npos;) number.replace(at, 1, ",");
  if (number.empty() && name.size() == 2 && name[1] == 'L') return name.substr(0, 1) + "_L";  // of the payload
  if (number.empty()) return name;
  if (letters == "c") return "C_" + subscript(number);
  if (letters.size() <= 1) return letters + "_" + subscript(number);
  if (letters == "Im" || letters == "Ir") return fmt::format("I_{{\\mathrm{{{}}}{}}}", letters.substr(1), number);
  return fmt::format("{}_{{{}{}}}", letters.substr(0, 1), letters.substr(1), number);
}

std::string factor_text(const Factor& f, const Notation& notation) {
  if (!notation.latex) return factor_name(f);
  std::string index = angle_name(f.angle);
  for (std::size_t at; (at = index.find('m')) != std::string::npos;) index.replace(at, 1, "-");
  for (std::size_t at; (at = index.find('_')) != std::string::npos;) index.replace(at, 1, ",");
  const std::string c = "c_" + subscript(index), s = "s_" + subscript(index);
  using enum FactorKind;
  switch (f.kind) {
    case cosine: return c;
    case sine: return s;
    case cosine_squared: return c + "^2";
    case sine_squared: return s + "^2";
    case sine_cosine: return s + " " + c;
  }
  return "";
}

std::vector<std::string> words_of(const Product& product, const Notation& notation) {
  std::vector<std::string> words;
  for (int j = 0; j < most_joints; ++j)
    if (const int power = power_at(product.powers, j); power > 0) {
      const std::string q =
          notation.latex ? fmt::format("q_{}", subscript(std::to_string(j + 1))) : fmt::format("q{}", j + 1);
      if (notation.latex && power > 1)
        words.push_back(fmt::format("{}^{{{}}}", q, power));
      else
        for (int p = 0; p < power; ++p) words.push_back(q);
    }
  for (const Factor& f : product.factors) words.push_back(factor_text(f, notation));
  return words;
}

std::string joined(const std::vector<std::string>& words, const Notation& notation) {
  return fmt::format("{}", fmt::join(words, notation.times));
}

// + and - between terms; the first sign only where it is a minus
void append_signed(std::string& sum, bool negative, const std::string& term) {
  if (sum.empty())
    sum = negative ? "-" + term : term;
  else
    sum += (negative ? " - " : " + ") + term;
}

// What every product of the bracket has: it stands before it.
Product common_part(const Terms& terms) {
  Product common = terms.front().first;
  for (const auto& [product, factor] : terms) {
    std::vector<Factor> shared;
    for (const Factor& f : common.factors)
      if (std::count(product.factors.begin(), product.factors.end(), f)) shared.push_back(f);
    common.factors = shared;
    Powers powers = 0;
    for (int j = 0; j < most_joints; ++j)
      powers +=
          static_cast<Powers>(std::min(power_at(common.powers, j), power_at(product.powers, j))) * power_of_joint(j);
    common.powers = powers;
  }
  return common;
}

Product without(Product product, const Product& part) {
  for (const Factor& f : part.factors)
    product.factors.erase(std::find(product.factors.begin(), product.factors.end(), f));
  product.powers -= part.powers;
  return product;
}

// number * lead * (terms); the sign comes back separately
std::string bracket_text(const std::string& lead, Terms terms, double number, const Notation& notation,
                         bool& negative) {
  const double outside = std::abs(terms.front().second);
  const bool uniform =
      std::all_of(terms.begin(), terms.end(), [&](const auto& t) { return std::abs(t.second) == outside; });
  const Product common = common_part(terms);
  negative = terms.front().second * number < 0;
  if (terms.front().second < 0)
    for (auto& t : terms) t.second = -t.second;
  double before = std::abs(number);
  if (uniform || terms.size() == 1) {
    before *= outside;
    for (auto& t : terms) t.second /= outside;
  }
  std::vector<std::string> words;
  if (lead.empty() || before != 1.0) words.push_back(number_text(before, notation));
  if (!lead.empty()) words.push_back(lead);
  for (auto& word : words_of(common, notation)) words.push_back(std::move(word));
  if (terms.size() > 1) {
    std::string inside;
    for (const auto& [product, factor] : terms) {
      std::vector<std::string> inner = words_of(without(product, common), notation);
      if (std::abs(factor) != 1.0 || inner.empty())
        inner.insert(inner.begin(), number_text(std::abs(factor), notation));
      append_signed(inside, factor < 0, joined(inner, notation));
    }
    words.push_back("(" + inside + ")");
  }
  if (lead.empty() && words.size() > 1 && words.front() == "1") words.erase(words.begin());
  return joined(words, notation);
}

std::map<int, Terms> by_constant(const ProductSum& sum) {
  std::map<int, Terms> result;
  for (const auto& [product, form] : sum)
    for (const auto& [constant, factor] : form.parts()) result[constant].emplace_back(product, factor);
  return result;
}

}  // namespace

static std::string with_power_of_ten(const std::string& text, const Notation& notation) {
  const std::size_t e = text.find('e');
  if (!notation.latex || e == std::string::npos) return text;
  return fmt::format("{}\\cdot 10^{{{}}}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

std::string number_text(double value, int digits, const Notation& notation) {
  return with_power_of_ten(fmt::format("{:.{}g}", value, digits), notation);
}

std::string number_text(double value, const Notation& notation) {
  return with_power_of_ten(fmt::format("{}", value), notation);
}

std::string constant_name(const std::string& name, const Notation& notation) {
  return notation.latex ? with_subscript(name) : name;
}

std::string sum_text(const ExplicitModel& model, const ProductSum& sum, const Notation& notation) {
  std::string text;
  for (const auto& [constant, terms] : by_constant(sum)) {
    bool negative = false;
    const std::string lead = constant_name(model.constants[static_cast<std::size_t>(constant)].name, notation);
    const std::string bracket = bracket_text(lead, terms, 1.0, notation, negative);
    append_signed(text, negative, bracket);
  }
  return text.empty() ? "0" : text;
}

std::string number_sum_text(const NumberSum& sum, const Notation& notation) {
  std::vector<std::pair<double, Terms>> by_number;  // in the order of their first products
  std::string text;
  for (const auto& [product, c] : sum) {
    if (product == Product{}) {
      append_signed(text, c < 0, number_text(std::abs(c), notation));
      continue;
    }
    auto same = std::find_if(by_number.begin(), by_number.end(), [&](const auto& n) { return n.first == std::abs(c); });
    if (same == by_number.end()) same = by_number.insert(by_number.end(), {std::abs(c), {}});
    same->second.emplace_back(product, c < 0 ? -1.0 : 1.0);
  }
  for (const auto& [number, terms] : by_number) {
    bool negative = false;
    const std::string bracket = bracket_text("", terms, number, notation, negative);
    append_signed(text, negative, bracket);
  }
  return text.empty() ? "0" : text;
}

std::string definition_text(const ExplicitModel& model, const Constant& constant, const Notation& notation) {
  // products of symbols: the inertial symbol comes first in the table; lengths after it share factors
  std::map<std::pair<std::vector<int>, double>, std::vector<std::string>>
      groups;  // lengths and factor -> what they multiply
  std::vector<std::pair<std::vector<int>, double>> order;
  const auto symbol_text = [&](const std::vector<int>& symbols) {
    std::vector<std::string> words;
    for (std::size_t k = 0; k < symbols.size();) {
      std::size_t last = k;
      while (last < symbols.size() && symbols[last] == symbols[k]) ++last;
      std::string word = constant_name(model.symbols->name(symbols[k]), notation);
      if (last - k > 1) word += notation.latex ? fmt::format("^{{{}}}", last - k) : fmt::format("^{}", last - k);
      words.push_back(word);
      k = last;
    }
    return joined(words, notation);
  };
  for (const auto& [product, factor] : constant.definition.parts()) {
    std::vector<int> lengths, inertial;
    for (const int s : model.symbols->factors(static_cast<ParameterTable::Product>(product))) {
      const std::string& name = model.symbols->name(s);
      const bool is_mass = name[0] == 'm' || name[0] == 'I' || name[0] == 'J';
      (is_mass ? inertial : lengths).push_back(s);
    }
    const std::pair<std::vector<int>, double> key{lengths, factor};
    if (!groups.count(key)) order.push_back(key);
    groups[key].push_back(symbol_text(inertial));
  }
  std::string text;
  for (const auto& key : order) {
    const auto& members = groups[key];
    const auto& [lengths, factor] = key;
    std::vector<std::string> words;
    const bool bare = lengths.empty() && std::abs(factor) == 1.0;
    if (bare) {
      for (const auto& member : members) append_signed(text, factor < 0, member);
      continue;
    }
    if (std::abs(factor) != 1.0) words.push_back(number_text(std::abs(factor), 6, notation));
    words.push_back(members.size() == 1 ? members[0] : "(" + fmt::format("{}", fmt::join(members, " + ")) + ")");
    if (!lengths.empty()) words.push_back(symbol_text(lengths));
    append_signed(text, factor < 0, joined(words, notation));
  }
  return text;
}

std::string reference_text(const std::string& name, double factor, const Notation& notation) {
  const std::string shown = notation.latex ? with_subscript(name) : name;
  const double size = std::abs(factor);
  const std::string sign = factor < 0 ? "-" : "";
  if (size == 1.0) return sign + shown;
  if (size < 1.0 && std::round(1 / size) * size == 1.0) return fmt::format("{}{}/{}", sign, shown, 1 / size);
  return fmt::format("{}{}{}{}", sign, size, notation.times, shown);
}

}  // namespace tauforge::explicit_model
