#include "tauforge/emit/project.h"

#include <fmt/format.h>

namespace tauforge::emit {

std::string cmake_lists(const Unit& unit, bool with_cpp_wrapper) {
  return fmt::format(
      "cmake_minimum_required(VERSION 3.16)\nproject({0} LANGUAGES C{1})\n\n"
      "if(NOT CMAKE_BUILD_TYPE)\n  set(CMAKE_BUILD_TYPE Release)\nendif()\n"
      "option({2}_NATIVE \"use every instruction of this machine\" OFF)\n\n"
      "add_library({0} STATIC {0}.c {0}_model.c)\n"
      "target_include_directories({0} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})\n"
      "set_target_properties({0} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)\n"
      "# products and sums may be fused; standard C99 mode would forbid it\n"
      "target_compile_options({0} PRIVATE -ffp-contract=fast)\n"
      "if({2}_NATIVE)\n  target_compile_options({0} PRIVATE -O3 -march=native)\nendif()\n"
      "target_link_libraries({0} PUBLIC m)\n\n"
      "add_executable({0}_example {0}_example.c)\ntarget_link_libraries({0}_example PRIVATE {0})\n\n"
      "enable_testing()\nadd_executable({0}_selftest {0}_selftest.c)\ntarget_link_libraries({0}_selftest PRIVATE {0})\n"
      "add_test(NAME {0}_selftest COMMAND {0}_selftest)\n",
      unit.prefix, with_cpp_wrapper ? " CXX" : "", [&] {
        std::string upper = unit.prefix;
        for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return upper;
      }());
}

std::string example_main(const Unit& unit) {
  const char* type = unit.style.single_precision ? "float" : "double";
  std::string text = fmt::format(
      "/* Calls every function of {0} once. Build: cmake -S . -B build && cmake --build build */\n"
      "#include <stdio.h>\n\n#include \"{0}.h\"\n\n",
      unit.prefix);
  text += fmt::format(
      "static void print(const char *name, const {0} *values, int count)\n{{\n  int i;\n"
      "  printf(\"%s =\", name);\n  for (i = 0; i < count && i < 12; ++i) printf(\" %g\", (double)values[i]);\n"
      "  printf(count > 12 ? \" ...\\n\" : \"\\n\");\n}}\n\nint main(void)\n{{\n",
      type);
  if (unit.has_setup()) {
    text += fmt::format("  struct {}_constants constants;\n", unit.prefix);
    std::string arguments;
    for (const auto& p : setup_parameters(unit)) {
      if (!p.is_output) text += fmt::format("  static const {} {}[{}] = {{0}};\n", type, p.name, p.size);
      arguments += (arguments.empty() ? "" : ", ") + (p.is_output ? "&" + p.name : p.name);
    }
    text += fmt::format("  {}_setup({});\n", unit.prefix, arguments);
  }
  std::string records;
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
  return text + "  return 0;\n}\n";
}

}  // namespace tauforge::emit
