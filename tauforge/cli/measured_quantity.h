// Numbers with tolerances on the command line of `tauforge measure`, and how they are shown.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/explicit_model/measurement.h"

namespace tauforge::cli {

using explicit_model::Measured;

enum class Sign { positive, zero_or_more, any };

// A measured option: what the user wrote, and what must hold of it.
struct Quantity {
  std::string text;
  Measured value;

  // What is wrong with it, if anything.
  std::string read(const char* option, Sign sign = Sign::positive);
};

// "x,y,z", each with or without a tolerance.
struct QuantityTriple {
  std::string text;
  Measured value[3];

  std::string read(const char* option, Sign sign);
};

int refuse_measurement(const std::string& text);
bool is_finite(const Measured& m);
std::string measured_text(const Measured& m, const char* unit);
nlohmann::json measured_json(const Measured& m, const char* unit);
std::string inertia_text(const Measured& m);
nlohmann::json inertia_json(const Measured& m);

}  // namespace tauforge::cli
