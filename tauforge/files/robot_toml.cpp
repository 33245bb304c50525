#include "tauforge/files/robot_toml.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace tauforge::files {

namespace {

using robot::Description;
using robot::Located;
using robot::Vector;

class Reader {
 public:
  explicit Reader(const SourceText& source) : source_(source) {}

  Description description(const toml::table& file) {
    Description d;
    d.format = robot::Format::toml;
    d.at = {source_, 0, 0, 1};
    d.name = file["name"].value_or(std::string("robot"));
    if (const auto g = vector(file, "gravity")) d.gravity = g->value;
    if (const auto* links = file["link"].as_array())
      for (const auto& node : *links)
        if (const auto* link = node.as_table()) d.links.push_back(read_link(*link));
    if (const auto* joints = file["joint"].as_array())
      for (const auto& node : *joints)
        if (const auto* joint = node.as_table()) d.joints.push_back(read_joint(*joint));
    return d;
  }

 private:
  Position at(const toml::node& node) const {
    const auto begin = node.source().begin, end = node.source().end;
    const int length = end.line == begin.line ? static_cast<int>(end.column - begin.column) : 1;
    return {source_, static_cast<int>(begin.line), static_cast<int>(begin.column), length};
  }
  Located<std::string> text(const toml::table& table, const char* key) const {
    const auto* node = table.get(key);
    return node ? Located<std::string>{node->value_or(std::string()), at(*node)} : Located<std::string>{"", at(table)};
  }
  Located<double> number(const toml::table& table, const char* key) const {
    const auto* node = table.get(key);
    return node ? Located<double>{node->value_or(0.0), at(*node)} : Located<double>{0.0, at(table)};
  }
  std::optional<Located<Vector>> vector(const toml::table& table, const char* key) const {
    const auto* array = table[key].as_array();
    if (!array || array->size() != 3) return std::nullopt;
    return Located<Vector>{{(*array)[0].value_or(0.0), (*array)[1].value_or(0.0), (*array)[2].value_or(0.0)}, at(*array)};
  }

  robot::LinkDescription read_link(const toml::table& table) const {
    robot::LinkDescription link{text(table, "name"), std::nullopt};
    if (!table.contains("mass")) return link;
    robot::InertialDescription inertial;
    inertial.mass = number(table, "mass");
    if (const auto centre = vector(table, "centre")) inertial.centre = *centre;
    if (const auto* t = table["inertia"].as_array(); t && t->size() == 6)
      inertial.inertia = {{(*t)[0].value_or(0.0), (*t)[1].value_or(0.0), (*t)[2].value_or(0.0), (*t)[3].value_or(0.0),
                           (*t)[4].value_or(0.0), (*t)[5].value_or(0.0)}, at(*t)};
    link.inertial = inertial;
    return link;
  }
  robot::JointDescription read_joint(const toml::table& table) const {
    robot::JointDescription joint;
    joint.name = text(table, "name");
    joint.parent = text(table, "parent");
    joint.child = text(table, "child");
    if (text(table, "type").value == "prismatic") joint.kind = robot::JointKind::prismatic;
    if (const auto xyz = vector(table, "xyz")) joint.placement.xyz = *xyz;
    if (const auto rpy = vector(table, "rpy")) joint.placement.rpy = *rpy;
    if (const auto axis = vector(table, "axis")) joint.axis = *axis;
    return joint;
  }

  SourceText source_;
};

}  // namespace

Result<Description> read_robot_toml(const SourceText& source) {
  const toml::parse_result parsed = toml::parse(source->text);
  if (!parsed) {
    const auto where = parsed.error().source().begin;
    return diagnostic::error({source, static_cast<int>(where.line), static_cast<int>(where.column), 1}, "toml-syntax",
                             std::string(parsed.error().description()));
  }
  return Reader(source).description(parsed.table());
}

}  // namespace tauforge::files
