// The parts of `tauforge derive`: what it writes in each format, and what may be added to a derivation.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/explicit_model/document.h"
#include "tauforge/explicit_model/read_back.h"
#include "tauforge/robot/robot.h"

namespace tauforge::cli {

// "1%" or "0.01" as a share; nothing where it is neither.
std::optional<double> share_of(std::string text);
// "2,0,0,0.1": mass, above zero, and centre.
std::optional<explicit_model::SymbolicPayload> payload_of(const std::string& text);

struct DeriveExtras {
  bool compare = false, simulate = false, rates = false;
  bool exact_code = false;                    // say what generated code costs
  int blocks = 0;                             // 0: no partition
  double flops = 100e3;                       // of the processor; the paper's PDP-11
  int ratio = 4;                              // torques per evaluation of configuration terms
  std::size_t width = diagnostic::unlimited;  // of plain text
  int columns = 1;                            // of LaTeX pages
};

struct DeriveFiles {
  std::vector<compiler::GeneratedFile> files;  // the first is what goes to standard output where no folder is given
  std::string why_not;                         // a constant cannot be written: no files
  std::string broken;                          // read again, a file does not keep its certificate: our fault
};
DeriveFiles derive_files(const robot::Robot& robot, const explicit_model::Derivation& derivation,
                         const DeriveExtras& extras, const std::string& format, bool reasons,
                         const std::string& source);

nlohmann::json derivation_json(const explicit_model::Derivation& derivation);
// The model as that JSON prints it.
explicit_model::PrintedModel printed_model(const nlohmann::json& derivation);

// Tables of figures, each with a heading row.
explicit_model::Section rates_section(const explicit_model::Derivation& derivation, const DeriveExtras& extras);
explicit_model::Section exact_code_section(const robot::Robot& robot, const explicit_model::Derivation& derivation);
explicit_model::Section blocks_section(const explicit_model::Derivation& derivation, int blocks);
std::vector<explicit_model::Section> compare_sections(const robot::Robot& robot,
                                                      const explicit_model::Derivation& derivation);
explicit_model::Section simulate_section(const robot::Robot& robot, const explicit_model::Derivation& derivation);

}  // namespace tauforge::cli
