#include "tauforge/explicit_model/read_back.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <random>
#include <regex>
#include <sstream>

#include "tauforge/explicit_model/formula_reader.h"
#include "tauforge/explicit_model/payload.h"
#include "tauforge/explicit_model/rounding.h"

namespace tauforge::explicit_model {

namespace {

using expression::Binding;
using expression::Program;

bool is_element(const std::string& name) {
  static const std::regex shape("[abcG][0-9]+");
  return std::regex_match(name, shape);
}
bool is_constant(const std::string& name) {
  static const std::regex shape("(I|Im|Ir|g)[0-9]+");
  return std::regex_match(name, shape);
}

double number_of(const std::string& text) {
  std::string why_not;
  const auto value = read_formula(
      text, [](const std::string&) { return std::optional<Expr>(); }, why_not);
  return value && value->is_literal() ? value->literal() : std::nan("");
}

void keep(PrintedModel& model, const std::string& name, const std::string& formula) {
  if (is_constant(name)) {
    model.with_payload[name] = formula;
    return;
  }
  static const std::regex reference("-?([0-9.]+[* ]*)?[abcG][0-9]+(/[0-9.]+)?");
  std::string tight = formula;
  tight.erase(std::remove(tight.begin(), tight.end(), ' '), tight.end());
  model.formulas[name] = formula;
  if (std::regex_match(tight, reference)) model.references.push_back(name);
}

// Formulas that go over several lines: "a11 = formula", "~ numbers", and what continues them.
class Lines {
 public:
  PrintedModel model;

  // True where the line begins a formula.
  bool begins(const std::string& line) {
    static const std::regex element("^ *([abcG][0-9]+|(?:I|Im|Ir|g)[0-9]+) += (.*)$"), numbers("^ *~ (.*)$");
    std::smatch found;
    const bool is_element = std::regex_match(line, found, element);
    if (!is_element && !std::regex_match(line, found, numbers)) return false;
    finish();
    if (is_element) name_ = found[1];
    formula_ = found[is_element ? 2 : 1], full_ = is_element;
    return true;
  }
  bool open() const { return !formula_.empty(); }
  void go_on(const std::string& line) { formula_ += " " + line; }
  void end() {
    finish();
    name_.clear();
  }

 private:
  void finish() {
    if (!name_.empty() && !formula_.empty())
      full_ ? keep(model, name_, formula_) : void(model.abbreviated[name_] = formula_);
    formula_.clear();
  }
  std::string name_, formula_;
  bool full_ = true;
};

// "  a11  = formula" and "       ~ numbers", both over as many lines as they need; "  I5  0.372  ..." for constants.
PrintedModel read_text(const std::string& text) {
  static const std::regex constant("^ +((?:I|Im|Ir|g)[0-9]+) +([-+0-9.e]+)( .*)?$");
  Lines read;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (read.begins(line)) continue;
    if (line.rfind("     ", 0) == 0 && read.open()) {
      read.go_on(line);
      continue;
    }
    read.end();
    if (std::regex_match(line, found, constant)) read.model.constants[found[1]] = number_of(found[2]);
  }
  read.end();
  return read.model;
}

PrintedModel read_markdown(const std::string& text) {
  PrintedModel model;
  std::string name;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells;
    for (std::size_t at = 0; (at = line.find('`', at)) != std::string::npos;) {
      const std::size_t close = line.find('`', at + 1);
      if (close == std::string::npos) break;
      cells.push_back(line.substr(at + 1, close - at - 1));
      at = close + 1;
    }
    if (cells.size() == 2 && is_constant(cells[0])) keep(model, cells[0], cells[1]);
    if (cells.size() > 2 && is_constant(cells[0])) model.constants[cells[0]] = number_of(cells[1]);
    if (cells.size() == 2 && is_element(cells[0])) name = cells[0], keep(model, name, cells[1]);
    if (cells.size() == 1 && cells[0].rfind("~ ", 0) == 0) model.abbreviated[name] = cells[0].substr(2);
  }
  return model;
}

