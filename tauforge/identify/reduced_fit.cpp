#include "tauforge/identify/reduced_fit.h"

#include <numeric>

#include "tauforge/identify/least_squares.h"

namespace tauforge::identify {

namespace {

std::vector<Block> reduced(const robot::Robot& robot, const ModelColumns& columns, const signals::Samples& samples,
                           const recording::Channels& torque, std::size_t blocks) {
  ColumnEvaluator evaluator(robot, columns);
  return observe(evaluator, samples, torque, {.blocks = blocks}, 0);
}

std::vector<int> every_column(const ModelColumns& columns) {
  std::vector<int> all(columns.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

ReducedFit reduced_fit(const robot::Robot& robot, const ModelColumns& columns, const signals::Samples& samples,
                       const recording::Channels& torque, std::size_t blocks, const SolverChoice& solver) {
  const std::vector<Block> parts = reduced(robot, columns, samples, torque, blocks);
  ReducedFit result;
  if (parts.empty()) return result;
  const Block all = merged(parts);
  const Fit f = fit(all, every_column(columns), Weighting::ordinary, solver);
  result.values.assign(f.values.begin(), f.values.end());
  for (const Block& part : parts)
    for (const DriveRows& drive : part.drives) result.kept_numbers += static_cast<std::size_t>(drive.R.size());
  for (const DriveRows& drive : all.drives) {
    result.rows.push_back(drive.rows);
    result.squared_error.push_back(squared_error(drive, f.columns, f.values));
  }
  return result;
}

std::vector<double> reduced_errors(const robot::Robot& robot, const TorqueModel& model, const signals::Samples& samples,
                                   const recording::Channels& torque, std::size_t blocks) {
  const std::vector<Block> parts = reduced(robot, model.columns, samples, torque, blocks);
  std::vector<double> errors;
  if (parts.empty()) return errors;
  const Vector values = Eigen::Map<const Vector>(model.values.data(), static_cast<Eigen::Index>(model.values.size()));
  for (const DriveRows& drive : merged(parts).drives)
    errors.push_back(squared_error(drive, every_column(model.columns), values));
  return errors;
}

}  // namespace tauforge::identify
