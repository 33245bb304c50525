#include "tauforge/simulate/integrator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::simulate {

namespace {

// Explicit methods by their tableau: stage s at t + c_s h uses a_s0 ... a_s,s-1; b weighs them, e estimates the error.
constexpr std::size_t most_stages = 7;
struct Tableau {
  std::size_t stages;
  std::array<double, most_stages> c;
  std::array<std::array<double, most_stages>, most_stages> a;
  std::array<double, most_stages> b, e;
};

// clang-format off
constexpr Tableau runge_kutta{
    4, {0, 0.5, 0.5, 1},
    {{{}, {0.5}, {0, 0.5}, {0, 0, 1}}},
    {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, {}};

constexpr Tableau dormand_prince{
    7, {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    {{{},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
    {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}};
// clang-format on

double way(Grip grip) { return grip == Grip::forward ? 1.0 : grip == Grip::backward ? -1.0 : 0.0; }

}  // namespace

double EnergyAudit::relative() const noexcept {
  const double largest = std::max({std::abs(end - begin), std::abs(drives), friction, largest_kinetic});
  return largest > 0 ? error() / largest : 0.0;
}

Integrator::Integrator(Plant& plant, Torques& torques, const IntegratorSettings& settings)
    : plant_(plant), torques_(torques), settings_(settings), n_(plant.drives()), next_(settings.step) {
  diagnostic::require(settings.step > 0 && settings.tolerance > 0, "a step and a tolerance above zero");
  const std::size_t size = 2 * n_ + 2 + (plant.remembers() ? n_ : 0);
  for (Vector* vector : {&y_, &trial_, &stage_}) vector->assign(size, 0.0);
  k_.assign(most_stages, Vector(size, 0.0));
  for (Vector* vector : {&low_, &high_, &there_}) vector->assign(n_, 0.0);
  tau_.assign(n_, 0.0), qdd_.assign(n_, 0.0), grips_.assign(n_, Grip::free);
  audit_.begin = energy();
}

void Integrator::set_state(std::span<const double> q, std::span<const double> qd) noexcept {
  std::copy(q.begin(), q.end(), y_.begin());
  std::copy(qd.begin(), qd.end(), y_.begin() + static_cast<std::ptrdiff_t>(n_));
  std::fill(y_.begin() + static_cast<std::ptrdiff_t>(2 * n_), y_.end(), 0.0);  // friction knows of no way before
  next_ = settings_.step;
  audit_ = {};
  audit_.begin = energy();
}

void Integrator::set_payload(const spatial::Inertia<double>& payload) noexcept {
  const double before = energy();
  plant_.set_payload(payload);
  audit_.changes += energy() - before;
}

double Integrator::energy() noexcept {
  const double T = plant_.kinetic_energy(q(), qd());
  audit_.largest_kinetic = std::max(audit_.largest_kinetic, T);
  return T + plant_.potential_energy(q());
}

EnergyAudit Integrator::audit() noexcept {
  audit_.end = energy();
  audit_.drives = y_[2 * n_], audit_.friction = y_[2 * n_ + 1];
  return audit_;
}

std::span<const double> Integrator::qdd() noexcept {
  resolve();
  plant_.acceleration(q(), qd(), tau_, grips_, qdd_);
  return qdd_;
}

void Integrator::resolve() noexcept {
  torques_.at(t_, q(), tau_);
  if (plant_.remembers()) plant_.set_memory(std::span(y_).subspan(2 * n_ + 2, n_));
  plant_.grip(q(), qd(), tau_, grips_);
}

void Integrator::derivative(double t, const Vector& y, Vector& dy) noexcept {
  const std::span<const double> q = std::span(y).first(n_), qd = std::span(y).subspan(n_, n_);
  torques_.at(t, q, tau_);
  if (plant_.remembers()) {
    const std::span<const double> s = std::span(y).subspan(2 * n_ + 2, n_);
    plant_.set_memory(s);
    for (std::size_t i = 0; i < n_; ++i) dy[2 * n_ + 2 + i] = plant_.memory_rate(i, s[i], qd[i]);
  }
  plant_.acceleration(q, qd, tau_, grips_, std::span(dy).subspan(n_, n_));
  double work = 0, loss = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    dy[i] = qd[i];
    work += tau_[i] * qd[i];
    loss += plant_.friction()[i] * qd[i];
  }
  dy[2 * n_] = work, dy[2 * n_ + 1] = loss;
}

double Integrator::take(double h) noexcept {
  if (settings_.method == Method::semi_implicit_euler) return take_semi_implicit(h), 0.0;
  const bool adaptive = settings_.method == Method::dormand_prince;
  const Tableau& tableau = adaptive ? dormand_prince : runge_kutta;
  for (std::size_t s = 0; s < tableau.stages; ++s) {
    for (std::size_t i = 0; i < y_.size(); ++i) {
      double sum = 0;
      for (std::size_t r = 0; r < s; ++r) sum += tableau.a[s][r] * k_[r][i];
      stage_[i] = y_[i] + h * sum;
    }
    derivative(t_ + tableau.c[s] * h, stage_, k_[s]);
  }
  double worst = 0;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    double sum = 0, error = 0;
    for (std::size_t s = 0; s < tableau.stages; ++s) sum += tableau.b[s] * k_[s][i], error += tableau.e[s] * k_[s][i];
    trial_[i] = y_[i] + h * sum;
    if (i < 2 * n_ || i >= 2 * n_ + 2)
      worst = std::max(worst, std::abs(h * error) / (1 + std::max(std::abs(y_[i]), std::abs(trial_[i]))));
  }
  return worst / settings_.tolerance;
}

void Integrator::take_semi_implicit(double h) noexcept {
  derivative(t_, y_, k_[0]);
  double work = 0, loss = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double v = y_[n_ + i] + h * k_[0][n_ + i], mean = 0.5 * (y_[n_ + i] + v);
    trial_[n_ + i] = v;
    trial_[i] = y_[i] + h * v;
    work += tau_[i] * mean, loss += plant_.friction()[i] * mean;
  }
  trial_[2 * n_] = y_[2 * n_] + h * work, trial_[2 * n_ + 1] = y_[2 * n_ + 1] + h * loss;
  for (std::size_t i = 2 * n_ + 2; i < y_.size(); ++i) trial_[i] = y_[i] + h * k_[0][i];
}

bool Integrator::violated(double h, Vector& by) noexcept {
  bool any_stuck = false;
  for (std::size_t i = 0; i < n_; ++i) {
    by[i] = way(grips_[i]) == 0 ? -1.0 : -way(grips_[i]) * trial_[n_ + i];
    any_stuck = any_stuck || grips_[i] == Grip::stuck;
  }
  if (any_stuck) {
    derivative(t_ + h, trial_, stage_);
    for (std::size_t i = 0; i < n_; ++i)
      if (grips_[i] == Grip::stuck) by[i] = plant_.overload(i);
  }
  return std::any_of(by.begin(), by.end(), [](double value) { return value > 0; });
}

// False position for each drive whose grip ends within the step, in the manner of Illinois (an end that stays twice
// counts half); the earliest counts. Bisection where that does not shrink the interval. It aims a little beyond the
// instant and takes an end that lies there, so that the plant sees what ended: within a step nearly everything is a
// straight line, and two or three tries do.
double Integrator::locate(double h) noexcept {
  double low = 0, high = h, last = 0;
  std::copy(y_.begin(), y_.end(), trial_.begin());
  violated(0, low_);
  double range = 0;
  for (std::size_t i = 0; i < n_; ++i)
    if (high_[i] > 0) range = std::max(range, high_[i] - low_[i]);
  int stayed = 0;  // how often the same end has: above zero the high one
  for (int k = 0; k < 60 && high - low > 1e-11 * h; ++k) {
    double share = 1, most = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (!(high_[i] > 0)) continue;
      share = std::min(share, low_[i] / (low_[i] - high_[i]));
      most = std::max(most, high_[i]);
    }
    if (last == high && most < 1e-9 * range) break;
    double middle = low + (high - low) * share + 3e-10 * h;
    if (!(middle > low && middle < high) || std::abs(stayed) > 2) middle = 0.5 * (low + high);
    take(middle), last = middle;
    if (violated(middle, there_)) {
      high = middle, high_.swap(there_);
      stayed = std::min(stayed, 0) - 1;
      if (stayed < -1)
        for (double& value : low_) value *= 0.5;
    } else {
      low = middle, low_.swap(there_);
      stayed = std::max(stayed, 0) + 1;
      if (stayed > 1)
        for (double& value : high_) value *= 0.5;
    }
  }
  if (last != high) take(high);
  return high;
}

