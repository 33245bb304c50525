// The answer of a function that reads the outside world: a value, findings, or both.
// A value may come with notes and warnings; without a value there is at least one error.
#pragma once

#include <optional>
#include <utility>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/diagnostic/require.h"

namespace tauforge::diagnostic {

template <class T> class [[nodiscard]] Result {
 public:
  Result(T value, Findings findings = {}) : value_(std::move(value)), findings_(std::move(findings)) {}
  Result(Diagnostic error) : findings_{std::move(error)} {}
  Result(Findings findings) : findings_(std::move(findings)) {
    require(has_error(findings_), "a Result without a value carries an error");
  }

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    require(ok(), "the value of a Result is asked for only when it is ok");
    return *value_;
  }
  T value() && { return take(); }
  T take() {
    require(ok(), "the value of a Result is taken only when it is ok");
    return std::move(*value_);
  }
  const Findings& findings() const& { return findings_; }
  Findings findings() && { return std::move(findings_); }  // of a temporary: a loop over them must not outlive it

 private:
  std::optional<T> value_;
  Findings findings_;
};

}  // namespace tauforge::diagnostic
