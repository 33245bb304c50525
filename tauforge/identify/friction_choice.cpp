#include "tauforge/identify/friction_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "tauforge/dynamics/state.h"

namespace tauforge::identify {

namespace {

constexpr double shares_of_speed[] = {0.3, 0.1, 0.03, 0.01, 0.003};
constexpr double stribeck_shares_of_speed[] = {0.3, 0.1, 0.03};
constexpr double shares_of_range[] = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5};
constexpr double worth_another_form = 0.002, worth_a_width = 0.01, worth_growth = 0.01;  // of the error

const char* to_text(const FrictionGrowthChoice& growth) {
  if (growth.load && growth.root) return "with load and root of speed";
  return growth.load ? "with load" : growth.root ? "with root of speed" : "constant levels";
}

}  // namespace

FrictionLadder friction_ladder(const robot::Robot& robot, const std::vector<FrictionForm>& forms,
                               const std::vector<double>& range, const std::vector<double>& speed,
                               FrictionGrowthChoice growth, ModelColumns& columns) {
  FrictionLadder ladder;
  for (Index j = 0; j < robot.tree.drives(); ++j) {
    std::vector<FrictionShape> shapes;
    const double r = range[j] > 0.0 ? range[j] : 1.0, v = speed[j] > 0.0 ? speed[j] : 1.0;
    for (const FrictionForm form : forms) {
      if (form == FrictionForm::coulomb) shapes.push_back({form, 0.0});
      if (form == FrictionForm::smooth)
        for (const double share : shares_of_speed) shapes.push_back({form, share * v});
      if (form == FrictionForm::presliding)
        for (const double share : shares_of_range) shapes.push_back({form, share * r});
      if (form == FrictionForm::stribeck)
        for (const double share : stribeck_shares_of_speed) shapes.push_back({form, share * v});
    }
    ladder.columns.emplace_back();
    std::optional<FrictionLadder::Columns> of_sign;  // Stribeck's friction has the columns of Coulomb's, and one more
    for (const auto& shape : shapes) {
      const bool by_sign = shape.form == FrictionForm::coulomb || shape.form == FrictionForm::stribeck;
      const auto add = [&](bool wanted, FrictionPart part) {
        const FrictionShape& own = by_sign && part != FrictionPart::rest ? FrictionShape{} : shape;
        if (wanted) columns.push_back(friction_column(robot, j, own, part));
        return wanted ? static_cast<int>(columns.size()) - 1 : -1;
      };
      FrictionLadder::Columns own;
      if (by_sign && of_sign) {
        own = *of_sign;
      } else {
        own.level = add(true, FrictionPart::level), own.load = add(growth.load, FrictionPart::load);
        own.root = add(growth.root, FrictionPart::root);
        if (by_sign) of_sign = own;
      }
      own.rest = add(shape.form == FrictionForm::stribeck, FrictionPart::rest);
      ladder.columns.back().push_back(own);
    }
    ladder.shapes.push_back(std::move(shapes));
  }
  return ladder;
}

std::vector<int> with_friction(const FrictionLadder& ladder, const FrictionChoice& choice,
                               const std::vector<int>& others) {
  std::vector<int> columns = others;
  for (std::size_t j = 0; j < choice.step.size(); ++j) {
    const FrictionLadder::Columns& own = ladder.columns[j][choice.step[j]];
    columns.push_back(own.level);
    if (own.rest >= 0) columns.push_back(own.rest);
    if (choice.growth.load && own.load >= 0) columns.push_back(own.load);
    if (choice.growth.root && own.root >= 0) columns.push_back(own.root);
  }
  return columns;
}

std::size_t fitted_widths(const FrictionLadder& ladder, const FrictionChoice& choice, const ModelColumns& columns,
                          const std::vector<int>& kept) {
  std::set<std::size_t> steps;
  for (const int c : kept) {
    const ModelColumn& column = columns[static_cast<std::size_t>(c)];
    if (column.kind != ModelColumn::Kind::friction) continue;
    const std::size_t step = choice.step[static_cast<std::size_t>(column.drive)];
    if (ladder.shapes[static_cast<std::size_t>(column.drive)][step].form != FrictionForm::coulomb) steps.insert(step);
  }
  return steps.size();
}

