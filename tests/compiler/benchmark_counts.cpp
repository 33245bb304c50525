// The operation counts of docs/benchmarks.md, read from the page itself: with the Plans of robots/counting to begin with,
// none may rise.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "tauforge/compiler/customised_count.h"
#include "tauforge/compiler/plan_text.h"
#include "tauforge/files/source_text.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using expression::Operations;
using functions::Function;

// What the rows of the page mean: a robot of robots/counting and a function.
struct Meaning {
  const char* robot;
  Function function;
};
const std::map<std::string, Meaning> meanings = {
    {"Renaud's 6R, symmetric", {"renaud6r", Function::inverse_dynamics}},
    {"RX90, all parameters", {"rx90_all", Function::inverse_dynamics}},
    {"PUMA 560 with motors", {"puma560_armstrong", Function::inverse_dynamics}},
    {"PUMA 260, identified", {"puma260", Function::inverse_dynamics}},
    {"PUMA 260 with any load", {"puma260_load", Function::inverse_dynamics}},
    {"Stanford arm, all parameters", {"stanford_all", Function::inverse_dynamics}},
    {"Stanford arm, symmetric", {"stanford_symmetric", Function::inverse_dynamics}},
    {"UR10e, all parameters", {"ur10e", Function::inverse_dynamics}},
    {"Panda, all parameters", {"panda", Function::inverse_dynamics}},
    {"general 6R", {"general6r", Function::inverse_dynamics}},
    {"PUMA 260, D_ij and D_i", {"puma260", Function::coefficients}},
    {"PUMA 260 with load, D_ij and D_i", {"puma260_load", Function::coefficients}},
    {"PUMA 260, velocity torques", {"puma260", Function::velocity_torque}},
    {"PUMA 260 with load, velocity torques", {"puma260_load", Function::velocity_torque}},
    {"PUMA 560, mass matrix", {"puma560_armstrong", Function::mass_matrix}},
    {"RX90, D_ij and D_i", {"rx90_all", Function::coefficients}},
    {"RX90 symmetric, D_ij and D_i", {"rx90_symmetric", Function::coefficients}},
    {"Panda, D_ij and D_i", {"panda", Function::coefficients}},
};

struct Row {
  std::string title;
  Operations operations;
};

std::string page() {
  std::ifstream file(TAUFORGE_SOURCE_DIR "/docs/benchmarks.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

// Rows that end in a cell "**a + b = c**".
std::vector<Row> rows_of_the_page() {
  std::vector<Row> rows;
  std::istringstream text(page());
  for (std::string line; std::getline(text, line);) {
    const std::size_t bold = line.find("**");
    if (!line.starts_with("| ") || bold == std::string::npos) continue;
    Row row{line.substr(2, line.find(" |") - 2), {}};
    int total = 0, length = 0;
    std::sscanf(line.c_str() + bold, "**%d + %d = %d** |%n", &row.operations.multiplications, &row.operations.additions,
                &total, &length);
    EXPECT_EQ(bold + static_cast<std::size_t>(length), line.size()) << line;
    EXPECT_EQ(row.operations.total(), total) << line;
    rows.push_back(row);
  }
  return rows;
}

compiler::Plans plans_of(const std::string& robot) {
  const auto source = files::read_source(TAUFORGE_SOURCE_DIR "/robots/counting/" + robot + ".plans");
  EXPECT_TRUE(source.ok()) << robot;
  if (!source.ok()) return {};
  auto plans = compiler::read_plans(source.value());
  EXPECT_TRUE(plans.ok()) << robot;
  return plans.ok() ? plans.take() : compiler::Plans{};
}

TEST(BenchmarkCounts, OfThePageAreAllUnderstood) {
  std::map<std::string, int> seen;
  for (const Row& row : rows_of_the_page()) {
    EXPECT_TRUE(meanings.contains(row.title)) << "no robot is known for the row '" << row.title << "'";
    EXPECT_EQ(++seen[row.title], 1) << row.title;
  }
  for (const auto& [title, meaning] : meanings) EXPECT_EQ(seen[title], 1) << "not on the page: " << title;
}

// The Plans hold what the searches found, so the searches get no effort; factoring does its usual part of the work.
compiler::CountOptions little_effort(const std::string& robot) {
  compiler::CountOptions options;
  options.factoring = options.evaluations;
  options.evaluations = 1;
  options.starts = plans_of(robot);
  return options;
}

TEST(BenchmarkCountsLong, OfThePageDoNotRise) {
  for (const Row& row : rows_of_the_page()) {
    SCOPED_TRACE(row.title);
    const auto known = meanings.find(row.title);
    if (known == meanings.end()) {
      ADD_FAILURE() << "no robot is known for this row";
      continue;
    }
    const Meaning& meaning = known->second;
    const robot::Robot robot = robot_in_folder(std::string("counting/") + meaning.robot);
    const auto counts = compiler::customised_counts(robot, {meaning.function}, little_effort(meaning.robot));
    ASSERT_EQ(counts.functions.size(), 1u);
    const auto& found = counts.functions[0];
    EXPECT_LE(found.operations.total(), row.operations.total());
    EXPECT_LT(found.deviation, 1e-14);
    if (found.operations.total() < row.operations.total())
      std::printf("%s: the page may say %d + %d\n", row.title.c_str(), found.operations.multiplications,
                  found.operations.additions);
  }
}

TEST(BenchmarkCountsLong, OfThePuma560WithinOnePercentDoesNotRise) {
  const std::string text = page(), before = "the PUMA 560 takes ";
  const std::size_t sentence = text.find(before);
  ASSERT_NE(sentence, std::string::npos);
  Operations said;
  int total = 0;
  ASSERT_EQ(std::sscanf(text.c_str() + sentence + before.size(), "%d + %d = %d.", &said.multiplications,
                        &said.additions, &total),
            3);
  EXPECT_EQ(said.total(), total);
  const compiler::CountOptions effort = little_effort("puma560_armstrong");
  compiler::Request request;
  request.calls = {{{Function::inverse_dynamics}}};
  request.within = 0.01;
  request.evaluations = effort.evaluations, request.factoring = effort.factoring, request.starts = effort.starts;
  const auto report = compiler::compile(robot_in_folder("puma560"), request).reports.at(0);
  EXPECT_LE(report.run.total(), total);
  EXPECT_LE(report.worst_error, 0.01);
}

}  // namespace
}  // namespace tauforge::tests
