// The text of functions whose limbs are computed side by side. Every loop has a constant length and reads and writes
// local arrays without gaps, so that gcc -O2 vectorises it: results go to their places afterwards.
#include <fmt/format.h>

#include <algorithm>

#include "tauforge/emit/c_unit_parts.h"
#include "tauforge/emit/rolled_function.h"

namespace tauforge::emit {

namespace {

using expression::Program;

class LimbText {
 public:
  LimbText(const Unit& unit, const UnitFunction& f, std::size_t g, NamedConstants& constants, const UniqueNames& names,
           AngleSets& sets)
      : unit_(unit),
        style_(in_lanes(unit.style)),
        f_(f),
        group_(f.rolled.groups[g]),
        read_(group_.program),
        g_(g),
        lanes_(group_.lanes()),
        constants_(constants),
        names_(names),
        sets_(sets) {}

  std::string name() const {
    return fmt::format("{}_{}_limbs{}", unit_.prefix, f_.name,
                       f_.rolled.groups.size() == 1 ? "" : fmt::format("{}", g_ + 1));
  }

  std::string call() const {
    std::string list;
    const auto add = [&](const std::string& name) { list += (list.empty() ? "" : ", ") + name; };
    for (const auto& a : group_.program.arguments)
      if (is_base(a)) add(base_array(f_.rolled, g_));
    for (const auto& p : parameters_of(unit_, f_.program)) add(p.name);
    if (has_wrench()) add(wrench_array(f_.rolled, g_));
    return fmt::format("  {}({});\n", name(), list);
  }

  std::string definition() {
    UniqueNames locals = names_in(unit_, f_.program, names_);
    for (const char* taken : {"base", "number", "joint", "wrench"}) locals(taken);
    for (const auto& p : parameters_of(unit_, f_.program)) locals(p.name + "_of");
    locals("wrench_of");
    const passes::Layout& layout = f_.layout.limbs[g_];
    const CBody body = c_body(group_.program, layout, access(), style_, locals, constants_, "    ");
    std::string text = constants_.definitions();
    if (!text.empty()) text += "\n";
    text += fmt::format("/* {} limbs side by side: they differ in numbers alone. */\nstatic void {}({})\n{{\n",
                        group_.limbs(), name(), parameters());
    text += tables() + buffers() + "  int l;\n" + zero_text(body, style_, "  ") + unused_parameters();
    if (const std::string statements = gathered(); !statements.empty()) text += loop(lanes_, statements);
    if (const Angles angles = angles_of(layout, static_cast<int>(lanes_)); angles.count > 0) {
      sets_.insert(angles);
      text +=
          fmt::format("  {{\n  {0} angle[{1}], sine[{1}], cosine[{1}];\n", style_.type(), angles.count * angles.states);
      text += loop(lanes_, body.angles) + fmt::format("  {}(angle, sine, cosine);\n", sincos_name(style_, angles));
      text += loop(lanes_, body.statements) + "  }\n";
    } else {
      text += loop(lanes_, body.statements);
    }
    return text + loop(group_.limbs(), scattered()) + sums() + "}\n";
  }

 private:
  static bool is_base(const expression::Argument& a) { return a.name == "base" && !a.nodes.empty(); }
  bool is_array_of_joints(const std::string& name) const { return f_.rolled.first.count(name) > 0; }
  bool reads(const std::string& argument) const {
    return std::any_of(group_.program.arguments.begin(), group_.program.arguments.end(),
                       [&](const auto& a) { return a.name == argument && read_.any_of(a); });
  }
  bool has_wrench() const {
    return std::any_of(group_.program.outputs.begin(), group_.program.outputs.end(),
                       [](const auto& o) { return o.name == "wrench"; });
  }

  std::string parameters() const {
    std::string list;
    const auto add = [&](bool output, const std::string& name, int size) {
      list += fmt::format("{}{}{} {}[{}]", list.empty() ? "" : ", ", output ? "" : "const ", style_.type(), name, size);
    };
    for (const auto& a : group_.program.arguments)
      if (is_base(a)) add(false, "base", static_cast<int>(a.nodes.size()));
    for (const auto& p : parameters_of(unit_, f_.program)) add(p.is_output, p.name, p.size);
    if (has_wrench()) add(true, "wrench", 6);
    return list;
  }

