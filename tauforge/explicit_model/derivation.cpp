#include "tauforge/explicit_model/derivation.h"

#include "tauforge/explicit_model/tolerances.h"

namespace tauforge::explicit_model {

diagnostic::Result<Derivation> derivation(const robot::Robot& robot, const DerivationOptions& options,
                                          const robot::Description* description,
                                          const robot::AssembleOptions& assemble) {
  auto model = derive(robot, options.derive);
  if (!model.ok()) return model.findings();
  Derivation result;
  result.model = model.take();
  result.symbolic = options.derive.symbolic;
  if (description) add_tolerances(*description, assemble, {options.derive.symbolic}, result.model);
  result.complete = elements(result.model);
  result.calculations = calculations(result.model, result.complete);
  if (options.share) {
    const OperatingRange range = operating_range(robot, options.operating);
    result.abbreviation = abbreviate(result.model, result.complete, range, *options.share);
    result.abbreviated = calculations(result.model, result.abbreviation->elements);
    result.certificate =
        certificate(result.model, result.complete, result.abbreviation->elements, range, options.certificate);
  }
  return result;
}

}  // namespace tauforge::explicit_model
