#include "tauforge/emit/self_test.h"

#include <fmt/format.h>

#include <map>

#include "tauforge/emit/model_source.h"
#include "tauforge/emit/skeletons.h"

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
    rows += fmt::format(
        "  {{{},\n   {{{}, {}, {}, {}}},\n   {{{}, {}, {}, {}, {}, {}, {}, NULL, {{NULL, NULL, NULL, NULL}}}},\n   {}, "
        "{}}},\n",
        c_string(c.function), at(c.payload), at(c.gravity), at(c.inertias), at(c.friction), at(c.q), at(c.qd),
        at(c.qdd), at(c.tau), at(c.wrench), at(c.equation), at(c.b), at(c.expected), at(c.tolerance));
    most_results = std::max(most_results, c.expected.size());
  }
  const bool has_setup = unit.has_setup();
  return filled(skeletons::self_test,
                {{"NAME", unit.prefix},
                 {"TABLE", table.text()},
                 {"COUNT", fmt::format("{}", cases.size())},
                 {"CASES", rows},
                 {"CONSTANTS", has_setup ? fmt::format("static struct {}_constants constants;\n\n", unit.prefix) : ""},
                 {"CONSTANTS_OR_NULL", has_setup ? "&constants" : "NULL"},
                 {"MOST_RESULTS", fmt::format("{}", most_results)}});
}

}  // namespace tauforge::emit
