// Bodies, verdict, and scores of what was written.
#include <algorithm>

#include "tauforge/face/cancellable.h"
#include "tauforge/face/identification.h"
#include "tauforge/face/identified.h"
#include "tauforge/identify/body_values.h"
#include "tauforge/identify/hand_over.h"
#include "tauforge/identify/verdict.h"
#include "tauforge/model.h"

namespace tauforge {

std::vector<IdentifiedBody> bodies_of(const Identification& found) {
  using From = IdentifiedMoment::From;
  std::vector<IdentifiedBody> list;
  for (const identify::BodyValues& body : identify::body_values(found.details())) {
    const auto moment = [&](std::size_t k) {
      const From from = body.known[k] == identify::Known::measured   ? From::logs
                        : body.known[k] == identify::Known::not_told ? From::file
                                                                     : From::both;
      return IdentifiedMoment{from, body.value[k], body.described[k]};
    };
    IdentifiedBody b{body.link, moment(0), {moment(1), moment(2), moment(3)}, {}};
    for (std::size_t k = 0; k < 6; ++k) b.inertia[k] = moment(4 + k);
    list.push_back(std::move(b));
  }
  return list;
}

Verdict verdict_on(const Identification& found, std::span<const Recording> logs, std::span<const Recording> fresh,
                   const std::vector<std::string>& accepted) {
  return verdict_on(found, logs, fresh, accepted, {}).take();
}

Result<Verdict> verdict_on(const Identification& found, std::span<const Recording> logs,
                           std::span<const Recording> fresh, const std::vector<std::string>& accepted,
                           const Progress& progress) {
  auto judged = cancellable<identify::Verdict>(progress, [&](const identify::Progress& told) {
    return Result(identify::verdict_on(found.details(), recordings_of(logs), recordings_of(fresh), accepted, told));
  });
  if (!judged) return judged.findings();
  const identify::Verdict& v = judged.value();
  const identify::Quality& q = v.quality;
  const identify::HausmanTest& h = found.details().hausman;
  return Verdict{v.trusted(),      v.doubts,
                 v.next,           v.fresh,
                 q.error.all,      q.noise,
                 q.explained,      q.error.of_drive,
                 q.noise_of_drive, q.explained_of_drive,
                 v.left_out,       v.condition,
                 v.alike,          {h.why_not, h.statistic, h.columns, h.freedom, h.p, h.reference_hz, h.biased()}};
}

namespace {

class CodeAlong {
 public:
  CodeAlong(const GeneratedCode& code, std::size_t drives)
      : code_(code), n_(drives), q_(drives), qd_(drives), qdd_(drives), tau_(drives), D_(drives * drives + drives) {
    if (code.model() != nullptr) step_ = tauforge_find(code.model(), "friction_step");
    if (step_ != nullptr) state_.resize(1 + step_->results - drives), result_.resize(step_->results);
  }

  recording::Channels operator()(const signals::Samples& s) {
    recording::Channels torque(n_, std::vector<double>(s.size()));
    for (const auto& stretch : s.stretches) {
      std::fill(state_.begin(), state_.end(), 0.0);
      for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
        for (std::size_t j = 0; j < n_; ++j) q_[j] = s.q[j][k], qd_[j] = s.qd[j][k], qdd_[j] = s.qdd[j][k];
        if (step_ == nullptr)
          call("inverse_dynamics", tau_);
        else
          with_memory(k == stretch.begin ? 0.0 : s.t[k] - s.t[k - 1]);
        for (std::size_t j = 0; j < n_; ++j) torque[j][k] = tau_[j];
      }
    }
    return torque;
  }

 private:
  void call(const char* function, std::vector<double>& results) {
    code_.call(function, {.q = q_, .qd = qd_, .qdd = qdd_}, results);  // NaN where it is not there
  }
  void with_memory(double dt) {
    call("coefficients", D_), call("velocity_torque", tau_);  // mass matrix and gravity
    for (std::size_t j = 0; j < n_; ++j) {
      tau_[j] += D_[n_ * n_ + j];
      for (std::size_t c = 0; c < n_; ++c) tau_[j] += D_[j * n_ + c] * qdd_[c];
    }
    state_[0] = dt;
    tauforge_state x{};
    x.q = q_.data(), x.qd = qd_.data(), x.tau = tau_.data(), x.friction_state = state_.data();
    step_->call(nullptr, &x, result_.data());
    std::copy(result_.begin() + static_cast<std::ptrdiff_t>(n_), result_.end(), state_.begin() + 1);
    for (std::size_t j = 0; j < n_; ++j) tau_[j] += result_[j];
  }

  const GeneratedCode& code_;
  std::size_t n_;
  std::vector<double> q_, qd_, qdd_, tau_, D_;
  const tauforge_function* step_ = nullptr;
  std::vector<double> state_, result_;  // period and memory; friction and memory
};

Score scored(const identify::IdentifiedRobot& found, Written which, std::span<const Recording> logs,
             std::span<const Recording> fresh, const identify::TorquesAlong& handed) {
  const identify::TorqueModel& model = which == Written::possible ? found.possible.model : found.reduced_model;
  Score score;
  const auto judge = [&](std::span<const Recording> some, bool is_fresh) {
    std::vector<identify::Validation> of_model;
    for (const Recording& log : some) of_model.push_back(identify::validate(found.prior, model, log.details()));
    const identify::HandOver h = identify::handed_over(handed, of_model);
    for (std::size_t k = 0; k < of_model.size(); ++k)
      score.logs.push_back({of_model[k].log, is_fresh, h.of_log[k].all, h.of_log[k].of_drive});
    score.difference = std::max(score.difference, h.difference);
    return h.all.all;
  };
  score.error = judge(logs, false);
  if (!fresh.empty()) score.fresh = judge(fresh, true);
  score.as_fitted = score.difference <= identify::largest_rounding;
  return score;
}

}  // namespace

recording::Channels torques_along(const GeneratedCode& code, const signals::Samples& samples) {
  return CodeAlong(code, samples.q.size())(samples);
}

Score score(const Identification& found, Written which, const Robot& as_read, std::span<const Recording> logs,
            std::span<const Recording> fresh) {
  return scored(found.details(), which, logs, fresh,
                [&](const signals::Samples& samples) { return identify::predict(as_read.details().robot, samples); });
}

Score score(const Identification& found, Written which, const GeneratedCode& code, std::span<const Recording> logs,
            std::span<const Recording> fresh) {
  return scored(found.details(), which, logs, fresh,
                [&](const signals::Samples& samples) { return torques_along(code, samples); });
}

}  // namespace tauforge
