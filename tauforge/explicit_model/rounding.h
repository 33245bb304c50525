// The numbers of a model as they are printed: as many decimal places as the torques need, and no more.
#pragma once

#include "tauforge/explicit_model/elements.h"
#include "tauforge/explicit_model/operating_range.h"

namespace tauforge::explicit_model {

// What |element| = 1 does to each torque at most: its rates at their limits, itself and through the elements that equal it.
// By element and joint; nothing for elements that refer to others.
std::vector<std::vector<double>> torques_per_unit(const std::vector<Element>& elements, const OperatingRange& range);

// No torque of the range changes by more than `allowed` of its joint; every number is a short decimal, and printing it in
// full prints these few digits. Numbers of equal magnitude stay equal. Constants of the model can be rounded besides: see
// rounded_constants.
std::vector<Element> rounded(std::vector<Element> elements, const OperatingRange& range,
                             const std::vector<double>& allowed);

// Values of the constants so that the complete model changes by no more than `allowed`.
std::vector<double> rounded_constants(const ExplicitModel& model, const std::vector<Element>& complete,
                                      const OperatingRange& range, const std::vector<double>& allowed);
// The complete elements with other values of the constants.
std::vector<Element> with_constants(const ExplicitModel& model, std::vector<Element> complete,
                                    const std::vector<double>& values);

// The decimal with the fewest digits that is within `error` of x.
double short_decimal(double x, double error);

}  // namespace tauforge::explicit_model
