#include "tauforge/emit/project.h"

#include <fmt/format.h>

#include <cctype>

#include "tauforge/emit/skeletons.h"

namespace tauforge::emit {

std::string cmake_lists(const Unit& unit, bool with_cpp_wrapper, bool with_casadi) {
  std::string upper = unit.prefix;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string headers = unit.prefix + ".h";
  if (with_cpp_wrapper) headers += " " + unit.prefix + ".hpp";
  const std::string casadi = with_casadi
                                 ? fmt::format(
                                       "# For CasADi: lib{0}_casadi.so.\nadd_library({0}_casadi SHARED {0}_casadi.c)\n"
                                       "target_link_libraries({0}_casadi PRIVATE {0})\n\n",
                                       unit.prefix)
                                 : "";
  return filled(skeletons::cmake_lists,
                {{"NAME", unit.prefix}, {"UPPER", upper}, {"HEADERS", headers}, {"CASADI", casadi}});
}

std::string example_main(const Unit& unit) {
  const char* type = unit.style.single_precision ? "float" : "double";
  std::string text;
  if (unit.has_setup()) {
    text += fmt::format("  struct {}_constants constants;\n", unit.prefix);
    std::string arguments;
    for (const auto& p : setup_parameters(unit)) {
      if (!p.is_output) text += fmt::format("  static const {} {}[{}] = {{0}};\n", type, p.name, p.size);
      arguments += (arguments.empty() ? "" : ", ") + (p.is_output ? "&" + p.name : p.name);
    }
    text += fmt::format("  {}_setup({});\n", unit.prefix, arguments);
  }
  for (const auto& f : unit.functions) {
    std::string declarations, arguments, prints;
    for (const auto& p : parameters_of(unit, f.program)) {
      arguments += arguments.empty() ? "" : ", ";
      if (p.kind == Parameter::Kind::constants) {
        arguments += "&constants";
      } else if (p.kind == Parameter::Kind::record) {
        if (p.is_output) text += fmt::format("  {} {};\n", p.type, p.name);  // the next function reads it
        arguments += "&" + p.name;
      } else {
        arguments += p.name;
        declarations += p.is_output ? fmt::format("    {} {}[{}];\n", type, p.name, p.size)
                                    : fmt::format("    static const {} {}[{}] = {{{}}};\n", type, p.name, p.size,
                                                  unit.style.single_precision ? "0.1f" : "0.1");
        if (p.is_output) prints += fmt::format("    print(\"{0}: {1}\", {1}, {2});\n", f.name, p.name, p.size);
      }
    }
    text += fmt::format("  {{\n{}    {}_{}({});\n{}  }}\n", declarations, unit.prefix, f.name, arguments, prints);
  }
  return filled(skeletons::example, {{"NAME", unit.prefix}, {"REAL", type}, {"CALLS", text}});
}

}  // namespace tauforge::emit
