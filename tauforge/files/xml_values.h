// Values out of XML elements, each with its place; what is wrong or skipped is collected as findings.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/files/xml_text.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

using robot::Located;
using robot::Vector;

class XmlValues {
 public:
  explicit XmlValues(const XmlText& xml) : xml_(xml) {}

  // The child of that name, or an empty node. A second one is a warning: the first counts.
  pugi::xml_node only_child(const pugi::xml_node& node, const char* name);

  // Attributes that are there; a fault is an error and gives nothing.
  std::optional<Located<std::string>> text(const pugi::xml_node& node, const char* name);
  std::optional<Located<double>> number(const pugi::xml_node& node, const char* name);
  std::optional<Located<Vector>> vector(const pugi::xml_node& node, const char* name);

  // The same, but their absence is an error.
  Located<std::string> required_text(const pugi::xml_node& node, const char* name, std::string_view owner);
  Located<double> required_number(const pugi::xml_node& node, const char* name, std::string_view owner);

  // Everything in the element besides these is skipped; one note per distinct name says so.
  void skip_others(const pugi::xml_node& node, std::initializer_list<std::string_view> elements,
                   std::initializer_list<std::string_view> attributes);

  // Beyond a limit findings are counted only: such a file is something else.
  void report(diagnostic::Diagnostic finding);
  // All findings; the notes of what was skipped come last.
  diagnostic::Findings finish();

 private:
  std::optional<double> parse(const pugi::xml_node& node, const char* name, std::string_view token);
  void skip(const std::string& what, const Position& at);

  const XmlText& xml_;
  diagnostic::Findings findings_;
  std::size_t unreported_ = 0;
  struct Skipped {
    std::string what;
    Position first;
    int times = 0;
  };
  std::vector<Skipped> skipped_;  // in the order of the file
  std::map<std::string, std::size_t> skipped_index_;
};

}  // namespace tauforge::files
