#include "tauforge/emit/model_source.h"

#include <fmt/format.h>

#include <cmath>

#include "tauforge/emit/skeletons.h"

namespace tauforge::emit {

std::string c_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (u < 0x20 || u >= 0x7f || c == '?')
      out += fmt::format("\\{:03o}", u);  // also no trigraphs
    else
      out += c;
  }
  return out + "\"";
}

namespace {

std::string limit_text(double value) {
  if (std::isinf(value)) return value < 0 ? "NO_LOWER" : "NO_UPPER";
  return number_text(value, {});
}

template <class Text> std::string list(const std::string& type, const std::string& name, std::size_t size, Text text) {
  std::string all;
  for (std::size_t i = 0; i < size; ++i) all += (i ? ", " : "") + text(i);
  return fmt::format("static {} {}[{}] = {{{}}};\n", type, name, size, all);
}

std::size_t result_count(const UnitFunction& f) {
  std::size_t all = 0;
  for (const auto& o : f.program.outputs) all += o.nodes.size();
  return all;
}

// How a parameter is passed on behind the seam; `offset` counts results that were written before it.
std::string passed(const Parameter& p, const std::string& offset) {
  if (p.kind == Parameter::Kind::constants) return fmt::format("(const {} *)constants", p.type);
  if (p.is_output)
    return p.kind == Parameter::Kind::record ? fmt::format("({} *)(void *)result", p.type)
                                             : (offset.empty() ? "result" : "result + " + offset);
  if (p.kind == Parameter::Kind::record) return fmt::format("(const {} *)(const void *)x->{}", p.type, p.name);
  return "x->" + p.name;
}

std::string call_text(const Unit& unit, const UnitFunction& f, bool batch) {
  std::string arguments = batch ? "count" : "", offset;
  std::size_t before = 0;
  for (const auto& p : parameters_of(unit, f.program)) {
    if (p.is_output && before > 0) offset = fmt::format("{}{}", before, batch ? " * count" : "");
    arguments += (arguments.empty() ? "" : ", ") + passed(p, offset);
    if (p.is_output) before += static_cast<std::size_t>(p.size);
  }
  return fmt::format(
      "static void call_{0}{1}({2}const void *constants, const struct tauforge_state *x, double *result)\n"
      "{{\n  (void)constants;\n  {3}_{0}{1}({4});\n}}\n\n",
      f.name, batch ? "_batch" : "", batch ? "size_t count, " : "", unit.prefix, arguments);
}

// Numbers in single precision are converted on the way in and out.
std::string float_call_text(const Unit& unit, const UnitFunction& f) {
  std::string buffers, load, arguments, store;
  std::size_t before = 0;
  for (const auto& p : parameters_of(unit, f.program)) {
    arguments += arguments.empty() ? "" : ", ";
    if (p.kind == Parameter::Kind::constants) {
      arguments += fmt::format("(const {} *)constants", p.type);
      continue;
    }
    const std::string buffer = "single_" + p.name;
    const std::string numbers = p.kind == Parameter::Kind::record ? "((float *)(void *)&" + buffer + ")" : buffer;
    buffers += p.kind == Parameter::Kind::record ? fmt::format("  {} {};\n", p.type, buffer)
                                                 : fmt::format("  float {}[{}];\n", buffer, p.size);
    arguments += (p.kind == Parameter::Kind::record ? "&" : "") + buffer;
    if (p.is_output) {
      store += fmt::format("  for (i = 0; i < {}; ++i) result[{} + i] = (double){}[i];\n", p.size, before, numbers);
      before += static_cast<std::size_t>(p.size);
    } else {
      load += fmt::format("  for (i = 0; i < {}; ++i) {}[i] = (float)x->{}[i];\n", p.size, numbers, p.name);
    }
  }
  return fmt::format(
      "static void call_{0}(const void *constants, const struct tauforge_state *x, double *result)\n"
      "{{\n  size_t i;\n{2}  (void)constants;\n{3}  {1}_{0}({4});\n{5}}}\n\n",
      f.name, unit.prefix, buffers, load, arguments, store);
}

std::string upper_case(std::string word) {
  for (char& c : word) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return word;
}

std::string setup_text(const Unit& unit) {
  if (!unit.has_setup()) return "";
  std::string buffers, load, arguments;
  for (const auto& p : setup_parameters(unit)) {
    arguments += arguments.empty() ? "" : ", ";
    if (p.is_output) {
      arguments += fmt::format("({} *)constants", p.type);
    } else if (unit.style.single_precision) {
      buffers += fmt::format("  float single_{}[{}];\n", p.name, p.size);
      load += fmt::format("  for (i = 0; i < {1}; ++i) single_{0}[i] = (float)inputs->{0}[i];\n", p.name, p.size);
      arguments += "single_" + p.name;
    } else {
      arguments += "inputs->" + p.name;
    }
  }
  if (!load.empty()) buffers = "  size_t i;\n" + buffers;
  return fmt::format(
      "static void call_setup(const struct tauforge_run_time *inputs, void *constants)\n{{\n{}  (void)inputs;\n{}  "
      "{}_setup({});\n}}\n\n",
      buffers, load, unit.prefix, arguments);
}

}  // namespace

