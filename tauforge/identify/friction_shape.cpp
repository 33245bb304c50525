#include "tauforge/identify/friction_shape.h"

#include <fmt/format.h>

#include <cmath>

#include "tauforge/dynamics/presliding.h"

namespace tauforge::identify {

const char* to_text(FrictionForm form) {
  switch (form) {
    case FrictionForm::coulomb: return "coulomb";
    case FrictionForm::smooth: return "smooth";
    case FrictionForm::presliding: return "presliding";
    case FrictionForm::stribeck: return "stribeck";
  }
  return "";
}

std::string to_text(const FrictionShape& shape) {
  if (shape.form == FrictionForm::coulomb) return "coulomb";
  return fmt::format("{} {:.3g} {}", to_text(shape.form), shape.width,
                     shape.form == FrictionForm::presliding ? "rad" : "rad/s");
}

double FrictionState::next(const FrictionShape& shape, double t, double qd) {
  const auto sign = [](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; };
  switch (shape.form) {
    case FrictionForm::coulomb: return sign(qd);                                                        // (1)
    case FrictionForm::smooth: return std::tanh(qd / shape.width);                                      // (2)
    case FrictionForm::stribeck: return sign(qd) * std::exp(-(qd / shape.width) * (qd / shape.width));  // (4), of rest
    case FrictionForm::presliding: break;
  }
  const double dx = begun_ ? 0.5 * (t - last_t_) * (qd + last_qd_) : 0.0;
  s_ = dynamics::presliding_state(shape.width, elastic_share, dx, s_);  // (3)
  begun_ = true, last_t_ = t, last_qd_ = qd;
  return s_;
}

}  // namespace tauforge::identify
