// An XML file and the places in it. The parser keeps the offset of each element only; where an
// attribute stands is found again in the text, so that a finding can point at its value.
//
// Hostile files are refused before they cost anything: "xml-too-many-elements", "xml-too-deep",
// "xml-doctype" (entities are not expanded), "xml-encoding" (UTF-8 only).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "tauforge/files/source_text.h"

namespace pugi {
class xml_document;
class xml_node;
}  // namespace pugi

namespace tauforge::files {

class XmlText {
 public:
  static constexpr std::size_t most_elements = 1'000'000;  // elements and attributes together
  static constexpr int deepest = 200;

  explicit XmlText(SourceText source);
  ~XmlText();

  // Empty when the document can be read; otherwise the one error that says why not.
  diagnostic::Findings parse();

  const pugi::xml_document& document() const { return *document_; }

  Position element(const pugi::xml_node& node) const;
  // The attribute's value, without its quotes; the element where there is no such attribute.
  Position attribute(const pugi::xml_node& node, std::string_view name) const;
  // The value as it stands in the file, character references and all.
  std::string_view written(const pugi::xml_node& node, std::string_view name) const;

  Position at_offset(std::size_t offset, std::size_t length) const;

 private:
  diagnostic::Findings check_size() const;
  diagnostic::Findings check_nodes() const;
  struct Span {
    std::size_t begin = 0, length = 0;
  };
  Span find_attribute(const pugi::xml_node& node, std::string_view name) const;

  SourceText source_;
  std::vector<std::size_t> line_begins_;
  std::unique_ptr<pugi::xml_document> document_;
};

}  // namespace tauforge::files