  std::string unused_parameters() const {
    std::string text;
    for (const auto& a : group_.program.arguments)
      if (is_base(a) && !read_.any_of(a)) text += unused_text("base");
    for (const auto& p : parameters_of(unit_, f_.program))
      if (!p.is_output && !reads(p.name)) text += unused_text(p.name);
    return text;
  }

  CAccess access() const {
    CAccess access;
    access.tile = static_cast<int>(lanes_);
    const auto texts = [&](const std::string& name, std::size_t size, bool in_lanes) {
      std::vector<std::string> all;
      for (std::size_t i = 0; i < size; ++i) all.push_back(fmt::format("{}[{}]{}", name, i, in_lanes ? "[l]" : ""));
      return all;
    };
    for (const auto& a : group_.program.arguments)
      access.arguments.push_back(
          texts(is_array_of_joints(a.name) ? a.name + "_of" : a.name, a.nodes.size(), a.name != "base"));
    for (const auto& o : group_.program.outputs) access.outputs.push_back(texts(o.name + "_of", o.nodes.size(), true));
    return access;
  }

  // Where the joints of limb l are: first + stride * l, or in a table.
  bool is_regular() const {
    if (lanes_ > group_.limbs()) return false;
    for (const auto& joint : group_.joints)
      for (std::size_t l = 1; l < joint.size(); ++l)
        if (joint[l] - joint[l - 1] != group_.joints[0][1] - group_.joints[0][0]) return false;
    return true;
  }
  std::string place(const std::string& array, std::size_t k) const {
    const int first = f_.rolled.first.at(array);
    const auto& joint = group_.joints[k];
    if (is_regular()) return fmt::format("{}[{} + {} * l]", array, first + joint[0], joint[1] - joint[0]);
    return fmt::format("{}[{} + joint[{}][l]]", array, first, k);
  }

  template <class Value> std::string table(const std::vector<Value>& values) const {
    std::string text;
    for (std::size_t l = 0; l < lanes_; ++l)
      text += fmt::format("{}{}", l == 0 ? "" : ", ", values[std::min(l, values.size() - 1)]);
    return "{" + text + "}";
  }

  std::string tables() const {
    std::string text;
    if (reads("number")) {
      text += fmt::format("  static const {} number[{}][{}] = {{\n", style_.type(), group_.numbers.size(), lanes_);
      for (const auto& number : group_.numbers) {
        std::vector<std::string> texts;
        for (const double value : number) texts.push_back(number_text(value, style_));
        text += "    " + table(texts) + ",\n";
      }
      text += "  };\n";
    }
    if (!is_regular()) {
      text += fmt::format("  static const int joint[{}][{}] = {{\n", group_.joints.size(), lanes_);
      for (const auto& joint : group_.joints) text += "    " + table(joint) + ",\n";
      text += "  };\n";
    }
    return text;
  }

  std::string buffers() const {
    std::string list;
    const auto add = [&](const std::string& name, std::size_t size) {
      list += fmt::format("{}{}_of[{}][{}]", list.empty() ? "" : ", ", name, size, lanes_);
    };
    for (const auto& a : group_.program.arguments)
      if (is_array_of_joints(a.name) && read_.any_of(a)) add(a.name, a.nodes.size());
    for (const auto& o : group_.program.outputs) add(o.name, o.nodes.size());
    return fmt::format("  {} {};\n", style_.type(), list);
  }

