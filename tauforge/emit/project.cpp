#include "tauforge/emit/project.h"

#include <fmt/format.h>

#include <cctype>

namespace tauforge::emit {

namespace {

// @NAME@ stands for the prefix, @UPPER@ for the same in capitals.
constexpr const char* lists = R"cmake(cmake_minimum_required(VERSION 3.16)
project(@NAME@ LANGUAGES C)

if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  set(@UPPER@_TOP_LEVEL ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
  endif()
else()
  set(@UPPER@_TOP_LEVEL OFF) # part of another project: the library alone
endif()
option(@UPPER@_BUILD_EXAMPLE "build a program that calls every function once" ${@UPPER@_TOP_LEVEL})
option(@UPPER@_BUILD_TESTING "build the self-test" ${@UPPER@_TOP_LEVEL})
option(@UPPER@_INSTALL "install the library and its package, find_package(@NAME@ CONFIG)" ${@UPPER@_TOP_LEVEL})
option(@UPPER@_NATIVE "use every instruction of this machine" OFF)

add_library(@NAME@ STATIC @NAME@.c @NAME@_model.c)
add_library(@NAME@::@NAME@ ALIAS @NAME@)
target_include_directories(@NAME@ PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/@NAME@>)
set_target_properties(@NAME@ PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)

# Flags and libraries that this compiler and system have; code is right without them.
include(CheckCCompilerFlag)
include(CheckLibraryExists)
check_c_compiler_flag(-ffp-contract=fast @UPPER@_KNOWS_FP_CONTRACT)
if(@UPPER@_KNOWS_FP_CONTRACT) # products and sums may be fused; standard C99 mode would forbid it
  target_compile_options(@NAME@ PRIVATE -ffp-contract=fast)
endif()
if(@UPPER@_NATIVE)
  check_c_compiler_flag("-O3 -march=native" @UPPER@_KNOWS_NATIVE)
  if(@UPPER@_KNOWS_NATIVE)
    target_compile_options(@NAME@ PRIVATE -O3 -march=native)
  endif()
endif()
check_library_exists(m cos "" @UPPER@_HAS_LIBM)
if(@UPPER@_HAS_LIBM)
  target_link_libraries(@NAME@ PUBLIC m)
endif()

if(@UPPER@_BUILD_EXAMPLE)
  add_executable(@NAME@_example @NAME@_example.c)
  target_link_libraries(@NAME@_example PRIVATE @NAME@)
endif()

if(@UPPER@_BUILD_TESTING)
  enable_testing()
  add_executable(@NAME@_selftest @NAME@_selftest.c)
  target_link_libraries(@NAME@_selftest PRIVATE @NAME@)
  add_test(NAME @NAME@_selftest COMMAND @NAME@_selftest)
endif()

if(@UPPER@_INSTALL)
  include(GNUInstallDirs)
  install(TARGETS @NAME@ EXPORT @NAME@ ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES @HEADERS@ DESTINATION include/@NAME@)
  install(FILES tauforge/model.h DESTINATION include/@NAME@/tauforge)
  install(EXPORT @NAME@ NAMESPACE @NAME@:: FILE @NAME@Config.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/@NAME@)
endif()
)cmake";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

std::string cmake_lists(const Unit& unit, bool with_cpp_wrapper) {
  std::string upper = unit.prefix;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  // @ is no part of an identifier: what a robot is called cannot be taken for a place to fill
  std::string text = replaced(lists, "@UPPER@", upper);
  text = replaced(text, "@HEADERS@", with_cpp_wrapper ? "@NAME@.h @NAME@.hpp" : "@NAME@.h");
  return replaced(text, "@NAME@", unit.prefix);
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
