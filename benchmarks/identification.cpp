// Identification of real robots from their logs, scored by the protocols of the data's own pages (README.md beside the
// logs): UR10e, protocol P1; TX40, protocol T1; the load of a pair of logs. Everything is chosen from the training data.
//
//   benchmarks/identification DATA_DIR [ur10e|tx40|payload|methods ...]          the first three without a word
//
// One line each: name, fitted numbers, relative error in per cent over all joints, its limit, per joint. `file` is a robot file,
// written, read back and asked along the log; `code` is generated from that file, compiled and called; `model` is what they
// were made of. Ends with 1 where a limit is broken.
#include <algorithm>

#include "benchmarks/identification_subjects.h"

namespace tauforge::benchmarks {

void methods(const std::string& folder, Ledger& ledger) {
  using Method = IdentifySettings::Method;
  ur10e_by({Method::instrumental_variables, "ur10e-P1-iv"}, folder + "/ur10e", ledger);
  ur10e_by({Method::direct, "ur10e-P1-direct"}, folder + "/ur10e", ledger);
  tx40_by({Method::instrumental_variables, "tx40-T1-iv"}, folder + "/tx40", ledger);
  tx40_by({Method::direct, "tx40-T1-direct"}, folder + "/tx40", ledger);
}

}  // namespace tauforge::benchmarks

int main(int count, char** words) {
  using namespace tauforge::benchmarks;
  if (count < 2) {
    fmt::print(stderr, "usage: identification DATA_DIR [ur10e|tx40|payload|methods ...]\n");
    return 2;
  }
  const std::string folder = words[1];
  const auto wanted = [&](const std::string& what) {
    return count == 2 || std::find(words + 2, words + count, what) != words + count;
  };
  Ledger ledger;
  if (wanted("ur10e")) ur10e(folder + "/ur10e", ledger);
  if (wanted("tx40")) tx40(folder + "/tx40", ledger);
  if (wanted("payload")) payload(folder + "/ur10e", ledger);
  if (count > 2 && wanted("methods")) methods(folder, ledger);
  fmt::print("{} limits broken\n", ledger.broken());
  return ledger.broken() == 0 ? 0 : 1;
}
