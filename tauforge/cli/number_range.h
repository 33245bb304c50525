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

// Seeds of random numbers: CLI11 alone would say that it "could not convert" -1.
inline CLI::Validator seed_number() {
  return CLI::Validator(
      [](std::string& text) {
        const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
        if (digits && text.size() <= 10 && std::stoull(text) <= 4294967295u) return std::string();
        return "'" + text + "' is no seed: whole numbers from 0 to 4294967295 are";
      },
      "");
}

}  // namespace tauforge::cli