// Rows of align environments; a table's rows for constants.
PrintedModel read_latex(const std::string& text) {
  Lines read;
  std::istringstream lines(text);
  bool equations = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("\\begin{align}", 0) == 0) equations = true;
    if (line.rfind("\\end{align}", 0) == 0) equations = false, read.end();
    for (std::size_t at; (at = line.find("\\raggedright ")) != std::string::npos;) line.erase(at, 13);
    if (line.rfind("\\", 0) == 0) continue;
    while (!line.empty() && line.back() == ' ') line.pop_back();
    if (line.size() >= 2 && line.compare(line.size() - 2, 2, "\\\\") == 0) line.erase(line.size() - 2);
    if (!equations) {
      const std::size_t first = line.find("$ & $");
      if (line.rfind("$", 0) != 0 || first == std::string::npos) continue;
      const std::string constant = plain_formula(line.substr(1, first - 1));
      const std::string value = line.substr(first + 5, line.find('$', first + 5) - first - 5);
      if (is_constant(constant)) read.model.constants[constant] = number_of(plain_formula(value));
      continue;
    }
    for (std::size_t at; (at = line.find("\\approx")) != std::string::npos;) line.replace(at, 7, "~");
    const std::string plain = plain_formula(line);
    if (!read.begins(plain)) read.go_on(plain);
  }
  return read.model;
}

struct Arguments {
  Arguments(Program& program, int joints, Which which)
      : payload(which == Which::payload
                    ? program.add_argument("payload", 4, Binding::slow, "mass [kg], centre x, y, z [m] of the payload")
                    : std::vector<Expr>()),
        q(program.add_argument("q", joints, Binding::slow, "joint positions")),
        qd(program.add_argument("qd", joints, Binding::fast, "joint velocities")),
        qdd(program.add_argument("qdd", joints, Binding::fast, "joint accelerations")) {}
  std::vector<Expr> payload, q, qd, qdd;

  std::optional<Expr> of_payload(const std::string& name) const {
    for (std::size_t k = 0; k < payload.size(); ++k)
      if (name == payload_symbols[k]) return payload[k];
    return std::nullopt;
  }
};

// Files of large models are read by hand: std::regex goes one call deeper with every character, and the stack ends.
std::string without_comments(const std::string& source) {
  std::string code;
  for (std::size_t from = 0; from < source.size();) {
    const std::size_t open = std::min(source.find("/*", from), source.size());
    code.append(source, from, open - from);
    const std::size_t close = open < source.size() ? source.find("*/", open + 2) : std::string::npos;
    if (close == std::string::npos) break;
    code += ' ', from = close + 2;
  }
  return code;
}

struct Statement {
  std::string name, value;
};

// name = value; and name[3] = value;
std::vector<Statement> assignments(const std::string& code) {
  std::vector<Statement> all;
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t from = 0, end; (end = code.find(';', from)) != std::string::npos; from = end + 1) {
    const std::size_t equals = code.rfind('=', end);
    if (equals == std::string::npos || equals < from) continue;
    std::size_t last = equals;
    while (last > from && is_space(code[last - 1])) --last;
    std::size_t first = last;
    if (first > from && code[first - 1] == ']') first = std::max(code.rfind('[', first), from);
    while (first > from && is_letter(code[first - 1])) --first;
    std::size_t value = equals + 1;
    while (value < end && is_space(code[value])) ++value;
    if (first < last && value < end) all.push_back({code.substr(first, last - first), code.substr(value, end - value)});
  }
  return all;
}

}  // namespace

PrintedModel read_document(const std::string& text, Format format) {
  switch (format) {
    case Format::text: return read_text(text);
    case Format::markdown: return read_markdown(text);
    case Format::latex: return read_latex(text);
  }
  return {};
}

