#include "tauforge/files/xacro.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
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

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A macro or a file of macros that by its name is about looks, sensors or a simulator.
bool is_about_no_body(const pugi::xml_node& element) {
  std::string word;  // whole ones: a maximum is no imu
  for (const char c : std::string(element.name()) + " " + element.attribute("filename").value() + " ") {
    if (std::isalpha(static_cast<unsigned char>(c))) {
      word += c;
      continue;
    }
    if (is_one_of(word, {"material", "materials", "color", "colors", "colour", "colours", "gazebo", "sensor", "sensors",
                         "camera", "lidar", "laser", "imu"}))
      return true;
    word.clear();
  }
  return false;
}

// Where neither a mass, a joint nor a link hides, but for the grams of a sensor. A property or an argument defines only:
// where it is used, that place speaks for itself.
bool carries_no_dynamics(pugi::xml_node node) {
  const std::string_view own = node.name();
  if (is_one_of(own, {"xacro:property", "xacro:arg"})) return true;
  if (own.starts_with("xacro:") && own != "xacro:macro" && is_about_no_body(node)) return true;
  for (; node; node = node.parent())
    if (is_one_of(node.name(), {"visual", "collision", "material", "sensor"})) return true;
  return false;
}

struct Places {
  std::optional<Position> first;
  std::string what;
  int count = 0;

  void add(Position at, std::string text) {
    if (count++ == 0) first = std::move(at), what = std::move(text);
  }
  std::string text() const {
    return count > 1 ? fmt::format("{}, and in {} more place{}", what, count - 1, count > 2 ? "s" : "") : what;
  }
};

}  // namespace

diagnostic::Findings find_unexpanded_xacro(const XmlText& xml) {
  const bool without_links = !xml.document().document_element().child("link");  // then macros hold the robot
  Places serious, harmless;
  for (pugi::xml_node node = xml.document().first_child(); node;) {
    const std::string_view name = node.name();
    const auto found = [&](Position at, std::string text) {
      (!without_links && carries_no_dynamics(node) ? harmless : serious).add(std::move(at), std::move(text));
    };
    // plug-ins of simulators carry parameters with syntax of their own
    const bool skip = is_one_of(name, {"gazebo", "ros2_control", "transmission"});
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
  if (serious.first)
    return {diagnostic::error(*serious.first, "xacro-unexpanded",
                              fmt::format("this is xacro, a macro language, not URDF: {}", serious.text()),
                              "run xacro first: xacro robot.xacro > robot.urdf")};
  if (harmless.first)
    return {diagnostic::note(*harmless.first, "xacro-remnant",
                             fmt::format("xacro was left where no body depends on it: {}", harmless.text()),
                             "not used here; if a macro of a sensor brings a mass, that is missing")};
  return {};
}

}  // namespace tauforge::files