std::string model_source(const Unit& unit, const ModelFacts& facts) {
  std::string calls, functions, lists;
  const bool with_batch = !unit.style.single_precision;
  for (const auto& f : unit.functions) {
    calls += unit.style.single_precision ? float_call_text(unit, f) : call_text(unit, f, false);
    if (f.batch && with_batch) calls += call_text(unit, f, true);
  }
  calls += setup_text(unit);
  for (std::size_t i = 0; i < unit.functions.size(); ++i) {
    const UnitFunction& f = unit.functions[i];
    functions += fmt::format("  {{{}, {},\n   {}, {}, {}, {}, call_{}, {}, {{NULL, NULL}}}},\n", c_string(f.name),
                             c_string(f.comment), result_count(f), facts.operations[i].multiplications,
                             facts.operations[i].additions, facts.sines_and_cosines[i], f.name,
                             f.batch && with_batch ? "call_" + f.name + "_batch" : "NULL");
  }
  const bool step = !unit.friction_step.empty();
  if (step) calls += friction_step_call(unit), functions += friction_step_entry(unit);
  const std::size_t nv = static_cast<std::size_t>(facts.nv);
  lists += list("const char *const", "coordinates", nv, [&](std::size_t i) { return c_string(facts.coordinates[i]); });
  lists +=
      list("const char *const", "torque_units", nv, [&](std::size_t i) { return c_string(facts.torque_units[i]); });
  const std::pair<const char*, const std::vector<double>*> limits[] = {{"lower", &facts.lower},
                                                                       {"upper", &facts.upper},
                                                                       {"max_velocity", &facts.max_velocity},
                                                                       {"max_torque", &facts.max_torque}};
  for (const auto& limit : limits)
    lists += list("const double", limit.first, nv, [&](std::size_t i) { return limit_text((*limit.second)[i]); });
  // a declaration before the definition: with -Wmissing-variable-declarations too it compiles quietly
  std::string reads;
  for (const auto& p : setup_parameters(unit))
    if (!p.is_output) reads += (reads.empty() ? "" : " | ") + ("TAUFORGE_" + upper_case(p.name));
  const std::string setup = unit.has_setup() ? fmt::format("sizeof(struct {}_constants), call_setup, {}", unit.prefix,
                                                           reads.empty() ? "0" : reads)
                                             : "0, NULL, 0";
  return filled(skeletons::model, {{"ROBOT", c_comment_text(facts.name)},
                                   {"NAME", unit.prefix},
                                   {"CALLS", calls},
                                   {"COUNT", fmt::format("{}", unit.functions.size() + (step ? 1 : 0))},
                                   {"FUNCTIONS", functions},
                                   {"LISTS", lists},
                                   {"ROBOT_STRING", c_string(facts.name)},
                                   {"HASH", c_string(facts.source_hash)},
                                   {"NQ", fmt::format("{}", facts.nq)},
                                   {"NV", fmt::format("{}", facts.nv)},
                                   {"FLOATING", facts.floating ? "1" : "0"},
                                   {"SETUP", setup}});
}

}  // namespace tauforge::emit