std::optional<Program> torques_of(const PrintedModel& printed, int joints, Which which, std::string& why_not) {
  Program program;
  program.name = "inverse_dynamics";
  const Arguments x(program, joints, which);
  std::map<std::string, Expr> elements, loaded;
  if (which == Which::payload)
    for (const auto& [name, formula] : printed.with_payload) {
      const auto value = read_formula(
          formula, [&](const std::string& symbol) { return x.of_payload(symbol); }, why_not);
      if (!value) return why_not = name + ": " + why_not, std::nullopt;
      loaded[name] = *value;
    }
  const Names names = [&](const std::string& name) -> std::optional<Expr> {
    if (const auto c = loaded.find(name); c != loaded.end()) return c->second;
    if (const auto c = printed.constants.find(name); c != printed.constants.end()) return Expr(c->second);
    if (const auto e = elements.find(name); e != elements.end()) return e->second;
    return read_factor(name, x.q);
  };
  // what stands for itself first: references come after it
  for (const bool references : {false, true})
    for (const auto& [name, formula] : printed.formulas) {
      const bool refers = std::count(printed.references.begin(), printed.references.end(), name) > 0;
      if (refers != references) continue;
      std::string text = formula;
      if (which == Which::abbreviated && !refers) {
        const auto found = printed.abbreviated.find(name);
        text = found == printed.abbreviated.end() ? "0" : found->second;
      }
      const auto value = read_formula(text, names, why_not);
      if (!value) {
        why_not = name + ": " + why_not;
        return std::nullopt;
      }
      elements[name] = *value;
    }
  const auto element = [&](const std::string& name) {
    const auto found = elements.find(name);
    return found == elements.end() ? Expr(0.0) : found->second;
  };
  std::vector<Expr> tau;
  const auto n = static_cast<std::size_t>(joints);
  for (int i = 0; i < joints; ++i) {
    Expr sum = element(element_name(Table::g, i));
    for (int k = 0; k < joints; ++k) {
      const auto at = static_cast<std::size_t>(k);
      sum = sum + element(element_name(Table::A, std::min(i, k), std::max(i, k))) * x.qdd[at];
      sum = sum + element(element_name(Table::C, i, k)) * (x.qd[at] * x.qd[at]);
      for (std::size_t l = at + 1; l < n; ++l)
        sum = sum + element(element_name(Table::B, i, k, static_cast<int>(l))) * (x.qd[at] * x.qd[l]);
    }
    tau.push_back(sum);
  }
  program.add_output("tau", tau, "joint torques");
  return program;
}

std::optional<Program> torques_of_c(const std::string& source, const std::string& function, int joints,
                                    std::string& why_not, Which which) {
  Program program;
  program.name = function;
  const Arguments x(program, joints, which);
  std::map<std::string, Expr> known;
  for (std::size_t k = 0; k < x.payload.size(); ++k) known[fmt::format("payload[{}]", k)] = x.payload[k];
  for (int j = 0; j < joints; ++j) {
    const auto at = static_cast<std::size_t>(j);
    known[fmt::format("q[{}]", j)] = x.q[at], known[fmt::format("qd[{}]", j)] = x.qd[at];
    known[fmt::format("qdd[{}]", j)] = x.qdd[at];
  }
  const std::string code = without_comments(source);
  const std::size_t begin = code.find("void " + function + "(");
  const std::size_t end = begin == std::string::npos ? begin : code.find("\n}", begin);
  if (end == std::string::npos) return why_not = "no function " + function, std::nullopt;
  const Names names = [&](const std::string& name) -> std::optional<Expr> {
    const auto found = known.find(name);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  };
  static const std::regex definition("#define\\s+([A-Za-z_][A-Za-z_0-9]*)\\s+([-+0-9.e()]+)");
  const std::string before = code.substr(0, begin), body = code.substr(begin, end - begin);
  for (std::sregex_iterator at(before.begin(), before.end(), definition), last; at != last; ++at)
    if (const auto value = read_formula((*at)[2], names, why_not)) known[(*at)[1]] = *value;
  for (const std::string* part : {&before, &body})
    for (const auto& [name, text] : assignments(*part)) {
      if (name == "to_tau") continue;  // the pointer itself
      const auto value = read_formula(text, names, why_not);
      if (!value && part == &body) return why_not = name + ": " + why_not, std::nullopt;
      if (value) known[name] = *value;
    }
  std::vector<Expr> tau;
  for (int i = 0; i < joints; ++i) {
    auto found = known.find(fmt::format("to_tau[{}]", i));
    if (found == known.end()) found = known.find(fmt::format("tau[{}]", i));
    if (found == known.end()) return why_not = fmt::format("no tau[{}]", i), std::nullopt;
    tau.push_back(found->second);
  }
  program.add_output("tau", tau, "joint torques");
  return program;
}

