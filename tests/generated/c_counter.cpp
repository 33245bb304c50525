#include "tests/generated/c_counter.h"

#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tauforge::tests {

namespace {

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    if (std::isspace(static_cast<unsigned char>(text[i]))) {
      ++i;
    } else if (text.compare(i, 2, "/*") == 0) {
      i = text.find("*/", i) + 2;
    } else if (is_word(text[i])) {
      const bool number = std::isdigit(static_cast<unsigned char>(text[i]));
      std::size_t end = i;
      while (end < text.size() && (is_word(text[end]) || (number && (text[end] == '-' || text[end] == '+') &&
                                                          (text[end - 1] == 'e' || text[end - 1] == 'E'))))
        ++end;
      tokens.push_back(text.substr(i, end - i));
      i = end;
    } else {
      const std::size_t length = text.compare(i, 2, "->") == 0 ? 2 : 1;
      tokens.push_back(text.substr(i, length));
      i += length;
    }
  }
  return tokens;
}

class Parser {
 public:
  explicit Parser(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

  CCount statements() {
    while (next_ < tokens_.size() && count_.problem.empty()) statement();
    return count_;
  }

 private:
  std::string peek() const { return next_ < tokens_.size() ? tokens_[next_] : ""; }
  bool take(const std::string& token) {
    if (peek() != token) return false;
    ++next_;
    return true;
  }
  void expect(const std::string& token) {
    if (!take(token) && count_.problem.empty())
      count_.problem = "'" + token + "' expected before '" + peek() + "', token " + std::to_string(next_);
    if (!count_.problem.empty()) next_ = tokens_.size();
  }

  // const double NAME = expression; place = expression; double NAME[N], NAME[N]; call(...); (void)NAME;
  // const double NAME[N] = {expression, expression}; for (int k = 0; k < N; ++k) place = lanes;
  void statement() {
    if (take("for")) return lanes();
    if (peek() == "(" && next_ + 1 < tokens_.size() && tokens_[next_ + 1] == "void") {
      while (next_ < tokens_.size() && !take(";")) ++next_;
      return;
    }
    if (peek() == "volatile" && next_ + 2 < tokens_.size() &&
        (tokens_[next_ + 1] == "struct" || tokens_[next_ + 2] == "*")) {
      while (next_ < tokens_.size() && !take(";")) ++next_;  // volatile double *const NAME = NAME;
      return;
    }
    take("const") || take("volatile");
    if (take("double") || take("float")) {
      do {
        const std::string name = peek();
        ++next_;
        if (take("[")) skip_index();
        if (take("=")) peek() == "{" ? table(name) : sum();
      } while (take(","));
      expect(";");
      return;
    }
    sum();  // a place, or a call
    if (take("=")) sum();
    expect(";");
  }

  void table(const std::string& name) {
    expect("{");
    do {
      take("-");
      const std::size_t begin = next_;
      sum();
      std::string number;
      for (std::size_t i = begin; i < next_ && i < tokens_.size(); ++i) number += tokens_[i];
      tables_[name].push_back(number);
    } while (take(","));
    expect("}");
  }

  // Every lane adds its terms, factor * TABLE[k] or TABLE[k]. Zeros of a table are padding, and a product that several
  // lanes have in common is one.
  void lanes() {
    while (next_ < tokens_.size() && !take(")")) ++next_;  // (int k = 0; k < N; ++k)
    for (std::size_t i = next_; i < tokens_.size() && tokens_[i] != ";"; ++i)
      if (tokens_[i] == "=") next_ = i + 1;  // place = place =
    std::map<std::size_t, int> terms;        // of each lane
    take("-");
    do {
      std::string factor = peek(), name = factor;
      ++next_;
      if (take("*")) {
        name = peek();
        ++next_;
      } else {
        factor.clear();
      }
      if (!tables_.count(name) && count_.problem.empty()) count_.problem = "no table " + name;
      if (take("[")) skip_index();
      for (std::size_t l = 0; l < tables_[name].size(); ++l) {
        const std::string& number = tables_[name][l];
        if (number == "0.0" || number == "0.0f") continue;
        ++terms[l];
        if (!factor.empty() && products_.insert({factor, number}).second)
          (is_two(factor) || is_two(number) ? count_.additions : count_.multiplications) += 1;
      }
    } while (take("+") || take("-"));
    for (const auto& [lane, sum] : terms) count_.additions += sum - 1;
    expect(";");
  }

  void skip_index() {
    int depth = 1;
    for (; depth > 0 && next_ < tokens_.size(); ++next_) depth += (peek() == "[") - (peek() == "]");
  }

  void sum() {
    product();
    while (take("+") || take("-")) {
      product();
      ++count_.additions;
    }
  }

  void product() {
    bool two = sign();
    while (peek() == "*" || peek() == "/") {
      const bool times = take("*");
      if (!times) take("/");
      const bool other = sign();
      (times && (two || other) ? count_.additions : count_.multiplications) += 1;
      two = false;
    }
  }

  // Whether what stands here is the number two and nothing else.
  bool sign() {
    while (take("-") || take("+")) {
    }
    return primary();
  }

  bool primary() {
    if (take("(")) {
      const std::size_t begin = next_;
      sum();
      const bool two = next_ == begin + 1 && is_two(tokens_[begin]);
      expect(")");
      return two;
    }
    const std::string word = peek();
    if (word.empty() || !(std::isalnum(static_cast<unsigned char>(word[0])) || word[0] == '_')) {
      expect("a number or a name");
      return false;
    }
    ++next_;
    if (word == "sine" || word == "cosine") ++count_.sines_or_cosines;
    for (;;) {
      if (take("[")) {
        skip_index();
      } else if (take("->")) {
        ++next_;
      } else if (take("(")) {
        call(word);
      } else {
        return is_two(word);
      }
    }
  }

  void call(const std::string& function) {
    static const std::set<std::string> counted = {"sqrt", "exp", "tanh", "sqrtf", "expf", "tanhf", "sign_of"};
    static const std::set<std::string> free = {"sin", "cos", "sinf", "cosf"};
    if (counted.count(function)) ++count_.multiplications;
    if (free.count(function)) ++count_.sines_or_cosines;
    const bool together = function.find("_sincos") != std::string::npos;
    if (!counted.count(function) && !free.count(function) && !together) count_.problem = "call of " + function;
    const int reads = count_.sines_or_cosines;
    do sum();
    while (take(","));
    if (together) count_.sines_or_cosines = reads;  // arrays that are passed on
    expect(")");
  }

  static bool is_two(const std::string& word) {
    double value = 0;
    const char* end = word.data() + word.size();
    const auto [stop, failed] = std::from_chars(word.data(), end, value);
    const bool all = stop == end || (stop + 1 == end && *stop == 'f');
    return failed == std::errc() && all && value == 2.0;
  }

  std::vector<std::string> tokens_;
  std::size_t next_ = 0;
  std::map<std::string, std::vector<std::string>> tables_;  // numbers without their signs
  std::set<std::pair<std::string, std::string>> products_;  // of lanes
  CCount count_;
};

}  // namespace

CCount count_c_function(const std::string& file, const std::string& function) {
  const std::size_t at = file.find("\nvoid " + function + "(");
  const std::size_t begin = file.find("\n{\n", at), end = file.find("\n}\n", at);
  if (at == std::string::npos || begin == std::string::npos || end == std::string::npos) {
    CCount none;
    none.problem = "no function " + function;
    return none;
  }
  return Parser(tokens_of(file.substr(begin + 3, end - begin - 2))).statements();
}

}  // namespace tauforge::tests