void Integrator::accept(double h) noexcept {
  for (std::size_t i = 0; i < n_; ++i) {
    double& v = trial_[n_ + i];
    if (grips_[i] == Grip::stuck) v = 0, trial_[i] = y_[i];
    if (way(grips_[i]) == 0 || way(grips_[i]) * v > 0) continue;
    v = 0;  // at rest exactly: whether it stays so is decided by the forces
    ++counts_.stops;
  }
  for (std::size_t i = 2 * n_ + 2; i < trial_.size(); ++i) trial_[i] = std::clamp(trial_[i], -1.0, 1.0);
  y_.swap(trial_);
  t_ += h;
  ++counts_.steps;
  audit_.largest_kinetic = std::max(audit_.largest_kinetic, plant_.kinetic_energy(q(), qd()));
}

void Integrator::advance(double until, Observer* each) noexcept {
  const bool adaptive = settings_.method == Method::dormand_prince;
  // equal steps: none is a sliver
  const double share = (until - t_) / std::max(1.0, std::ceil((until - t_) / settings_.step - 1e-9));
  std::size_t events_left = 0;  // within a step; a bound on how long one may take
  bool whole = true;
  while (until - t_ > 1e-12 * std::max(1.0, std::abs(until))) {
    if (whole) events_left = 4 * n_ + 4;
    double h = std::min(adaptive ? next_ : share, until - t_);
    resolve();
    const double error = take(h);
    if (adaptive) {
      const double allowed = h * std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.2), 0.2, 5.0);
      const bool cut = h < next_;  // to end at `until`: no reason to go on with short steps
      // never so short that time would not go on
      next_ = std::clamp(error <= 1 && cut ? std::max(next_, allowed) : allowed, 1e-9 * settings_.step, settings_.step);
      if (error > 1 && h > 1e-9 * settings_.step) {
        ++counts_.rejected;
        continue;
      }
    }
    whole = !(events_left > 0 && violated(h, high_));
    if (!whole) h = locate(h), --events_left;
    accept(h);
    if (each) each->after(t_, q(), qd());
  }
  if (until > t_) t_ = until;
}

}  // namespace tauforge::simulate
