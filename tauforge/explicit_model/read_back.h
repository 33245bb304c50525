// A printed model, read again from the page or the file: the torques that a reader would compute with it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/explicit_model/document.h"
#include "tauforge/expression/program.h"

namespace tauforge::explicit_model {

// Texts as they stand on the page, by name.
struct PrintedModel {
  std::map<std::string, double> constants;
  std::map<std::string, std::string> with_payload;  // constants that depend on one (payload.h)
  std::map<std::string, std::string> formulas;      // of the full model
  std::map<std::string, std::string> abbreviated;   // in numbers; elements that stand for themselves
  std::vector<std::string> references;              // elements that equal another one up to a factor, in both models
};

PrintedModel read_document(const std::string& text, Format format);

enum class Which { full, abbreviated, payload };  // payload: the full model, mL, xL, yL, zL as its first argument
// inverse_dynamics of the page: tau from q, qd, qdd. Nothing where a formula cannot be read; `why_not` says which. Arms of up to
// nine joints: from ten on the names of angles are not told apart.
std::optional<expression::Program> torques_of(const PrintedModel& printed, int joints, Which which,
                                              std::string& why_not);

// A function of generated C with arguments q, qd, qdd, before them payload where that is asked for, and the result tau.
std::optional<expression::Program> torques_of_c(const std::string& source, const std::string& function, int joints,
                                                std::string& why_not, Which which = Which::full);

// The full model of a derivation, as a page with all digits would print it.
PrintedModel in_full(const Derivation& derivation);

// The same promise for payloads: from none up to the given mass, the centre within 0.1 m of the given one along every axis, torques
// differ from those with the exact constants by no more than 2e-4 of the largest of their joint.
std::string broken_payload_promise(const Derivation& derivation, const expression::Program& torques, int payloads = 20);

// What a page is held to before it is handed over: at `states` and the worst ones of the certificate, its torques differ from
// the complete model's by no more than the bounds. Empty: they do; else what was found.
std::string broken_promise(const ExplicitModel& model, const std::vector<Element>& complete,
                           const expression::Program& torques, const Certificate& certificate, int states = 200);

}  // namespace tauforge::explicit_model
