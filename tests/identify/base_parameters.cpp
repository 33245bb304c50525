#include "tauforge/identify/base_parameters.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "tauforge/dynamics/base_columns.h"
#include "tauforge/dynamics/coordinates.h"
#include "tauforge/dynamics/regressor.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

namespace {

robot::Robot robot_file(const std::string& name) {
  auto loaded = files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name, {});
  return loaded.take().robot;
}

std::vector<std::string> names_of(const std::vector<Index>& columns, const std::vector<ParameterName>& names) {
  std::vector<std::string> text;
  for (const Index c : columns) text.push_back(names[static_cast<std::size_t>(c)].name);
  return text;
}

using Relation = std::map<std::string, double>;

std::map<std::string, Relation> relations(const BaseParameters& base, const std::vector<ParameterName>& names) {
  std::map<std::string, Relation> all;
  for (const auto& dropped : base.dropped) {
    Relation& relation = all[names[static_cast<std::size_t>(dropped.column)].name];
    for (const Share& s : dropped.shares) relation[names[static_cast<std::size_t>(s.kept)].name] = s.coefficient;
  }
  return all;
}

}  // namespace

// [IHPH92] Table 1: 78 parameters become 52.
TEST(BaseParameters, OfThePuma260AreThe52OfThePaper) {
  const robot::Robot puma = robot_file("puma260.toml");
  const auto names = parameter_names(puma);
  const auto order = paper_order(puma.tree, false);
  ASSERT_EQ(order.size(), 78u);
  const auto base = ordered_base_parameters(puma, order);
  const std::vector<std::string> table1 = {"ia1", "ia2", "ia3", "ia4", "ia5", "ia6", "m6",  "x6",  "y6",  "z6",  "a6",
                                           "b6",  "c6",  "d6",  "e6",  "f6",  "x5",  "y5",  "a5",  "c5",  "d5",  "e5",
                                           "f5",  "x4",  "y4",  "a4",  "c4",  "d4",  "e4",  "f4",  "x3",  "y3",  "a3",
                                           "d3",  "e3",  "f3",  "x2",  "y2",  "d2",  "e2",  "fs1", "fs2", "fs3", "fs4",
                                           "fs5", "fs6", "ds1", "ds2", "ds3", "ds4", "ds5", "ds6"};
  EXPECT_EQ(names_of(base.kept, names), table1);
  EXPECT_EQ(base.dropped.size(), 26u);
}

// Every dropped column as a combination of kept ones, in closed form.
TEST(BaseParameters, OfThePuma260RegroupByThe26RelationsOfItsGeometry) {
  const robot::Robot puma = robot_file("puma260.toml");
  const auto found = relations(ordered_base_parameters(puma, paper_order(puma.tree, false)), parameter_names(puma));
  const double a2 = 0.2032, d3 = 0.12624, d4 = 0.2032;
  std::map<std::string, Relation> expected = {
      {"m5", {{"m6", 1}}},
      {"z5", {{"z6", 1}}},
      {"b5", {{"a6", 1}, {"b6", 1}, {"a5", -1}}},
      {"m4", {{"m6", 1}}},
      {"z4", {{"y5", -1}}},
      {"b4", {{"a5", 1}, {"c5", 1}, {"a4", -1}}},
      {"m3", {{"m6", 1}, {"y4", -d4}, {"a4", d4 * d4}, {"c4", d4 * d4}}},
      {"z3", {{"y4", 1}, {"a4", -2 * d4}, {"c4", -2 * d4}}},
      {"b3", {{"a4", 1}, {"c4", 1}, {"a3", -1}}},
      {"c3", {{"ia1", 1}, {"a3", -1}}},
      {"m2", {{"ia1", d3 * d3}, {"m6", 1}, {"y4", -d4}, {"a4", d4 * d4}, {"c4", d4 * d4}, {"y3", d3}}},
      {"z2", {{"ia1", -2 * d3}, {"y3", -1}}},
      {"a2",
       {{"ia1", 1 + d3 * d3 / (a2 * a2)},
        {"ia2", 1},
        {"m6", 1 / (a2 * a2)},
        {"y4", -1 / a2},
        {"a4", 1},
        {"c4", 1},
        {"y3", d3 / (a2 * a2)},
        {"x2", -1 / a2}}},
      {"b2",
       {{"ia1", -d3 * d3 / (a2 * a2)},
        {"ia2", -1},
        {"m6", -1 / (a2 * a2)},
        {"y4", 1 / a2},
        {"a4", -1},
        {"c4", -1},
        {"y3", -d3 / (a2 * a2)},
        {"x2", 1 / a2}}},
      {"c2", {{"ia2", 1}}},
      {"f2", {{"ia1", 2 * d3 / a2}, {"y3", 1 / a2}}},
      {"b1", {{"ia1", 1}}}};
  for (const char* nothing : {"m1", "x1", "y1", "z1", "a1", "c1", "d1", "e1", "f1"}) expected[nothing] = {};
  ASSERT_EQ(expected.size(), 26u);
  ASSERT_EQ(found.size(), 26u);
  for (const auto& [name, relation] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    std::set<std::string> terms;
    for (const auto& [kept, value] : found.at(name)) terms.insert(kept);
    for (const auto& [kept, value] : relation) {
      ASSERT_TRUE(found.at(name).contains(kept)) << name << " without " << kept;
      EXPECT_NEAR(found.at(name).at(kept), value, 1e-8 * (1 + std::abs(value))) << name << ": " << kept;
      terms.erase(kept);
    }
    EXPECT_TRUE(terms.empty()) << name << " has another share of " << *terms.begin();
  }
}

