#include "tauforge/emit/cpp_wrapper.h"

#include <fmt/format.h>

namespace tauforge::emit {

namespace {

std::string function_text(const Unit& unit, const UnitFunction& f) {
  const char* type = unit.style.type();
  std::string list, call, members;
  for (const auto& p : parameters_of(unit, f.program)) {
    const bool array = p.kind == Parameter::Kind::array;
    const std::string value_type =
        array ? fmt::format("std::array<{}, {}>", type, p.size) : "::" + p.type.substr(std::string("struct ").size());
    if (p.is_output) {
      members += fmt::format("  {} {};  // {}\n", value_type, p.name, c_comment_text(p.meaning));
      call +=
          fmt::format("{}{}result.{}{}", call.empty() ? "" : ", ", array ? "" : "&", p.name, array ? ".data()" : "");
    } else {
      list += fmt::format("{}const {}& {}", list.empty() ? "" : ", ", value_type, p.name);
      call += fmt::format("{}{}{}{}", call.empty() ? "" : ", ", array ? "" : "&", p.name, array ? ".data()" : "");
    }
  }
  std::string text = fmt::format("struct {}_result {{\n{}}};\n", f.name, members);
  text += fmt::format("// {}\n", c_comment_text(f.comment));
  text += fmt::format(
      "inline {0}_result {0}({1}) noexcept {{\n  {0}_result result;\n  {2}_{0}({3});\n  return result;\n}}\n\n", f.name,
      list, unit.prefix, call);
  return text;
}

}  // namespace

std::string cpp_wrapper(const Unit& unit) {
  const char* type = unit.style.type();
  std::string text = fmt::format(
      "// {0} with C++ types: arrays of fixed size in, a struct of results out. Needs C++11.\n"
      "#pragma once\n\n#include <array>\n\n#include \"{0}.h\"\n\nnamespace {0} {{\n\n",
      unit.prefix);
  if (unit.has_setup()) {
    std::string list, call;
    for (const auto& p : setup_parameters(unit)) {
      if (p.is_output) {
        call += ", &constants";
        continue;
      }
      list += fmt::format("{}const std::array<{}, {}>& {}", list.empty() ? "" : ", ", type, p.size, p.name);
      call += fmt::format("{}{}.data()", call.empty() ? "" : ", ", p.name);
    }
    text += fmt::format(
        "inline ::{0}_constants setup({1}) noexcept {{\n  ::{0}_constants constants;\n  {0}_setup({2});\n"
        "  return constants;\n}}\n\n",
        unit.prefix, list, call);
  }
  for (const auto& f : unit.functions) text += function_text(unit, f);
  return text + fmt::format("}}  // namespace {}\n", unit.prefix);
}

}  // namespace tauforge::emit
