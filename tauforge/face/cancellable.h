// Progress that remembers whether it was answered with `cancel`.
#pragma once

#include "tauforge/tauforge.h"

namespace tauforge {

class Cancellable {
 public:
  explicit Cancellable(const Progress& progress) : progress_(progress) {}

  // Whether to go on.
  bool operator()(const Step& step) {
    if (cancelled_ || !progress_) return !cancelled_;
    const Answer answer = progress_(step);
    cancelled_ = answer == Answer::cancel;
    return answer == Answer::go_on;
  }
  bool cancelled() const { return cancelled_; }

 private:
  const Progress& progress_;
  bool cancelled_ = false;
};

inline diagnostic::Diagnostic cancelled() {
  return diagnostic::error({}, "cancelled", "ended by whoever watched its progress");
}

// `work(told)` of an owner who knows nothing of cancelling: told(what) leaves it from the middle, and the result is cancelled().
template <class T, class Work> Result<T> cancellable(const Progress& progress, const Work& work) {
  struct Ended {};
  Cancellable watched(progress);
  const auto told = [&](const std::string& what) {
    watched({what});
    if (watched.cancelled()) throw Ended{};
  };
  try {
    Result<T> result = work(told);
    if (watched.cancelled()) return cancelled();
    return result;
  } catch (const Ended&) {
    return cancelled();
  }
}

}  // namespace tauforge
