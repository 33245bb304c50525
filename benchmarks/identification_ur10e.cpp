#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "benchmarks/identification_subjects.h"
#include "tauforge/files/drive_calibration.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/memoryless.h"
#include "tauforge/identify/payload.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::benchmarks {

namespace {

// One identification, everything that was made of it judged on `fresh`.
class Judged {
 public:
  Judged(const Robot& robot, std::vector<Recording> logs, const Recording& fresh, const IdentifySettings& settings,
         std::string name, Ledger& ledger)
      : logs_(std::move(logs)), fresh_{fresh}, name_(std::move(name)), ledger_(ledger), found_([&] {
          const Stopwatch watch;
          Identification found = value_or_stop(identify_robot(robot, logs_, settings));
          seconds_ = watch.seconds();
          return found;
        }()) {}

  const identify::IdentifiedRobot& details() const { return found_.details(); }
  double seconds() const { return seconds_; }

  void reduced(std::optional<double> limit) {
    const Robot file = as_read(found_.reduced());
    model("-model", details().reduced_model);
    handed("-reduced-file", numbers(details().reduced_model), score(found_, Written::reduced, file, logs_, fresh_),
           limit);
    handed("-reduced-code", numbers(details().reduced_model),
           score(found_, Written::reduced, code_of(file), logs_, fresh_), limit);
    const auto blunt =
        identify::validate(identify::without_memory(file.details().robot), preparation(), fresh_[0].details()).error;
    ledger_.line(name_ + "-reduced-without-memory-file", numbers(details().reduced_model), blunt.all, blunt.of_drive);
  }

  void possible() {
    const double without_physics = model("-full-model", details().found.full);
    const Robot file = as_read(found_.possible());
    handed("-possible-file", numbers(details().found.full), score(found_, Written::possible, file, logs_, fresh_),
           most_above_without * without_physics);
    handed("-possible-code", numbers(details().found.full),
           score(found_, Written::possible, code_of(file), logs_, fresh_), most_above_without * without_physics);
    constexpr std::size_t postures = 10000;
    const std::size_t positive = identify::positive_definite_postures(file.details().robot, postures);
    ledger_.condition(name_ + "-possible-file", positive == postures,
                      fmt::format("mass matrix positive definite in {} of {} random postures", positive, postures));
  }

 private:
  static std::size_t numbers(const identify::TorqueModel& model) { return model.fitted_numbers(); }
  const signals::Preparation& preparation() const { return details().found.model.preparation; }

  double model(const char* which, const identify::TorqueModel& model) {
    const auto error = identify::validate(details().prior, model, fresh_[0].details()).error;
    ledger_.line(name_ + which, model.fitted_numbers(), error.all, error.of_drive);
    return error.all;
  }
  void handed(const char* which, std::size_t count, const Score& score, std::optional<double> limit) {
    for (const Score::OfLog& log : score.logs)
      if (log.fresh) ledger_.line(name_ + which, count, log.error, log.of_drive, limit);
    ledger_.figure(name_ + which + " off by", score.difference, "", rounding);
  }

  std::vector<Recording> logs_, fresh_;
  std::string name_;
  Ledger& ledger_;
  double seconds_ = 0;
  Identification found_;
};

struct Ur10eLogs {
  explicit Ur10eLogs(const std::string& where)
      : folder(where),
        robot(value_or_stop(load(where + "/ur10e.urdf"))),
        gains(nlohmann::json::parse(std::ifstream(where + "/published_parameters.json"))
                  .at("drive_gains_Nm_per_A")
                  .get<std::vector<double>>()),
        training(read("id_30s_12harm.csv", 635, 3510)),
        fresh(read("val_ptp_10_points.csv", 700, 4200)) {}
  Recording read(const char* name, std::size_t first, std::size_t last) const {
    return recording_of_file(folder + "/" + name, first, last, gains);
  }

  std::string folder;
  Robot robot;
  std::vector<double> gains;
  Recording training, fresh;
};

}  // namespace

void ur10e(const std::string& folder, Ledger& ledger) {
  const Ur10eLogs logs(folder);
  Judged p1(logs.robot, {logs.training}, logs.fresh, {}, "ur10e-P1", ledger);
  p1.reduced(5.2), p1.possible();
  ledger.figure("ur10e-P1 takes", p1.seconds(), "s");
  const double cutoff = p1.details().found.model.preparation.motion.cutoff_hz;
  for (const double factor : {0.5, 2.0})
    Judged(logs.robot, {logs.training}, logs.fresh, {.cutoff = factor * cutoff},
           fmt::format("ur10e-P1-cutoff-{:g}Hz", factor * cutoff), ledger)
        .reduced(5.5);
  const Recording longer = logs.read("id_40s_12harm.csv", 500, 4460),
                  shorter = logs.read("id_20s_8harm.csv", 320, 2310);
  Judged three(logs.robot, {logs.training, longer, shorter}, logs.fresh, {}, "ur10e-three-logs", ledger);
  three.reduced(4.9), three.possible();
}

void ur10e_by(const OfMethod& how, const std::string& folder, Ledger& ledger) {
  const Ur10eLogs logs(folder);
  Judged(logs.robot, {logs.training}, logs.fresh, {.method = how.method}, how.name, ledger).reduced({});
}

void payload(const std::string& folder, Ledger& ledger) {
  constexpr double weighed = 2.805;  // by a balance [kg]
  const Robot robot = value_or_stop(load(folder + "/ur10e.urdf"));
  struct Half {
    std::size_t bare_first, bare_last, loaded_first, loaded_last;
  };
  const Half halves[] = {{195, 2580, 308, 2689}, {2581, 4966, 2690, 5071}};
  const auto fit = [&](const Half& half, const identify::PayloadOptions& options) {
    const Recording bare = recording_of_file(folder + "/unloaded_50s_14harm.csv", half.bare_first, half.bare_last, {}),
                    loaded = recording_of_file(folder + "/loaded_2.805kg_50s_14harm.csv", half.loaded_first,
                                               half.loaded_last, {});
    return value_or_stop(identify::identify_payload(robot.details().robot, bare.details(), loaded.details(), options));
  };
  for (const std::size_t first : {0u, 1u}) {
    const std::string name = fmt::format("payload-half-{}-by-half-{}", 2 - first, first + 1);
    const auto calibrated = fit(halves[first], {.known_mass = weighed});
    files::DriveCalibration written{{}, {}, calibrated.gain_covariance, weighed};
    for (const auto& gain : calibrated.gains) written.drives.push_back(gain.name), written.gains.push_back(gain.value);
    const auto read = value_or_stop(
        files::read_drive_calibration(files::source_from_text("gains.toml", files::write_drive_calibration(written))));
    identify::PayloadOptions options;
    options.gains = read.gains, options.gain_covariance = read.covariance;
    const identify::Estimated mass = fit(halves[1 - first], options).mass;
    ledger.figure(name + " mass", mass.value, "kg");
    ledger.figure(name + " off by", 100.0 * std::abs(mass.value / weighed - 1.0), "%", 2.0);
    ledger.figure(name + " half-width", 50.0 * (mass.high - mass.low) / weighed, "%", 4.0);
    ledger.condition(name, mass.low <= weighed && weighed <= mass.high,
                     fmt::format("{:.4g} .. {:.4g} kg contains {} kg", mass.low, mass.high, weighed));
  }
}

}  // namespace tauforge::benchmarks
