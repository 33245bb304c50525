#include "tauforge/files/xml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <utility>

namespace tauforge::files {

using diagnostic::error;
using diagnostic::Findings;

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

XmlText::~XmlText() = default;

XmlText::XmlText(SourceText source) : source_(std::move(source)), document_(std::make_unique<pugi::xml_document>()) {
  line_begins_.push_back(0);
  const std::string& text = source_->text;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') line_begins_.push_back(i + 1);
}

Position XmlText::at_offset(std::size_t offset, std::size_t length) const {
  offset = std::min(offset, source_->text.size());
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  const std::size_t line = static_cast<std::size_t>(after - line_begins_.begin());
  return {source_, static_cast<int>(line), static_cast<int>(offset - line_begins_[line - 1]) + 1,
          static_cast<int>(std::max<std::size_t>(length, 1))};
}

Findings XmlText::check_size() const {
  const std::string& text = source_->text;
  const Position whole{source_, 0, 0, 1};
  if (std::all_of(text.begin(), text.end(), is_blank))
    return {
        error(whole, "file-empty", fmt::format("'{}' is empty", source_->name), "a URDF file holds a <robot> element")};
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
    return {error(at_offset(zero, 1), "xml-encoding", "the file contains a zero byte: it is not UTF-8 text",
                  "save it as UTF-8")};
  const auto parts = std::count(text.begin(), text.end(), '<') + std::count(text.begin(), text.end(), '=');
  if (static_cast<std::size_t>(parts) > 2 * most_elements)
    return {error(whole, "xml-too-many-elements", fmt::format("more than {} elements and attributes", most_elements),
                  "this is not the description of one robot")};
  return {};
}

Findings XmlText::check_nodes() const {
  int depth = 0;
  for (pugi::xml_node node = document_->first_child(); node;) {
    if (node.type() == pugi::node_doctype && std::strchr(node.value(), '['))
      return {error(at_offset(source_->text.find("<!DOCTYPE"), 9), "xml-doctype",
                    "the document type defines entities or elements of its own",
                    "entities are not expanded: remove the [...] part and write the values out")};
    std::set<std::string_view> seen;
    for (const pugi::xml_attribute& attribute : node.attributes())
      if (!seen.insert(attribute.name()).second)
        return {error(element(node), "xml-attribute-twice",
                      fmt::format("attribute '{}' is given twice in <{}>", attribute.name(), node.name()),
                      "well-formed XML has each attribute once")};
    if (node.first_child()) {
      if (++depth > deepest)
        return {error(element(node), "xml-too-deep", fmt::format("elements are nested more than {} deep", deepest),
                      "a URDF file needs six levels")};
      node = node.first_child();
      continue;
    }
    while (node && !node.next_sibling() && node.parent()) node = node.parent(), --depth;
    node = node.next_sibling();
  }
  return {};
}

Findings XmlText::parse() {
  if (Findings found = check_size(); !found.empty()) return found;
  const std::string& text = source_->text;
  // UTF-8 is forced: a conversion would shift every offset
  const pugi::xml_parse_result parsed =
      document_->load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!parsed) {
    std::string hint = "the file is not well-formed XML";
    if (parsed.status == pugi::status_end_element_mismatch) hint += "; is it cut off, or is a tag not closed?";
    return {error(at_offset(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)), 1), "xml-syntax",
                  fmt::format("{}", parsed.description()), hint)};
  }
  return check_nodes();
}

Position XmlText::element(const pugi::xml_node& node) const {
  const std::ptrdiff_t offset = node.offset_debug();
  if (offset < 0) return {source_, 0, 0, 1};
  const std::size_t name = static_cast<std::size_t>(offset);
  const bool bracket = name > 0 && source_->text[name - 1] == '<';
  return at_offset(bracket ? name - 1 : name, std::strlen(node.name()) + (bracket ? 1 : 0));
}

// Walks over the start tag: name, then attribute="value" pairs until the wanted one.
XmlText::Span XmlText::find_attribute(const pugi::xml_node& node, std::string_view name) const {
  const std::string& text = source_->text;
  const std::ptrdiff_t offset = node.offset_debug();
  if (offset < 0) return {};
  std::size_t i = static_cast<std::size_t>(offset) + std::strlen(node.name());
  while (i < text.size()) {
    while (i < text.size() && is_blank(text[i])) ++i;
    const std::size_t begin = i;
    while (i < text.size() && !is_blank(text[i]) && text[i] != '=' && text[i] != '>' && text[i] != '/') ++i;
    const std::string_view found(text.data() + begin, i - begin);
    while (i < text.size() && is_blank(text[i])) ++i;
    if (i >= text.size() || text[i] != '=') return {};
    ++i;
    while (i < text.size() && is_blank(text[i])) ++i;
    if (i >= text.size()) return {};
    const std::size_t close = text.find(text[i], i + 1);
    if (close == std::string::npos) return {};
    if (found == name) return {i + 1, close - i - 1};
    i = close + 1;
  }
  return {};
}

Position XmlText::attribute(const pugi::xml_node& node, std::string_view name) const {
  const Span span = find_attribute(node, name);
  return span.begin == 0 ? element(node) : at_offset(span.begin, span.length);
}

std::string_view XmlText::written(const pugi::xml_node& node, std::string_view name) const {
  const Span span = find_attribute(node, name);
  return {source_->text.data() + span.begin, span.length};
}

}  // namespace tauforge::files
