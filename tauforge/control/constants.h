// The constants of generated code, swapped while it computes: carry() does the work of a set-up in the thread that knows of
// a payload, refresh() takes up what it published, in the thread that computes and between two computations. What a
// computation reads stays as it is until the next refresh().
#pragma once

#include <array>
#include <atomic>
#include <utility>
#include <vector>

#include "tauforge/executive/mailbox.h"
#include "tauforge/model.h"

namespace tauforge::control {

// m, first moments x y z, inertia xx yy zz xy yz xz, in the last link's frame, as in model.h     [kg, kg m, kg m^2]
using Payload = std::array<double, 10>;

template <template <class> class Atomic = std::atomic> class Constants {
 public:
  // Keeps a reference.
  explicit Constants(const tauforge_model& model)
      : model_(model), swapped_(std::vector<double>((model.constants_size + sizeof(double) - 1) / sizeof(double))) {}

  // Without effect on code that was generated without.
  void carry(const Payload& payload) noexcept {
    if (!model_.setup) return;
    tauforge_run_time inputs{};
    inputs.payload = payload.data();
    model_.setup(&inputs, swapped_.draft().data());
    swapped_.publish();
  }
  bool refresh() noexcept {  // true: there was something new
    const void* latest = swapped_.latest().data();
    return latest != std::exchange(current_, latest);
  }
  const void* current() const noexcept { return current_; }

 private:
  const tauforge_model& model_;
  executive::Mailbox<std::vector<double>, Atomic> swapped_;
  const void* current_ = nullptr;
};

}  // namespace tauforge::control
