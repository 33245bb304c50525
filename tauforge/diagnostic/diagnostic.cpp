#include "tauforge/diagnostic/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::diagnostic {

namespace {

constexpr std::size_t widest_line = 160;  // longer lines are shown around the caret only
constexpr std::size_t shown_before_caret = 60;

// The byte where the character at `at` begins; of bytes that are no character, that byte itself.
std::size_t character_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80; };
  constexpr std::size_t most = 3;  // bytes that continue a character
  std::size_t begin = at;
  while (begin > 0 && at - begin < most && continues(begin)) --begin;
  return continues(begin) ? at : begin;
}

std::string excerpt(const Diagnostic& d) {
  std::string whole(line_text(d.at));
  const std::string hint = printable(d.hint);
  if (d.at.column < 1 || whole.empty()) return hint.empty() ? "" : "  hint: " + hint + "\n";
  std::replace(whole.begin(), whole.end(), '\t', ' ');
  std::size_t caret = character_at(whole, static_cast<std::size_t>(d.at.column - 1));
  std::string_view line = whole;
  std::string_view ellipsis = "";
  if (whole.size() > widest_line) {
    const std::size_t begin = caret > shown_before_caret ? character_at(whole, caret - shown_before_caret) : 0;
    line = line.substr(begin, character_at(line, begin + widest_line) - begin);
    caret -= begin;
    if (begin > 0) ellipsis = "...";
  }
  const std::size_t length = static_cast<std::size_t>(std::max(d.at.length, 1));
  const std::size_t end = std::max(character_at(line, std::min(caret + length, line.size())), caret);
  const std::size_t marked = std::max<std::size_t>(width(printable(line.substr(caret, end - caret))), 1);
  return fmt::format("{:>5} | {}{}\n{:>5} | {}^{}{}{}\n", d.at.line, ellipsis, printable(line), "",
                     std::string(ellipsis.size() + width(printable(line.substr(0, caret))), ' '),
                     std::string(marked - 1, '~'), hint.empty() ? "" : " ", hint);
}

Diagnostic make(Severity severity, Position at, std::string code, std::string message, std::string hint) {
  return {std::move(at), std::move(code), std::move(message), std::move(hint), severity};
}

}  // namespace

Diagnostic note(Position at, std::string code, std::string message, std::string hint) {
  return make(Severity::note, std::move(at), std::move(code), std::move(message), std::move(hint));
}
Diagnostic warning(Position at, std::string code, std::string message, std::string hint) {
  return make(Severity::warning, std::move(at), std::move(code), std::move(message), std::move(hint));
}
Diagnostic error(Position at, std::string code, std::string message, std::string hint) {
  return make(Severity::error, std::move(at), std::move(code), std::move(message), std::move(hint));
}

bool has_error(const Findings& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

void append(Findings& to, const Findings& more) { to.insert(to.end(), more.begin(), more.end()); }

const char* to_text(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

void sort_by_place(Findings& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) {
    return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
  });
}

std::string to_text(const Diagnostic& d) {
  return fmt::format("{}: {}: {} [{}]\n{}", to_text(d.at), to_text(d.severity), printable(d.message), d.code,
                     excerpt(d));
}

}  // namespace tauforge::diagnostic
