// Numbers of an option within bounds. CLI11's own range takes a NaN for one of them: it is neither below nor above.
#pragma once

#include <CLI/Validators.hpp>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace tauforge::cli {

class NumberRange : public CLI::Range {
 public:
  NumberRange(double low, double high) : CLI::Range(low, high) {
    func_ = [within = std::move(func_)](std::string& text) {
      return std::isnan(std::strtod(text.c_str(), nullptr)) ? "'" + text + "' is not a number" : within(text);
    };
  }
};

}  // namespace tauforge::cli
