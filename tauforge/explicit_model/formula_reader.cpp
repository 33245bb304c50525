#include "tauforge/explicit_model/formula_reader.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstring>
#include <vector>

namespace tauforge::explicit_model {

namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

class Reader {
 public:
  Reader(const std::string& text, const Names& names) : text_(text), names_(names) {}

  std::optional<Expr> read(std::string& why_not) {
    Expr value = sum();
    blanks();
    if (why_not_.empty() && at_ < text_.size()) refuse("unexpected text");
    why_not = why_not_;
    return why_not_.empty() ? std::optional(value) : std::nullopt;
  }

 private:
  void refuse(const std::string& what) {
    if (why_not_.empty()) why_not_ = fmt::format("{} at '{}'", what, text_.substr(at_, 20));
    at_ = text_.size();
  }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  char next() {
    blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }

  Expr sum() {
    const bool negative = take('-');
    if (!negative) take('+');
    Expr total = negative ? -product() : product();
    for (;;) {
      if (take('+'))
        total = total + product();
      else if (take('-'))
        total = total - product();
      else
        return total;
    }
  }

  Expr product() {
    Expr total = power();
    for (;;) {
      if (take('*'))
        total = total * (take('-') ? -power() : power());
      else if (take('/'))
        total = total / power();
      else if (begins_name(next()) || is_digit(next()) || next() == '(')
        total = total * power();
      else
        return total;
    }
  }

  Expr power() {
    const Expr base = primary();
    if (!take('^')) return base;
    const bool negative = take('-');
    int exponent = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), exponent);
    if (error != std::errc{} || exponent > 400) return refuse("no whole exponent"), Expr(0.0);
    at_ += static_cast<std::size_t>(end - begin);
    if (base.is_literal()) {  // 10^-3, rounded once
      double value = 0;
      const std::string scaled = fmt::format("{}e{}{}", 1, negative ? "-" : "", exponent);
      if (base.literal() != 10.0) return refuse("a power of a number"), Expr(0.0);
      std::from_chars(scaled.data(), scaled.data() + scaled.size(), value);
      return Expr(value);
    }
    Expr total = base;
    for (int k = 1; k < exponent; ++k) total = total * base;
    return total;
  }

  Expr primary() {
    const char c = next();
    if (c == '(') {
      ++at_;
      const Expr inside = sum();
      if (!take(')')) refuse("no closing bracket");
      return inside;
    }
    if (is_digit(c) || c == '.') return number();
    if (!begins_name(c)) return refuse("no number or name"), Expr(0.0);
    std::string name;
    while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]))) name += text_[at_++];
    if (at_ < text_.size() && text_[at_] == '[') {  // q[1]
      const std::size_t close = text_.find(']', at_);
      if (close == std::string::npos) return refuse("no closing bracket"), Expr(0.0);
      name += text_.substr(at_, close + 1 - at_);
      at_ = close + 1;
    }
    if ((name == "sin" || name == "cos") && take('(')) {
      const Expr angle = sum();
      if (!take(')')) refuse("no closing bracket");
      return name == "sin" ? sin(angle) : cos(angle);
    }
    const auto value = names_(name);
    if (!value) return refuse(fmt::format("unknown name '{}'", name)), Expr(0.0);
    return *value;
  }

  // With a power of ten behind it, 1.2 * 10^-3, it is one number and rounded once.
  Expr number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{}) return refuse("no number"), Expr(0.0);
    const std::string digits(begin, end);
    at_ += static_cast<std::size_t>(end - begin);
    constexpr const char* ten = "*10^";
    if (text_.compare(at_, std::strlen(ten), ten) != 0) return Expr(value);
    std::size_t last = at_ + std::strlen(ten);
    std::string exponent;
    while (last < text_.size() && (is_digit(text_[last]) || text_[last] == '-')) exponent += text_[last++];
    const std::string whole = digits + "e" + exponent;
    std::from_chars(whole.data(), whole.data() + whole.size(), value);
    at_ = last;
    return Expr(value);
  }

  const std::string& text_;
  const Names& names_;
  std::size_t at_ = 0;
  std::string why_not_;
};

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

}  // namespace

std::optional<Expr> read_formula(const std::string& text, const Names& names, std::string& why_not) {
  return Reader(text, names).read(why_not);
}

std::optional<Expr> read_factor(const std::string& name, const std::vector<Expr>& q) {
  std::size_t letters = 0;
  while (letters < name.size() && (name[letters] == 'C' || name[letters] == 'S' || name[letters] == 'q')) ++letters;
  const std::string kind = name.substr(0, letters), index = name.substr(letters);
  Expr angle(0.0);
  bool any = false;
  for (std::size_t k = 0; k < index.size(); ++k) {
    const bool minus = index[k] == 'm';
    if (minus) ++k;
    if (k >= index.size() || !is_digit(index[k])) return std::nullopt;
    const auto joint = static_cast<std::size_t>(index[k] - '1');
    if (joint >= q.size()) return std::nullopt;
    angle = minus ? angle - q[joint] : angle + q[joint];
    any = true;
  }
  if (!any) return std::nullopt;
  if (kind == "q") return angle;
  if (kind == "C") return cos(angle);
  if (kind == "S") return sin(angle);
  if (kind == "CC") return cos(angle) * cos(angle);
  if (kind == "SS") return sin(angle) * sin(angle);
  if (kind == "SC") return sin(angle) * cos(angle);
  return std::nullopt;
}

std::string plain_formula(const std::string& latex) {
  std::string text = latex;
  for (const char* nothing : {"\\notag", "\\allowbreak", "\\quad", "\\,", "\\!", "\\left", "\\right", "\\bigl",
                              "\\bigr", "\\phantom{{}={}}", "{}", "&"})
    replace_all(text, nothing, " ");
  replace_all(text, "\\mathrm{m}", "m");
  for (std::size_t at; (at = text.find("\\label{")) != std::string::npos;) text.erase(at, text.find('}', at) + 1 - at);
  for (std::size_t at; (at = text.find("\\cdot")) != std::string::npos;) {  // 1.2\cdot 10^{-3} is one number
    std::size_t end = at + 5;
    while (end < text.size() && text[end] == ' ') ++end;
    while (at > 0 && text[at - 1] == ' ') --at;
    text.replace(at, end - at, "*");
  }
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '_') {  // subscript: joined to the name before it
      std::string index;
      if (k + 1 < text.size() && text[k + 1] == '{') {
        const std::size_t close = text.find('}', k);
        index = text.substr(k + 2, close - k - 2);
        k = close;
      } else if (k + 1 < text.size()) {
        index = text[++k];
      }
      replace_all(index, "-", "m");
      replace_all(index, ",", "_");
      std::size_t letter = out.size();
      while (letter > 0 && std::isalpha(static_cast<unsigned char>(out[letter - 1]))) --letter;
      // sines and cosines are small letters there, so the elements of C are a capital one
      const std::string name = out.substr(letter);
      if (name == "s" || name == "c")
        out.back() = name == "s" ? 'S' : 'C';
      else if (name == "C")
        out.back() = 'c';
      out += index;
    } else if (text[k] == '{' || text[k] == '}') {
      continue;  // 10^{-3}
    } else {
      out += text[k];
    }
  }
  return out;
}

}  // namespace tauforge::explicit_model