FrictionChoice choose_friction(const CrossValidation& trial, const FrictionLadder& ladder,
                               const std::vector<int>& others) {
  const std::size_t drives = ladder.shapes.size(), steps = drives == 0 ? 0 : ladder.shapes.front().size();
  const auto scored = [&](FrictionChoice choice) {
    choice.error = trial.error(with_friction(ladder, choice, others));
    return choice;
  };
  FrictionChoice best;
  best.error = std::numeric_limits<double>::infinity();
  std::map<FrictionForm, std::pair<double, std::size_t>> best_of_form;
  std::string growths;
  for (const FrictionGrowthChoice growth :
       {FrictionGrowthChoice{false, false}, {true, false}, {false, true}, {true, true}}) {
    const auto has = [&](int FrictionLadder::Columns::*part) {
      for (const auto& of_drive : ladder.columns)
        for (const auto& step : of_drive)
          if (step.*part >= 0) return true;
      return false;
    };
    if (steps == 0 || (growth.load && !has(&FrictionLadder::Columns::load)) ||
        (growth.root && !has(&FrictionLadder::Columns::root)))
      continue;
    FrictionChoice with_growth;
    with_growth.error = std::numeric_limits<double>::infinity();
    std::map<FrictionForm, std::pair<double, std::size_t>> forms;
    for (std::size_t k = 0; k < steps; ++k) {  // one shape for all
      const FrictionChoice all = scored({std::vector<std::size_t>(drives, k), growth, 0.0, ""});
      const FrictionForm form = ladder.shapes[0][k].form;
      if (!forms.contains(form) || all.error < forms[form].first) forms[form] = {all.error, k};
      if (all.error < with_growth.error) with_growth = all;
    }
    if (std::isfinite(with_growth.error))
      growths += fmt::format("{}{} {:.2f} %", growths.empty() ? "" : ", ", to_text(growth), 100.0 * with_growth.error);
    if (best.step.empty() || with_growth.error < (1.0 - worth_growth) * best.error)
      best = with_growth, best_of_form = forms;
  }
  if (best.step.empty() || !std::isfinite(best.error)) {
    best.step.assign(drives, 0);
    best.reason = "friction shapes could not be compared: blocks are too poor; the simplest is taken";
    return best;
  }
  for (const auto& [form, found] : best_of_form)
    best.reason +=
        fmt::format("{}{} {:.2f} %", best.reason.empty() ? "error on left-out blocks with one shape for all: " : ", ",
                    to_text(form), 100.0 * found.first);
  if (growths.find(',') != std::string::npos) best.reason += fmt::format("; levels that grow: {}", growths);

  const auto try_step = [&](std::size_t j, std::size_t k, double worth) {
    FrictionChoice other = best;
    other.step[j] = k;
    other = scored(other);
    if (!(other.error < (1.0 - worth) * best.error)) return false;
    best = other;
    return true;
  };
  for (int round = 0; round < 2; ++round)
    for (std::size_t j = 0; j < drives; ++j) {
      std::set<std::size_t> shared(best.step.begin(), best.step.end());
      for (const auto& [form, found] : best_of_form) shared.insert(found.second);
      for (const std::size_t k : shared) try_step(j, k, worth_another_form);
      std::size_t own = steps;
      double lowest = best.error;
      for (std::size_t k = 0; k < steps; ++k) {
        FrictionChoice other = best;
        other.step[j] = k;
        if (const double error = scored(other).error; error < lowest) lowest = error, own = k;
      }
      if (own < steps) try_step(j, own, worth_a_width);
    }
  std::set<std::size_t> widths;
  for (std::size_t j = 0; j < drives; ++j)
    if (ladder.shapes[j][best.step[j]].form != FrictionForm::coulomb) widths.insert(best.step[j]);
  best.reason += fmt::format("; drive by drive {:.2f} % with {} fitted width{}, {}", 100.0 * best.error, widths.size(),
                             widths.size() == 1 ? "" : "s", to_text(best.growth));
  return best;
}

}  // namespace tauforge::identify
