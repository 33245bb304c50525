// Everything that `tauforge derive` says about one arm: the model, its cost, its abbreviation and what that may cost.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tauforge/explicit_model/by_value.h"
#include "tauforge/explicit_model/certificate.h"
#include "tauforge/explicit_model/record.h"
#include "tauforge/explicit_model/significance.h"
#include "tauforge/explicit_model/tolerances.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::explicit_model {

struct DerivationOptions {
  DeriveOptions derive;
  std::optional<double> share;  // abbreviate: the error as a share of the largest torques, or the paper's share
  Rule rule = Rule::value;
  std::vector<double> errors;  // abbreviate by value: these, by joint [N m, N], instead of the share
  std::optional<int> budget;   // abbreviate by value: so many operations at most
  bool trade_off = false;      // by value: what every error costs
  OperatingOptions operating;
  std::vector<MeasuredTogether> together;             // for tolerances
  CertificateOptions certificate;                     // its `alive` is asked all along
  std::function<void(const std::string&)> told = {};  // what it is at
};

struct TradePoint {
  double allowed = 0;          // share of the largest torques
  int operations = 0;          // of the cheapest model within it
  int dropped = 0;             // terms
  std::vector<double> bounds;  // that its certificate has, by joint [N m, N]
};

struct Derivation {
  ExplicitModel model;
  bool symbolic = false;
  std::optional<SymbolicPayload> payload;
  std::vector<std::string> paper_names;  // of the constants, where the robot is the paper's own (armstrong_constants.h)
  std::vector<Element> complete;
  Calculations calculations;
  std::vector<double> torques;    // the largest that a search found, by joint [N m, N]
  std::vector<double> constants;  // values as printed
  Certificate rounding;           // of the complete model with these values
  std::optional<Abbreviation> abbreviation;
  std::vector<Element> printed;             // of the abbreviation: its numbers as printed, and computed by its C
  std::optional<Calculations> abbreviated;  // with them
  std::optional<Certificate> certificate;   // of them
  std::string not_definite;                 // why they have no forward dynamics; empty: they have
  std::vector<TradePoint> trade_off;
};

// With a description, constants get the tolerances that follow from those of the file: the root of the sum of squares
// of what each of them does alone.
diagnostic::Result<Derivation> derivation(const robot::Robot& robot, const DerivationOptions& options,
                                          const robot::Description* description = nullptr,
                                          const robot::AssembleOptions& assemble = {});

}  // namespace tauforge::explicit_model
