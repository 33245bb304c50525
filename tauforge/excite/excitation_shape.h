// A path within the joints' ranges from numbers between 0 and 1, whatever they are.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tauforge/excite/excitation.h"
#include "tauforge/motion/trajectory.h"

namespace tauforge::excite {

struct JointRange {
  double lower = 0, upper = 0;
};

class ExcitationShape {
 public:
  ExcitationShape(const ExcitationOptions& options, std::vector<JointRange> ranges);

  std::size_t numbers() const { return per_joint_ * ranges_.size(); }
  // Every joint stays in its range: the shape is moved and shrunk until it does.
  std::shared_ptr<const motion::Trajectory> path(std::span<const double> numbers) const;

 private:
  std::shared_ptr<const motion::Trajectory> fourier(std::span<const double> numbers) const;
  std::shared_ptr<const motion::Trajectory> polynomial(std::span<const double> numbers) const;

  ExcitationOptions options_;
  std::vector<JointRange> ranges_;
  std::size_t per_joint_;
};

}  // namespace tauforge::excite
