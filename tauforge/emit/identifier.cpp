#include "tauforge/emit/identifier.h"

#include <cctype>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::emit {

namespace {

const std::set<std::string>& reserved() {
  static const std::set<std::string> words = {
      "auto",     "break",  "case",     "char",   "const",    "continue", "default", "do",     "double",  "else",
      "enum",     "extern", "float",    "for",    "goto",     "if",       "inline",  "int",    "long",    "register",
      "restrict", "return", "short",    "signed", "sizeof",   "static",   "struct",  "switch", "typedef", "union",
      "unsigned", "void",   "volatile", "while",  "sin",      "cos",      "sqrt",    "exp",    "tanh",    "main",
      "asm",      "class",  "new",      "delete", "template", "this",     "bool",    "true",   "false",   "namespace",
      "private",  "public", "operator", "y0",     "y1",       "yn",       "j0",      "j1",     "jn",      "gamma"};
  return words;
}

}  // namespace

std::string c_identifier(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    out += u < 0x80 && (std::isalnum(u) || c == '_') ? c : '_';
  }
  if (out.empty()) return "x";
  const bool bad_start = std::isdigit(static_cast<unsigned char>(out[0])) || out[0] == '_';
  return bad_start || reserved().count(out) ? "x_" + out : out;
}

std::string UniqueNames::operator()(const std::string& wanted) {
  const std::string base = c_identifier(wanted);
  std::string name = base;
  for (int k = 2; !taken_.insert(name).second; ++k) name = base + "_" + std::to_string(k);
  return name;
}

std::string c_comment_text(const std::string& text) {
  std::string out;
  for (const char c : diagnostic::printable(text)) {
    if (c == '/' && !out.empty() && out.back() == '*')
      out += "\xC2\xB7";  // keeps "*/" apart
    else if (c == '*' && !out.empty() && out.back() == '/')
      out += "\xC2\xB7";
    else if (c == '\\')
      out += '|';
    else if (c == '?')
      out += '.';
    else
      out += c;
  }
  return out;
}

}  // namespace tauforge::emit