PrintedModel in_full(const Derivation& d) {
  PrintedModel model;
  for (const Constant& c : d.model.constants) {
    model.constants[c.name] = c.value;
    if (d.payload && depends_on_payload(d.model, c))
      model.with_payload[c.name] = payload_text(d.model, c, 0, plain_text);
  }
  for (const Element& e : d.complete) {
    if (e.zero) continue;
    if (e.same_as < 0) {
      model.formulas[e.name] = sum_text(d.model, e.written, plain_text);
      continue;
    }
    model.references.push_back(e.name);
    model.formulas[e.name] = reference_text(d.complete[static_cast<std::size_t>(e.same_as)].name, e.factor, plain_text);
  }
  return model;
}

std::string broken_payload_promise(const Derivation& d, const Program& torques, int payloads) {
  constexpr double allowed = 2e-4, around = 0.1;
  constexpr int states = 10;
  std::mt19937_64 random(2026);
  const auto any = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  const auto& range = d.rounding.range;
  const std::size_t n = d.rounding.joints.size();
  const auto& c = d.payload->centre;
  for (int p = 0; p < payloads; ++p) {
    const PayloadValues payload{any(0, d.payload->mass), any(c.x - around, c.x + around),
                                any(c.y - around, c.y + around), any(c.z - around, c.z + around)};
    const Program exact = record(d.model, with_constants(d.model, d.complete, constants_with(d.model, payload)),
                                 Function::inverse_dynamics);
    for (int s = 0; s < states; ++s) {
      std::vector<double> inputs;
      for (const Interval& q : range.q) inputs.push_back(any(q.low, q.high));
      for (const auto* rates : {&range.qd, &range.qdd})
        for (const double largest : *rates) inputs.push_back(any(-largest, largest));
      const auto right = expression::evaluate(exact, inputs);
      inputs.insert(inputs.begin(), payload.begin(), payload.end());
      const auto read = expression::evaluate(torques, inputs);
      for (std::size_t i = 0; i < n; ++i)
        if (const double off = std::abs(read[i] - right[i]); !(off <= allowed * d.rounding.joints[i].torque + 1e-12))
          return fmt::format("with a payload joint {} is off by {:.3g}", i + 1, off);
    }
  }
  return "";
}

std::string broken_promise(const ExplicitModel& model, const std::vector<Element>& complete, const Program& torques,
                           const Certificate& certificate, int states) {
  const Program exact = record(model, complete, Function::inverse_dynamics);
  std::mt19937_64 random(2021);
  const std::size_t n = certificate.joints.size();
  const auto any = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  for (int s = -static_cast<int>(n); s < states; ++s) {
    std::vector<double> inputs(3 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto& range = certificate.range;
      inputs[i] = any(range.q[i].low, range.q[i].high);
      inputs[n + i] = any(-range.qd[i], range.qd[i]), inputs[2 * n + i] = any(-range.qdd[i], range.qdd[i]);
      if (s >= 0) continue;  // the certificate's own states first
      const JointError& worst = certificate.joints[static_cast<std::size_t>(-s - 1)];
      if (worst.q.size() == n) inputs[i] = worst.q[i], inputs[n + i] = worst.qd[i], inputs[2 * n + i] = worst.qdd[i];
    }
    const auto right = expression::evaluate(exact, inputs), read = expression::evaluate(torques, inputs);
    for (std::size_t i = 0; i < n; ++i) {
      const JointError& joint = certificate.joints[i];
      const double rounding = 1e-9 * joint.torque;  // of the evaluation
      if (const double off = std::abs(read[i] - right[i]); !(off <= joint.bound + rounding))
        return fmt::format("joint {} is off by {:.3g}, the bound is {:.3g}", i + 1, off, joint.bound);
    }
  }
  return "";
}

}  // namespace tauforge::explicit_model