// Regrouped parameters give the torques of the whole robot.
TEST(BaseParameters, MoveTheTorquesAsAllParametersDo) {
  const robot::Robot robot = robot_file("puma560.toml");
  const auto names = parameter_names(robot);
  std::vector<double> all = parameters_of(robot);
  std::mt19937 random(5);
  for (double& value : all) value = static_cast<double>(random()) / 4294967296.0 - 0.5;
  const auto order = paper_order(robot.tree, true);
  for (const auto& base : {ordered_base_parameters(robot, order), pivoted_base_parameters(robot, order)}) {
    EXPECT_EQ(base.kept.size(), dynamics::base_columns(robot.tree, robot.parameters).size());
    const auto values = grouped(base, all);
    dynamics::RegressorWorkspace<double> workspace;
    const auto columns = static_cast<std::size_t>(dynamics::regressor_columns(robot.tree));
    std::vector<double> Y(6 * columns), q(6), v(6), a(6);
    for (int k = 0; k < 20; ++k) {
      for (auto* x : {&q, &v, &a})
        for (double& value : *x) value = 4.0 * (static_cast<double>(random()) / 4294967296.0) - 2.0;
      dynamics::regressor<double>(robot.tree, robot.parameters, dynamics::state_of<double>(robot.tree, q, v, a),
                                  workspace, Y);
      for (std::size_t row = 0; row < 6; ++row) {
        double whole = 0, regrouped = 0, size = 1;
        for (std::size_t c = 0; c < columns; ++c) whole += Y[row * columns + c] * all[c];
        for (std::size_t c = 0; c < base.kept.size(); ++c) {
          const double part = Y[row * columns + static_cast<std::size_t>(base.kept[c])] * values[c];
          regrouped += part, size += std::abs(part);
        }
        EXPECT_NEAR(whole, regrouped, 1e-9 * size);
      }
    }
  }
}

// What the robot's numbers are, column by column: tau = Y pi.
TEST(ParameterNames, AndValuesBelongToTheColumnsOfTheRegressor) {
  const robot::Robot robot = robot_file("puma560.toml");
  EXPECT_EQ(parameter_names(robot).size(), parameters_of(robot).size());
  EXPECT_EQ(parameter_names(robot).size(), static_cast<std::size_t>(dynamics::regressor_columns(robot.tree)));
  const robot::Robot puma = robot_file("puma260.toml");
  const auto names = parameter_names(puma);
  const auto values = parameters_of(puma);
  std::map<std::string, double> by_name;
  for (std::size_t k = 0; k < names.size(); ++k) by_name[names[k].name] = values[k];
  EXPECT_NEAR(by_name["m6"], 2.768114, 1e-12);
  EXPECT_NEAR(by_name["y4"], -0.38219, 1e-12);
  EXPECT_NEAR(by_name["a4"], 0.079781, 1e-12);
  EXPECT_NEAR(by_name["ia3"], 0.030843, 1e-12);
  EXPECT_NEAR(by_name["ds6"], 0.030363, 1e-12);
}

}  // namespace tauforge::identify
