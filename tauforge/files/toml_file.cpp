// The parts of toml_table.h that deal with the file as a whole: positions, limits, parsing.
#include <fmt/format.h>

#include <algorithm>

#include "tauforge/files/toml_table.h"

namespace tauforge::files {

namespace {

constexpr std::size_t most_findings = 1000;
constexpr int deepest_dotted_key = 16;  // the parser itself limits nested values to 256, but not a.b.c.d...

// Bytes taken by the first `count` code points.
std::size_t bytes_of(std::string_view line, std::size_t count) {
  std::size_t i = 0;
  for (; i < line.size() && count > 0; --count) {
    ++i;
    while (i < line.size() && (static_cast<unsigned char>(line[i]) & 0xC0) == 0x80) ++i;
  }
  return i;
}

// Where a dotted key nests too deeply; npos when none does. Walks over strings and comments, in
// which dots mean nothing. A table per dot would be built, and freed recursively.
std::size_t too_deep(std::string_view text) {
  int dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      dots = 0;
    } else if (c == '"' || c == '\'') {
      const std::string fence(3, c);
      const bool long_text = text.substr(i, 3) == fence;
      i += long_text ? 3 : 1;
      while (i < text.size() && !(long_text ? text.substr(i, 3) == fence : text[i] == c || text[i] == '\n'))
        i += c == '"' && text[i] == '\\' ? 2 : 1;
      if (long_text) i += 2;
    } else if (c == '.') {
      if (++dots > deepest_dotted_key) return i;
    } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') {
      dots = 0;
    }
  }
  return std::string_view::npos;
}

std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j)
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
    std::swap(above, row);
  }
  return above[b.size()];
}

// Other people's words for our keys.
std::string_view synonym(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"com", "centre"},           {"center", "centre"},           {"cog", "centre"},
      {"centre_of_mass", "centre"}, {"center_of_mass", "centre"},  {"m", "mass"},
      {"damping", "viscous"},      {"effort", "torque"},           {"armature", "motor_inertia"},
      {"origin", "xyz"},           {"offset", "theta"},            {"jtype", "type"},
      {"tensor", "inertia"},       {"first_moments", "first_moment"}, {"translation", "xyz"},
      {"min", "lower"},            {"max", "upper"},               {"gear", "gear_ratio"},
  };
  for (const auto& [theirs, ours] : known)
    if (word == theirs) return ours;
  return {};
}

// The parser's own words are about its grammar; these are about what people type.
std::string way_out(std::string_view description) {
  const auto says = [&](std::string_view part) { return description.find(part) != std::string_view::npos; };
  if (says("nested value depth")) return "a robot file has no use for such nesting; is this the right file?";
  if (says("cannot redefine")) return "a key is given once per table; lists of links and joints use [[link]], [[joint]]";
  if (says("leading zeroes")) return "write 1 instead of 01, and 0.5 instead of 00.5";
  if (says("utf-8")) return "TOML files are UTF-8: save the file in that encoding";
  if (says("could not determine value type") || says("parsing boolean")) return "texts stand in quotes: name = \"arm\"; numbers have a decimal point: 1.5";
  if (says("saw ','")) return "decimals are written with a point: 3.2";
  if (says("could not be interpreted")) return "the number does not fit a double (largest 1.8e308)";
  return "";
}

}  // namespace

TomlFile::TomlFile(SourceText source) : source_(std::move(source)) {
  line_begin_.push_back(0);
  const std::string& text = source_->text;
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1)) line_begin_.push_back(i + 1);
}

std::string_view TomlFile::line(std::size_t number) const {
  if (number < 1 || number > line_begin_.size()) return {};
  const std::string_view text = source_->text;
  const std::size_t begin = line_begin_[number - 1];
  const std::size_t end = number < line_begin_.size() ? line_begin_[number] - 1 : text.size();
  std::string_view found = text.substr(begin, end - begin);
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

Position TomlFile::at(const toml::source_region& region) const {
  if (region.begin.line == 0) return whole();
  const std::string_view first = line(region.begin.line);
  const std::size_t begin = bytes_of(first, region.begin.column > 0 ? region.begin.column - 1 : 0);
  const bool one_line = region.end.line == region.begin.line && region.end.column > region.begin.column;
  const std::size_t end = one_line                               ? bytes_of(first, region.end.column - 1)
                          : region.end.line > region.begin.line ? first.size()
                                                                 : begin + 1;
  return {source_, static_cast<int>(region.begin.line), static_cast<int>(begin) + 1,
          static_cast<int>(std::max<std::size_t>(end, begin + 1) - begin)};
}

void TomlFile::report(diagnostic::Diagnostic finding) {
  if (findings.size() < most_findings)
    findings.push_back(std::move(finding));
  else if (findings.size() == most_findings)
    findings.push_back(diagnostic::error(whole(), "too-many-findings",
                                         fmt::format("more than {} findings: the rest is not shown", most_findings)));
}

std::optional<toml::table> parse_toml(TomlFile& file, std::size_t largest) {
  const std::string& text = file.source()->text;
  if (text.size() > largest) {
    file.report(diagnostic::error(file.whole(), "file-too-large", fmt::format("the file is larger than {} MiB", largest >> 20),
                                  "a robot file is text of moderate size; is this the right file?"));
    return std::nullopt;
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    file.report(diagnostic::error(file.whole(), "file-empty", "the file is empty"));
    return std::nullopt;
  }
  if (const std::size_t deep = too_deep(text); deep != std::string::npos) {
    file.report(diagnostic::error(position_at(file.source(), deep), "toml-too-deep",
                                  fmt::format("a dotted key has more than {} parts", deepest_dotted_key),
                                  "a robot file has no use for such nesting; is this the right file?"));
    return std::nullopt;
  }
  toml::parse_result parsed = toml::parse(std::string_view(text));
  if (parsed) return std::move(parsed).table();
  const std::string description(parsed.error().description());
  const bool deep = description.find("nested value depth") != std::string::npos;
  file.report(diagnostic::error(file.at(parsed.error().source()), deep ? "toml-too-deep" : "toml-syntax",
                                deep ? "lists or tables are nested more than 256 deep" : "not valid TOML: " + description,
                                way_out(description)));
  return std::nullopt;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string_view meant = synonym(word);
  std::string_view best;
  std::size_t fewest = 1 + std::min<std::size_t>(word.size() / 3, 3);  // short words allow fewer slips
  for (const auto& candidate : candidates) {
    if (candidate == meant) return fmt::format("; did you mean '{}'?", candidate);
    const std::size_t errors = typing_errors(word.substr(0, 64), candidate);
    if (errors < fewest) {
      fewest = errors;
      best = candidate;
    }
  }
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

}  // namespace tauforge::files
