#include "tauforge/explicit_model/derivation.h"

#include <chrono>

#include "tauforge/explicit_model/document.h"
#include "tauforge/face/cancellable.h"
#include "tauforge/face/derivation.h"
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

DerivationFigures figures_of(const Derivation& derivation) {
  const explicit_model::Derivation& d = derivation.details();
  DerivationFigures figures{d.calculations.whole.total(), {}, d.torques, {}, {}};
  if (d.abbreviated) figures.abbreviated = d.abbreviated->whole.total();
  if (d.certificate)
    for (const auto& joint : d.certificate->joints) figures.bounds.push_back(joint.bound);
  for (const auto& point : d.trade_off) figures.trade_off.push_back({point.allowed, point.operations, point.bounds});
  return figures;
}

namespace {

Findings refusal(const DeriveSettings& d, const AbbreviateSettings& a) {
  const auto outside = [](const std::optional<double>& x) { return x && !(*x >= 0 && *x <= 0.5); };
  if (a.error.has_value() + a.budget.has_value() + d.share.has_value() > 1)
    return {diagnostic::error({}, "options-conflict", "error, budget and share exclude one another")};
  if (outside(d.share))
    return {diagnostic::error({}, "share-invalid", "the share of terms that are dropped is not between 0 and 50 %")};
  if (outside(a.error)) return {diagnostic::error({}, "share-invalid", "the error is not between 0 and 50 %")};
  if (a.budget && *a.budget < 1) return {diagnostic::error({}, "budget-invalid", "the budget is below one operation")};
  return {};
}

// Tells a stage when it begins, and asks again while it lasts, but not more often than somebody can notice.
class Stages {
 public:
  explicit Stages(const Progress& progress) : watched_(progress) {}
  struct Ended {};

  void begin(const std::string& what) {
    what_ = what;
    tell();
  }
  void ask() {
    if (std::chrono::steady_clock::now() - told_ > std::chrono::milliseconds(50)) tell();
  }

 private:
  void tell() {
    watched_({what_});
    told_ = std::chrono::steady_clock::now();
    if (watched_.cancelled()) throw Ended{};  // out of the middle of the work: nobody inside has to know
  }
  Cancellable watched_;
  std::string what_;
  std::chrono::steady_clock::time_point told_;
};

}  // namespace

Result<Derivation> derive_robot(const Robot& robot, const DeriveSettings& settings) {
  return derive_robot(robot, settings, {}, {});
}

Result<Derivation> derive_robot(const Robot& robot, const DeriveSettings& settings,
                                const AbbreviateSettings& abbreviate, const Progress& progress) {
  if (auto refused = refusal(settings, abbreviate); !refused.empty()) return refused;
  explicit_model::DerivationOptions options;
  options.rule = settings.share ? explicit_model::Rule::paper : explicit_model::Rule::value;
  options.share = settings.share ? settings.share : abbreviate.error;
  options.budget = abbreviate.budget, options.trade_off = abbreviate.trade_off;
  options.derive.symbolic = settings.symbolic;
  Stages stages(progress);
  if (progress) {
    options.told = [&](const std::string& what) { stages.begin(what); };
    options.certificate.alive = [&] { stages.ask(); };
  }
  const auto& loaded = robot.details();
  auto found = [&]() -> Result<explicit_model::Derivation> {
    try {
      return explicit_model::derivation(loaded.robot, options, &loaded.description, loaded.options.assemble);
    } catch (const Stages::Ended&) {
      return cancelled();
    }
  }();
  Findings findings = found.findings();
  for (auto& finding : findings)
    if (!finding.at.source) finding.at = loaded.description.at;
  if (!found) return findings;
  return {Derivation(std::make_shared<const explicit_model::Derivation>(found.take())), findings};
}

}  // namespace tauforge
