// Progress that remembers whether it was answered with false.
#pragma once

#include "tauforge/tauforge.h"

namespace tauforge {

class Cancellable {
 public:
  explicit Cancellable(const Progress& progress) : progress_(progress) {}

  // Whether to go on.
  bool operator()(const std::string& what, std::optional<double> share = std::nullopt) {
    if (progress_ && !cancelled_) cancelled_ = !progress_(what, share);
    return !cancelled_;
  }
  bool cancelled() const { return cancelled_; }

 private:
  const Progress& progress_;
  bool cancelled_ = false;
};

inline diagnostic::Diagnostic cancelled() {
  return diagnostic::error({}, "cancelled", "ended by whoever watched its progress");
}

}  // namespace tauforge
