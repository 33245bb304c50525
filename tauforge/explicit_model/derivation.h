// Everything that `tauforge derive` says about one arm: the model, its cost, its abbreviation and what that may cost.
#pragma once

#include <optional>

#include "tauforge/explicit_model/certificate.h"
#include "tauforge/explicit_model/record.h"
#include "tauforge/explicit_model/significance.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::explicit_model {

struct DerivationOptions {
  DeriveOptions derive;
  std::optional<double> share;  // abbreviate: terms below this share of the greatest are dropped
  OperatingOptions operating;
  CertificateOptions certificate;
};

struct Derivation {
  ExplicitModel model;
  bool symbolic = false;
  std::vector<Element> complete;
  Calculations calculations;
  std::optional<Abbreviation> abbreviation;
  std::optional<Calculations> abbreviated;
  std::optional<Certificate> certificate;
};

// With a description, constants get the tolerances that follow from those of the file: the root of the sum of squares
// of what each of them does alone.
diagnostic::Result<Derivation> derivation(const robot::Robot& robot, const DerivationOptions& options,
                                          const robot::Description* description = nullptr,
                                          const robot::AssembleOptions& assemble = {});

}  // namespace tauforge::explicit_model
