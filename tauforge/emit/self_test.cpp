#include "tauforge/emit/self_test.h"

#include <fmt/format.h>

#include <map>

#include "tauforge/emit/model_source.h"

namespace tauforge::emit {

namespace {

// All numbers in one table; equal lists (the same state for several functions) stand in it once.
class Table {
 public:
  std::string position(const std::vector<double>& values) {
    if (values.empty()) return "NULL";
    const auto [found, fresh] = known_.emplace(values, numbers_.size());
    if (fresh) numbers_.insert(numbers_.end(), values.begin(), values.end());
    return fmt::format("table + {}", found->second);
  }
  std::string text() const {
    std::string all = fmt::format("static const double table[{}] = {{\n", numbers_.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      all += fmt::format("{}{},{}", i % 6 == 0 ? "  " : " ", number_text(numbers_[i], {}), i % 6 == 5 ? "\n" : "");
    return all + "\n};\n\n";
  }

 private:
  std::vector<double> numbers_;
  std::map<std::vector<double>, std::size_t> known_;
};

}  // namespace

std::string self_test_source(const Unit& unit, const std::vector<SelfTestCase>& cases) {
  Table table;
  std::string rows;
  std::size_t most_results = 1;
  for (const auto& c : cases) {
    const auto at = [&](const std::vector<double>& values) { return table.position(values); };
    rows += fmt::format("  {{{},\n   {{{}, {}, {}, {}}},\n   {{{}, {}, {}, {}, {}, {}}},\n   {}, {}}},\n",
                        c_string(c.function), at(c.payload), at(c.gravity), at(c.inertias), at(c.friction), at(c.q),
                        at(c.qd), at(c.qdd), at(c.tau), at(c.wrench), at(c.equation), at(c.expected),
                        number_text(c.tolerance, {}));
    most_results = std::max(most_results, c.expected.size());
  }
  const std::string constants =
      unit.has_setup() ? fmt::format("static struct {}_constants constants;\n", unit.prefix) : "";
  return fmt::format(
      "/* Every function through the seam, against values of the formulations in double precision.\n"
      " * Exit code 0: all within their tolerance. */\n"
      "#include <math.h>\n#include <stdio.h>\n\n#include \"tauforge/model.h\"\n#include \"{0}.h\"\n\n"
      "extern const struct tauforge_model {0}_model;\n\n"
      "struct test_case {{\n  const char *function;\n  struct tauforge_run_time inputs;\n  struct tauforge_state "
      "state;\n"
      "  const double *expected;\n  double tolerance;\n}};\n\n"
      "{1}static const struct test_case cases[{2}] = {{\n{3}}};\n\n{4}"
      "int main(void)\n{{\n  static double result[{5}];\n  double largest = 0.0;\n  int failed = 0;\n  size_t i, k;\n"
      "  for (i = 0; i < {2}; ++i) {{\n"
      "    const struct tauforge_function *f = tauforge_find(&{0}_model, cases[i].function);\n"
      "    void *k_or_null = {6};\n"
      "    if (f == NULL) {{\n      printf(\"%s is missing\\n\", cases[i].function);\n      return 1;\n    }}\n"
      "    if ({0}_model.setup) {0}_model.setup(&cases[i].inputs, k_or_null);\n"
      "    f->call(k_or_null, &cases[i].state, result);\n"
      "    for (k = 0; k < f->results; ++k) {{\n"
      "      const double deviation = fabs(result[k] - cases[i].expected[k]) / cases[i].tolerance;\n"
      "      if (!(deviation <= 1.0)) {{\n"
      "        printf(\"%s[%d]: %.17g instead of %.17g\\n\", f->name, (int)k, result[k], cases[i].expected[k]);\n"
      "        ++failed;\n      }}\n"
      "      if (deviation > largest) largest = deviation;\n    }}\n  }}\n"
      "  printf(\"{0}: %d calls, %s; largest deviation %.2g of the tolerance\\n\", {2}, failed ? "
      "\"FAILED\" : \"passed\", largest);\n"
      "  return failed ? 1 : 0;\n}}\n",
      unit.prefix, table.text(), cases.size(), rows, constants.empty() ? "" : constants + "\n", most_results,
      unit.has_setup() ? "&constants" : "NULL");
}

}  // namespace tauforge::emit
