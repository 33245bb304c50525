#include "tauforge/files/xml_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <pugixml.hpp>

#include "tauforge/files/number.h"

namespace tauforge::files {

using diagnostic::error;
using diagnostic::note;
using diagnostic::warning;

namespace {

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> tokens;
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    tokens.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return tokens;
}

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void XmlValues::report(diagnostic::Diagnostic finding) {
  constexpr std::size_t most_findings = 2000;
  if (findings_.size() < most_findings)
    findings_.push_back(std::move(finding));
  else
    ++unreported_;
}

pugi::xml_node XmlValues::only_child(const pugi::xml_node& node, const char* name) {
  const pugi::xml_node first = node.child(name);
  if (const pugi::xml_node second = first.next_sibling(name))
    report(
        warning(xml_.element(second), "element-repeated",
                fmt::format("<{}> of '{}' has <{}> more than once", node.name(), node.attribute("name").value(), name),
                "the first one counts, as in other URDF readers"));
  return first;
}

std::optional<Located<std::string>> XmlValues::text(const pugi::xml_node& node, const char* name) {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return std::nullopt;
  return Located<std::string>{attribute.value(), xml_.attribute(node, name)};
}

std::optional<double> XmlValues::parse(const pugi::xml_node& node, const char* name, std::string_view token) {
  const ParsedNumber number = parse_number(token);
  if (number.ok()) return number.value;
  Position at = xml_.attribute(node, name);
  if (const std::size_t found = xml_.written(node, name).find(token); found != std::string_view::npos) {
    at.column += static_cast<int>(found);
    at.length = static_cast<int>(std::max<std::size_t>(token.size(), 1));
  }
  const std::string what = token.size() > 60 ? std::string(token.substr(0, 60)) + "..." : std::string(token);
  switch (number.fault) {
    case NumberFault::not_finite:
      report(error(at, code_of(number.fault), fmt::format("{} of <{}> is {}", name, node.name(), what),
                   "a finite number is needed"));
      break;
    case NumberFault::out_of_range:
      report(error(at, code_of(number.fault), fmt::format("{} of <{}> is {}", name, node.name(), what),
                   "larger or smaller than a double can hold"));
      break;
    default:
      report(error(at, code_of(number.fault), fmt::format("{} of <{}> is '{}', not a number", name, node.name(), what),
                   "a decimal number such as 0.25 or 2.5e-1"));
  }
  return std::nullopt;
}

std::optional<Located<double>> XmlValues::number(const pugi::xml_node& node, const char* name) {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return std::nullopt;
  const auto tokens = split(attribute.value());
  if (tokens.size() != 1) {
    report(error(xml_.attribute(node, name), "number-count",
                 fmt::format("{} of <{}> holds {} numbers", name, node.name(), tokens.size()), "one number is needed"));
    return std::nullopt;
  }
  const auto value = parse(node, name, tokens[0]);
  if (!value) return std::nullopt;
  return Located<double>{*value, xml_.attribute(node, name)};
}

std::optional<Located<Vector>> XmlValues::vector(const pugi::xml_node& node, const char* name) {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return std::nullopt;
  const auto tokens = split(attribute.value());
  if (tokens.size() != 3) {
    report(error(xml_.attribute(node, name), "number-count",
                 fmt::format("{} of <{}> holds {} numbers", name, node.name(), tokens.size()),
                 "three numbers are needed"));
    return std::nullopt;
  }
  const auto x = parse(node, name, tokens[0]), y = parse(node, name, tokens[1]), z = parse(node, name, tokens[2]);
  if (!x || !y || !z) return std::nullopt;
  return Located<Vector>{{*x, *y, *z}, xml_.attribute(node, name)};
}

Located<std::string> XmlValues::required_text(const pugi::xml_node& node, const char* name, std::string_view owner) {
  if (const auto value = text(node, name); value && !value->value.empty()) return *value;
  report(error(xml_.element(node), "attribute-missing", fmt::format("<{}> of {} has no {}", node.name(), owner, name),
               fmt::format("write {}=\"...\"", name)));
  return {"", xml_.element(node)};
}

Located<double> XmlValues::required_number(const pugi::xml_node& node, const char* name, std::string_view owner) {
  if (node.attribute(name)) return number(node, name).value_or(Located<double>{0.0, xml_.element(node)});
  report(error(xml_.element(node), "attribute-missing", fmt::format("<{}> of {} has no {}", node.name(), owner, name),
               fmt::format("write {}=\"...\"", name)));
  return {0.0, xml_.element(node)};
}

void XmlValues::skip(const std::string& what, const Position& at) {
  const auto [found, fresh] = skipped_index_.emplace(what, skipped_.size());
  if (fresh) skipped_.push_back({what, at, 0});
  ++skipped_[found->second].times;
}

void XmlValues::skip_others(const pugi::xml_node& node, std::initializer_list<std::string_view> elements,
                            std::initializer_list<std::string_view> attributes) {
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() == pugi::node_element && !contains(elements, child.name()))
      skip(fmt::format("<{}> in <{}>", child.name(), node.name()), xml_.element(child));
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      skip(fmt::format("text in <{}>", node.name()), xml_.element(node));
  }
  for (const pugi::xml_attribute& attribute : node.attributes()) {
    const std::string_view name = attribute.name();
    if (contains(attributes, name) || name == "xmlns" || name.starts_with("xmlns:")) continue;
    skip(fmt::format("attribute '{}' of <{}>", name, node.name()), xml_.attribute(node, name));
  }
}

diagnostic::Findings XmlValues::finish() {
  for (const Skipped& skipped : skipped_)
    report(note(skipped.first, "not-used",
                skipped.times == 1 ? fmt::format("{} is not used", skipped.what)
                                   : fmt::format("{} is not used ({} times)", skipped.what, skipped.times)));
  if (unreported_ > 0)
    findings_.push_back(error({findings_.front().at.source, 0, 0, 1}, "too-many-findings",
                              fmt::format("{} more findings are not shown", unreported_), "correct the first ones"));
  return std::move(findings_);
}

}  // namespace tauforge::files
