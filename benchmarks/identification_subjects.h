// The robots of benchmarks/identification, and what was made of them as their users have it: files read back, code called.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/identification_ledger.h"
#include "tauforge/face/identification.h"

namespace tauforge::benchmarks {

constexpr double rounding = 1e-7;            // of a drive's largest torque, between a model and what was written of it
constexpr double most_above_without = 1.03;  // bodies that can exist, of the error of numbers without physics

// `robot` written to a file, and what comes of reading it.
Robot as_read(const Robot& robot);
// Its code, compiled and loaded. A short search: how small the program is does not matter here.
GeneratedCode code_of(const Robot& as_read);
Recording recording_of_file(const std::string& path, std::size_t first, std::size_t last,
                            const std::vector<double>& gains);

// Limits are those of least squares: other methods have none.
struct OfMethod {
  IdentifySettings::Method method;
  const char* name;
};
void ur10e_by(const OfMethod& how, const std::string& folder, Ledger& ledger);
void tx40_by(const OfMethod& how, const std::string& folder, Ledger& ledger);

void ur10e(const std::string& folder, Ledger& ledger);  // protocol P1
void tx40(const std::string& folder, Ledger& ledger);   // protocol T1
void methods(const std::string& folder,
             Ledger& ledger);  // both, by instrumental variables and by direct identification
void payload(const std::string& folder, Ledger& ledger);  // a half of the pair of logs weighed by the other

}  // namespace tauforge::benchmarks
