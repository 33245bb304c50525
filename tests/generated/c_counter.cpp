#include "tests/generated/c_counter.h"

#include <cctype>
#include <charconv>
#include <set>
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
  void statement() {
    if (peek() == "(" && next_ + 1 < tokens_.size() && tokens_[next_ + 1] == "void") {
      while (next_ < tokens_.size() && !take(";")) ++next_;
      return;
    }
    take("const");
    if (take("double") || take("float")) {
      do {
        ++next_;  // the name
        if (take("[")) skip_index();
        if (take("=")) sum();
      } while (take(","));
      expect(";");
      return;
    }
    sum();  // a place, or a call
    if (take("=")) sum();
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
