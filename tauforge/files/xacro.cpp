#include "tauforge/files/xacro.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace tauforge::files {

namespace {

bool is_xacro(std::string_view written) {
  for (const std::string_view open : {"${", "$("}) {
    const std::size_t begin = written.find(open);
    if (begin != std::string_view::npos && written.find(open == "${" ? '}' : ')', begin) != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

std::optional<diagnostic::Diagnostic> find_unexpanded_xacro(const XmlText& xml) {
  std::optional<Position> first;
  std::string what;
  int places = 0;
  const auto found = [&](Position at, std::string text) {
    if (places++ == 0) first = std::move(at), what = std::move(text);
  };
  for (pugi::xml_node node = xml.document().first_child(); node;) {
    const std::string_view name = node.name();
    // plug-ins of simulators carry parameters with syntax of their own
    const bool skip = name == "gazebo" || name == "ros2_control" || name == "transmission";
    if (name.starts_with("xacro:")) found(xml.element(node), fmt::format("<{}>", name));
    if (!skip)
      for (const pugi::xml_attribute& attribute : node.attributes())
        if (is_xacro(attribute.value()) && is_xacro(xml.written(node, attribute.name())))
          found(xml.attribute(node, attribute.name()), fmt::format("{}=\"{}\"", attribute.name(), attribute.value()));
    if (node.first_child() && !skip) {
      node = node.first_child();
      continue;
    }
    while (node && !node.next_sibling() && node.parent()) node = node.parent();
    node = node.next_sibling();
  }
  if (!first) return std::nullopt;
  const std::string more = places > 1 ? fmt::format(", and in {} more places", places - 1) : "";
  return diagnostic::error(*first, "xacro-unexpanded",
                           fmt::format("this is xacro, a macro language, not URDF: {}{}", what, more),
                           "run xacro first: xacro robot.xacro > robot.urdf");
}

}  // namespace tauforge::files
