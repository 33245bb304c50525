// An explicit model as a program: counted by the rule of the paper, emitted as C.
//
// Rule of [AKB86]: every multiplication and addition of the elements and of A qdd + B [qd qd] + C [qd^2] + g counts; sines
// and cosines of joint angles and of their sums do not; products such as CC4 are computed once, and so are elements that
// several torques use.
#pragma once

#include "tauforge/explicit_model/brackets.h"
#include "tauforge/expression/count.h"
#include "tauforge/expression/program.h"

namespace tauforge::explicit_model {

using expression::Operations;
using expression::Program;

enum class Function { inverse_dynamics, bias, mass_matrix, gravity, elements, forward_dynamics };
const char* name_of(Function function);

// `all` are the elements of the model, complete or abbreviated.
Program record(const ExplicitModel& model, const std::vector<Element>& all, Function function);

// Torques with brackets by joints, and the terms that each of its sums and products stands for.
using TermsOfNodes = std::map<expression::NodeIndex, std::vector<BracketWriter::Place>>;
Program record_with_terms(const ExplicitModel& model, const std::vector<Element>& all, TermsOfNodes& terms);

// The magnitudes whose product each coefficient is where brackets are shared up to a ratio: rounded by themselves, ratios
// stay what they are.
std::map<BracketWriter::Place, std::vector<double>> magnitudes_in(const std::vector<Element>& all, int joints);

struct Calculations {
  Operations kinetic_energy;  // the elements of A
  Operations configuration;   // the elements of A, B, C and g: what depends on q alone
  Operations whole;           // torques, both rates together
  Operations rates() const {  // what velocities and accelerations need
    return {whole.multiplications - configuration.multiplications, whole.additions - configuration.additions};
  }
};
// Torques alone, the whole of the above.
int operations_of(const ExplicitModel& model, const std::vector<Element>& all);
// One element by itself.
int operations_of(const ExplicitModel& model, const NumberSum& sum);

Calculations calculations(const ExplicitModel& model, const std::vector<Element>& all);

}  // namespace tauforge::explicit_model
