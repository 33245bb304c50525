#include "tauforge/emit/rolled_function.h"

#include <fmt/format.h>

namespace tauforge::emit {

using expression::Operations;
using expression::Program;

namespace {

std::string of_group(const char* name, const RolledFunction& function, std::size_t group) {
  return function.groups.size() == 1 ? name : fmt::format("{}{}", name, group + 1);
}

// The wrenches of all limbs in one.
Operations sums_of(const RolledLimbs& group) {
  Operations sums;
  for (const auto& output : group.program.outputs)
    if (output.name == "wrench") sums.additions = static_cast<int>(output.nodes.size() * (group.limbs() - 1));
  return sums;
}

Operations operations(const RolledFunction& f, bool every_limb) {
  Operations all = count(f.before, expression::rule_customised);
  all += count(f.after, expression::rule_customised);
  for (const RolledLimbs& group : f.groups) {
    for (std::size_t l = 0; l < (every_limb ? group.limbs() : 1); ++l)
      all += count(group.program, expression::rule_customised);
    all += sums_of(group);
  }
  return all;
}

// Outputs by name.
std::map<std::string, std::vector<double>> run(const Program& program,
                                               const std::map<std::string, std::vector<double>>& arguments) {
  std::vector<double> inputs;
  for (const auto& a : program.arguments) {
    const auto values = arguments.find(a.name);
    if (values != arguments.end()) inputs.insert(inputs.end(), values->second.begin(), values->second.end());
  }
  const std::vector<double> values = evaluate(program, inputs);
  std::map<std::string, std::vector<double>> outputs;
  auto next = values.begin();
  for (const auto& o : program.outputs) {
    outputs[o.name].assign(next, next + static_cast<std::ptrdiff_t>(o.nodes.size()));
    next += static_cast<std::ptrdiff_t>(o.nodes.size());
  }
  return outputs;
}

}  // namespace

std::string base_array(const RolledFunction& f, std::size_t group) { return of_group("base", f, group); }
std::string wrench_array(const RolledFunction& f, std::size_t group) { return of_group("wrench", f, group); }

Operations operations_run(const RolledFunction& f) { return operations(f, true); }
Operations operations_written(const RolledFunction& f) { return operations(f, false); }

int fused_run(const RolledFunction& f) {
  int fused = count_fused(f.before) + count_fused(f.after);
  for (const RolledLimbs& group : f.groups) fused += static_cast<int>(group.limbs()) * count_fused(group.program);
  return fused;
}

expression::Trigonometry trigonometry_run(const RolledFunction& f) {
  expression::Trigonometry all;
  const auto add = [&](const Program& program, std::size_t times) {
    const expression::Trigonometry one = count_trigonometry(program);
    all.sines += static_cast<int>(times) * one.sines;
    all.cosines += static_cast<int>(times) * one.cosines;
  };
  add(f.before, 1), add(f.after, 1);
  for (const RolledLimbs& group : f.groups) add(group.program, group.limbs());
  return all;
}

std::vector<double> evaluate(const RolledFunction& f, std::size_t result_size,
                             const std::map<std::string, std::vector<double>>& arguments) {
  std::vector<double> result(result_size);
  const auto shared = run(f.before, arguments);
  auto known = arguments;
  known.insert(shared.begin(), shared.end());
  for (std::size_t g = 0; g < f.groups.size(); ++g) {
    const RolledLimbs& group = f.groups[g];
    for (std::size_t l = 0; l < group.limbs(); ++l) {
      auto of_limb = arguments;
      if (const auto base = shared.find(base_array(f, g)); base != shared.end()) of_limb["base"] = base->second;
      for (const auto& number : group.numbers) of_limb["number"].push_back(number[l]);
      for (auto& [name, values] : of_limb) {
        const auto first = f.first.find(name);
        if (first == f.first.end()) continue;
        const std::vector<double> all = std::move(values);
        values.clear();
        for (const auto& joint : group.joints)
          values.push_back(all[static_cast<std::size_t>(first->second + joint[l])]);
      }
      for (const auto& [name, values] : run(group.program, of_limb)) {
        if (name == "wrench") {
          auto& sum = known[wrench_array(f, g)];
          sum.resize(values.size());
          for (std::size_t i = 0; i < values.size(); ++i) sum[i] += values[i];
        } else {
          for (std::size_t k = 0; k < values.size(); ++k)
            result[static_cast<std::size_t>(f.first.at(name) + group.joints[k][l])] = values[k];
        }
      }
    }
  }
  for (const auto& [name, values] : run(f.after, known))
    for (std::size_t k = 0; k < values.size(); ++k) result[static_cast<std::size_t>(f.rows[k])] = values[k];
  return result;
}

}  // namespace tauforge::emit