  std::string gathered() const {
    std::string text;
    for (const auto& a : group_.program.arguments)
      for (std::size_t k = 0; is_array_of_joints(a.name) && k < a.nodes.size(); ++k)
        if (read_(a.nodes[k])) text += fmt::format("    {}_of[{}][l] = {};\n", a.name, k, place(a.name, k));
    return text;
  }
  std::string scattered() const {
    std::string text;
    for (const auto& o : group_.program.outputs)
      for (std::size_t k = 0; is_array_of_joints(o.name) && k < o.nodes.size(); ++k)
        text += fmt::format("    {} = {}_of[{}][l];\n", place(o.name, k), o.name, k);
    return text;
  }
  std::string sums() const {
    std::string text;
    for (std::size_t i = 0; has_wrench() && i < 6; ++i) {
      std::string sum;
      for (std::size_t l = 0; l < group_.limbs(); ++l)
        sum += fmt::format("{}wrench_of[{}][{}]", l == 0 ? "" : " + ", i, l);
      text += fmt::format("  wrench[{}] = {};\n", i, sum);
    }
    return text;
  }

  static std::string loop(std::size_t length, const std::string& statements) {
    return fmt::format("  for (l = 0; l < {}; ++l) {{\n{}  }}\n", length, statements);
  }

  const Unit& unit_;
  CStyle style_;
  const UnitFunction& f_;
  const RolledLimbs& group_;
  NodesRead read_;
  std::size_t g_, lanes_;
  NamedConstants& constants_;
  const UniqueNames& names_;
  AngleSets& sets_;
};

// One of the stages around the limbs, as a block.
std::string stage_text(const Unit& unit, const UnitFunction& f, const Program& program, const passes::Layout& layout,
                       const CAccess& access, NamedConstants& constants, const UniqueNames& names, AngleSets& sets) {
  UniqueNames locals = names_in(unit, f.program, names);
  for (const auto& a : program.arguments) locals(a.name);
  const CBody body = c_body(program, layout, access, unit.style, locals, constants, "    ");
  std::string text = "  {\n" + zero_text(body, unit.style, "    ") + body.zeros;
  if (const Angles angles = angles_of(layout, 1); angles.count > 0) {
    sets.insert(angles);
    const int room = sincos_room(sincos_options(unit.style, angles));
    text += fmt::format("    {0} angle[{1}], sine[{2}], cosine[{2}];\n{3}    {4}(angle, sine, cosine);\n",
                        unit.style.type(), angles.count, room, body.angles, sincos_name(unit.style, angles));
  }
  return text + body.statements + "  }\n";
}

}  // namespace

std::string rolled_text(const Unit& unit, const UnitFunction& f, NamedConstants& constants, const UniqueNames& names,
                        AngleSets& sets) {
  const RolledFunction& rolled = f.rolled;
  std::string limbs, calls, arrays;
  const auto add_array = [&](const std::string& name, std::size_t size) {
    if (size > 0) arrays += fmt::format("{}{}[{}]", arrays.empty() ? "" : ", ", name, size);
  };
  for (const auto& output : rolled.before.outputs) add_array(output.name, output.nodes.size());
  for (std::size_t g = 0; g < rolled.groups.size(); ++g) {
    LimbText text(unit, f, g, constants, names, sets);
    limbs += text.definition() + "\n";
    calls += text.call();
    for (const auto& output : rolled.groups[g].program.outputs)
      if (output.name == "wrench") add_array(wrench_array(rolled, g), output.nodes.size());
  }
  std::string before, after;
  if (!rolled.before.outputs.empty())
    before =
        stage_text(unit, f, rolled.before, f.layout.before, access_of(f, rolled.before, 0), constants, names, sets);
  if (!rolled.rows.empty()) {
    CAccess access = access_of(f, rolled.after, 0);
    for (std::size_t k = 0; k < rolled.rows.size(); ++k)
      access.outputs[0][k] = fmt::format("{}[{}]", c_identifier(rolled.after.outputs[0].name), rolled.rows[k]);
    after = stage_text(unit, f, rolled.after, f.layout.after, access, constants, names, sets);
  }
  std::string text = constants.definitions();
  if (!text.empty()) text += "\n";
  text += limbs + signature(unit, f) + "\n{\n";
  if (!arrays.empty()) text += fmt::format("  {} {};\n", unit.style.type(), arrays);
  return text + before + calls + after + "}\n";
}

}  // namespace tauforge::emit
