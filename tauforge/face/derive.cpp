#include "tauforge/explicit_model/derivation.h"

#include "tauforge/explicit_model/document.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/tauforge.h"

namespace tauforge {

using explicit_model::Format;

namespace {

std::string rendered(const explicit_model::Derivation& derivation, Format format) {
  return render(document(derivation, format, false), format);
}

}  // namespace

std::string Derivation::text() const { return rendered(*found_, Format::text); }
std::string Derivation::markdown() const { return rendered(*found_, Format::markdown); }
std::string Derivation::latex() const { return rendered(*found_, Format::latex); }

std::vector<std::pair<std::string, std::string>> Derivation::equations() const {
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto& section : document(*found_, Format::latex, false).sections)
    if (section.equations)
      for (const auto& row : section.rows)
        if (row.size() >= 2) list.emplace_back(row[0].text, row[1].text);
  return list;
}

Result<Derivation> derive_robot(const Robot& robot, const DeriveSettings& settings) {
  if (settings.share && !(*settings.share >= 0 && *settings.share <= 0.5))
    return diagnostic::error({}, "share-invalid", "the share of terms that are dropped is not between 0 and 50 %");
  explicit_model::DerivationOptions options;
  options.share = settings.share, options.derive.symbolic = settings.symbolic;
  const auto& loaded = robot.details();
  auto found = explicit_model::derivation(loaded.robot, options, &loaded.description, loaded.options.assemble);
  Findings findings = found.findings();
  for (auto& finding : findings)
    if (!finding.at.source) finding.at = loaded.description.at;
  if (!found) return findings;
  return {Derivation(std::make_shared<const explicit_model::Derivation>(found.take())), findings};
}

}  // namespace tauforge
