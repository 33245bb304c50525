#include "tauforge/files/specification_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/files/number.h"

namespace tauforge::files {

using diagnostic::error;
using diagnostic::warning;

namespace {

constexpr std::string_view blanks = " \t\r\v\f";

std::vector<Word> words_of(const SourceText& source, std::string_view line, int number) {
  std::vector<Word> words;
  line = line.substr(0, line.find('%'));
  for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back({line.substr(begin, end - begin),
                     {source, number, static_cast<int>(begin) + 1, static_cast<int>(end - begin)}});
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

bool is_symbol(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

void define(SpecificationLines& lines, const std::vector<Word>& words) {
  const auto report = [&](const Word& at, const char* code, std::string message, std::string hint) {
    lines.findings.push_back(error(at.at, code, std::move(message), std::move(hint)));
  };
  if (words.size() != 3)
    return report(words[0], "symbol-syntax",
                  fmt::format("'{}' is followed by {} words", words[0].text, words.size() - 1),
                  fmt::format("write {} NAME NUMBER", words[0].text));
  if (!is_symbol(words[1].text))
    return report(words[1], "symbol-syntax", fmt::format("'{}' is not a name", words[1].text),
                  "a name is made of letters, digits and _, and begins with a letter");
  const ParsedNumber number = parse_number(words[2].text);
  if (!number.ok())
    return report(words[2], code_of(number.fault),
                  fmt::format("the value of '{}' is '{}'", words[1].text, words[2].text),
                  "a finite decimal number is needed");
  if (!lines.symbols.emplace(words[1].text, Symbol{number.value, words[1].at, false}).second)
    report(words[1], "symbol-twice", fmt::format("symbol '{}' is given a value twice", words[1].text),
           "remove one of the two");
}

}  // namespace

SpecificationLines split_specification(const SourceText& source) {
  SpecificationLines lines;
  const std::string_view text = source->text;
  bool stopped = false;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size() && lines.findings.size() < most_findings;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::vector<Word> words = words_of(source, text.substr(begin, end - begin), ++number);
    begin = end + 1;
    if (words.empty()) continue;
    if (stopped) {
      lines.findings.push_back(warning(words[0].at, "after-stop",
                                       fmt::format("'{}' comes after stop and is not read", words[0].text),
                                       "move stop to the end of the file"));
      return lines;
    }
    const std::string_view key = words[0].text;
    stopped = key == "stop";
    if (stopped) continue;
    if (key == "variable" || key == "constant") {
      define(lines, words);
    } else {
      Statement statement{words[0], {}};
      statement.values.assign(words.begin() + 1, words.end());
      lines.statements.push_back(std::move(statement));
    }
  }
  if (!stopped && !lines.statements.empty())
    lines.findings.push_back(warning({source, std::max(number, 1), 0, 1}, "stop-missing",
                                     "the file does not end with stop", "is it complete?"));
  return lines;
}

}  // namespace tauforge::files
