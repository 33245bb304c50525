#include "tauforge/files/toml_value.h"

// toml++ 3.3 asserts what it checks again and reports a line later ("[=]", "[.a]"). Bad input must not stop
// the program; and with NDEBUG some compilers would take the assertion for a fact.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

namespace tauforge::files {

namespace {

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

// What the parser does not survive: dotted keys that nest too deeply (a table per dot would be built, and
// freed recursively), and letters beyond ASCII outside strings and comments (toml++ 3.3 takes them for
// impossible while it looks for blanks).
struct Refused {
  std::size_t at = std::string_view::npos;
  bool too_deep = false;
};

Refused find_refused(std::string_view text) {
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
      for (int more = 0; long_text && more < 2 && i + 1 < text.size() && text[i + 1] == c; ++more) ++i;  // """a"""""
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      return {i, false};
    } else if (c == '.') {
      if (++dots > deepest_dotted_key) return {i, true};
    } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') {
      dots = 0;
    }
  }
  return {};
}

// The parser's own words are about its grammar; these are about what people type.
std::string way_out(std::string_view description) {
  const auto says = [&](std::string_view part) { return description.find(part) != std::string_view::npos; };
  if (says("nested value depth")) return "a robot file has no use for such nesting; is this the right file?";
  if (says("cannot redefine"))
    return "a key is given once per table; lists of links and joints use [[link]], [[joint]]";
  if (says("leading zeroes")) return "write 1 instead of 01, and 0.5 instead of 00.5";
  if (says("utf-8")) return "TOML files are UTF-8: save the file in that encoding";
  if (says("could not determine value type") || says("parsing boolean"))
    return "texts stand in quotes: name = \"arm\"; numbers have a decimal point: 1.5";
  if (says("saw ','")) return "decimals are written with a point: 3.2";
  if (says("could not be interpreted")) return "the number does not fit a double (largest 1.8e308)";
  return "";
}

// Columns of the parser count characters; ours count bytes.
class Places {
 public:
  explicit Places(SourceText source) : source_(std::move(source)) {
    line_begin_.push_back(0);
    const std::string& text = source_->text;
    for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1))
      line_begin_.push_back(i + 1);
  }
  Position at(const toml::source_region& region) const;

 private:
  std::string_view line(std::size_t number) const;

  SourceText source_;
  std::vector<std::size_t> line_begin_;
};

std::string_view Places::line(std::size_t number) const {
  if (number < 1 || number > line_begin_.size()) return {};
  const std::string_view text = source_->text;
  const std::size_t begin = line_begin_[number - 1];
  const std::size_t end = number < line_begin_.size() ? line_begin_[number] - 1 : text.size();
  std::string_view found = text.substr(begin, end - begin);
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

Position Places::at(const toml::source_region& region) const {
  if (region.begin.line == 0) return {source_, 0, 0, 1};
  const std::string_view first = line(region.begin.line);
  const std::size_t begin = bytes_of(first, region.begin.column > 0 ? region.begin.column - 1 : 0);
  const bool one_line = region.end.line == region.begin.line && region.end.column > region.begin.column;
  const std::size_t end = one_line                              ? bytes_of(first, region.end.column - 1)
                          : region.end.line > region.begin.line ? first.size()
                                                                : begin + 1;
  return {source_, static_cast<int>(region.begin.line), static_cast<int>(begin) + 1,
          static_cast<int>(std::max<std::size_t>(end, begin + 1) - begin)};
}

// As deep as parse_toml lets a file be.
TomlValue value_of(const toml::node& node, const Places& places) {
  TomlValue value;
  value.at = places.at(node.source());
  if (const auto* table = node.as_table()) {
    value.kind = TomlKind::table;
    for (const auto& [key, each] : *table)
      value.entries.push_back({std::string(key.str()), places.at(key.source()), value_of(each, places)});
  } else if (const auto* array = node.as_array()) {
    value.kind = TomlKind::list;
    for (const auto& each : *array) value.items.push_back(value_of(each, places));
  } else if (const auto* text = node.as_string()) {
    value.kind = TomlKind::text;
    value.text = text->get();
  } else if (const auto* whole = node.as_integer()) {
    value.kind = TomlKind::whole_number;
    value.number = static_cast<double>(whole->get());
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = TomlKind::number;
    value.number = real->get();
  } else {
    value.kind = node.is_boolean() ? TomlKind::boolean : TomlKind::time;
  }
  return value;
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
  for (const auto& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

std::optional<TomlValue> parse_toml(const SourceText& source, std::size_t largest, Findings& findings) {
  const Position whole{source, 0, 0, 1};
  const std::string& text = source->text;
  const auto refuse = [&](const Position& at, const char* code, const std::string& message,
                          const std::string& hint = "") {
    findings.push_back(diagnostic::error(at, code, message, hint));
    return std::nullopt;
  };
  if (text.size() > largest)
    return refuse(whole, "file-too-large", fmt::format("the file is larger than {} MiB", largest >> 20),
                  "a robot file is text of moderate size; is this the right file?");
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return refuse(whole, "file-empty", "the file is empty");
  if (const Refused refused = find_refused(text); refused.at != std::string::npos)
    return refused.too_deep ? refuse(position_at(source, refused.at), "toml-too-deep",
                                     fmt::format("a dotted key has more than {} parts", deepest_dotted_key),
                                     "a robot file has no use for such nesting; is this the right file?")
                            : refuse(position_at(source, refused.at), "toml-syntax",
                                     "not valid TOML: a character beyond ASCII outside a string",
                                     "put the name or text in quotes, and save the file as UTF-8");
  const Places places(source);
  const toml::parse_result parsed = toml::parse(std::string_view(text));
  if (parsed) return value_of(parsed.table(), places);
  const std::string description(parsed.error().description());
  const bool deep = description.find("nested value depth") != std::string::npos;
  return refuse(places.at(parsed.error().source()), deep ? "toml-too-deep" : "toml-syntax",
                deep ? "lists or tables are nested more than 256 deep" : "not valid TOML: " + description,
                way_out(description));
}

}  // namespace tauforge::files
