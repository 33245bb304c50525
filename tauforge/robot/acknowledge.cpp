#include "tauforge/robot/acknowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace tauforge::robot {

using diagnostic::Severity;

namespace {

// Parts of a file follow each other: a finding belongs to the last part that begins on or before its line.
class Parts {
 public:
  explicit Parts(const Description& d) {
    for (const auto& link : d.links) begin_[link.where.at.line] = &link.acknowledged;
    for (const auto& joint : d.joints) begin_[joint.where.at.line] = &joint.acknowledged;
    if (d.payload) begin_[d.payload->where.at.line] = nullptr;
    if (d.transmission) begin_[d.transmission->at.line] = nullptr;
  }
  const Acknowledgements* at(int line) const {
    const auto after = begin_.upper_bound(line);
    return after == begin_.begin() ? nullptr : std::prev(after)->second;
  }

 private:
  std::map<int, const Acknowledgements*> begin_;
};

}  // namespace

void acknowledge(const Description& description, diagnostic::Findings& findings) {
  const Parts parts(description);
  std::map<const Acknowledgement*, bool> used;
  const auto enter = [&](const Acknowledgements& all) {
    for (const auto& each : all) used[&each] = false;
  };
  enter(description.acknowledged);
  for (const auto& link : description.links) enter(link.acknowledged);
  for (const auto& joint : description.joints) enter(joint.acknowledged);
  if (used.empty()) return;
  for (auto& finding : findings) {
    if (finding.severity != Severity::warning) continue;
    for (const Acknowledgements* all : {parts.at(finding.at.line), &description.acknowledged}) {
      if (!all) continue;
      const auto each = std::find_if(all->begin(), all->end(),
                                     [&](const Acknowledgement& known) { return known.code.value == finding.code; });
      if (each == all->end()) continue;
      finding.severity = Severity::note;
      finding.hint = "acknowledged: " + each->reason;
      used[&*each] = true;
      break;
    }
  }
  for (const auto& [each, was_used] : used)
    if (!was_used)
      findings.push_back(diagnostic::warning(each->code.at, "acknowledgement-unused",
                                             fmt::format("nothing warns of '{}' here", each->code.value),
                                             "remove what is acknowledged for nothing, or correct its code"));
}

}  // namespace tauforge::robot
