#include "tauforge/identify/friction_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "tauforge/dynamics/state.h"

namespace tauforge::identify {

namespace {

constexpr double shares_of_speed[] = {0.3, 0.1, 0.03, 0.01, 0.003};
constexpr double shares_of_range[] = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5};
constexpr double worth_another_form = 0.002, worth_a_width = 0.01;  // of the error

std::size_t widths_of(const FrictionLadder& ladder, const std::vector<std::size_t>& step) {
  std::set<std::size_t> with_width;
  for (std::size_t j = 0; j < step.size(); ++j)
    if (ladder.shapes[j][step[j]].form != FrictionForm::coulomb) with_width.insert(step[j]);
  return with_width.size();
}

}  // namespace

FrictionLadder friction_ladder(const robot::Robot& robot, const std::vector<FrictionForm>& forms,
                               const std::vector<double>& range, const std::vector<double>& speed,
                               ModelColumns& columns) {
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
    }
    ladder.columns.emplace_back();
    for (const auto& shape : shapes) {
      ladder.columns.back().push_back(static_cast<int>(columns.size()));
      columns.push_back(friction_column(robot, j, shape));
    }
    ladder.shapes.push_back(std::move(shapes));
  }
  return ladder;
}

std::vector<int> with_friction(const FrictionLadder& ladder, const FrictionChoice& choice,
                               const std::vector<int>& others) {
  std::vector<int> columns = others;
  for (std::size_t j = 0; j < choice.step.size(); ++j) columns.push_back(ladder.columns[j][choice.step[j]]);
  return columns;
}

FrictionChoice choose_friction(const CrossValidation& trial, const FrictionLadder& ladder,
                               const std::vector<int>& others) {
  const std::size_t drives = ladder.shapes.size(), steps = drives == 0 ? 0 : ladder.shapes.front().size();
  FrictionChoice best;
  best.error = std::numeric_limits<double>::infinity();
  std::map<FrictionForm, std::pair<double, std::size_t>> best_of_form;
  for (std::size_t k = 0; k < steps; ++k) {  // one shape for all
    FrictionChoice all;
    all.step.assign(drives, k);
    all.error = trial.error(with_friction(ladder, all, others));
    const FrictionForm form = ladder.shapes[0][k].form;
    if (!best_of_form.contains(form) || all.error < best_of_form[form].first) best_of_form[form] = {all.error, k};
    if (all.error < best.error) best = all;
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

  const auto try_step = [&](std::size_t j, std::size_t k, double worth) {
    FrictionChoice other = best;
    other.step[j] = k;
    other.error = trial.error(with_friction(ladder, other, others));
    if (!(other.error < (1.0 - worth) * best.error)) return false;
    best = other;
    return true;
  };
  std::string exceptions;
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
        if (const double error = trial.error(with_friction(ladder, other, others)); error < lowest)
          lowest = error, own = k;
      }
      if (own < steps) try_step(j, own, worth_a_width);
    }
  best.fitted_widths = widths_of(ladder, best.step);
  best.reason += fmt::format("; drive by drive {:.2f} % with {} fitted width{}", 100.0 * best.error, best.fitted_widths,
                             best.fitted_widths == 1 ? "" : "s");
  return best;
}

}  // namespace tauforge::identify
