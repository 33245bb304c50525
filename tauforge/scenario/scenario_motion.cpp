#include "tauforge/scenario/scenario_motion.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tauforge/files/number.h"
#include "tauforge/files/toml_table.h"
#include "tauforge/motion/fourier.h"
#include "tauforge/motion/polynomial.h"
#include "tauforge/motion/repeated.h"
#include "tauforge/motion/spline.h"
#include "tauforge/motion/time_law.h"
#include "tauforge/scenario/drive_values.h"
#include "tauforge/scenario/motion_limits.h"
#include "tauforge/scenario/motion_table.h"
#include "tauforge/scenario/scenario_line.h"

namespace tauforge::scenario {

namespace {

using diagnostic::Position;
using files::number_text;
using motion::TimeLaw;
using Motion = std::shared_ptr<const motion::Trajectory>;

constexpr double longest = 1e6;  // [s]
constexpr std::size_t most_harmonics = 1000;
constexpr double most_repeats = 1e6;

enum class Form { point_to_point, polynomial, spline, fourier, line, hold, csv };

class MotionReader {
 public:
  MotionReader(const files::TomlValue& raw, const robot::Robot& robot, diagnostic::Findings& findings)
      : table_(raw, "the motion", findings), values_(raw, table_, robot), robot_(robot), findings_(findings) {}

  Motion read() {
    const std::size_t before = findings_.size();
    Motion motion = read_form();
    motion = read_play(std::move(motion));
    table_.finish();
    if (errors_since(before) || !motion) return nullptr;
    check_limits(*once_, robot_, table_.at(path_.c_str()), table_.at(time_.c_str()), findings_);
    return errors_since(before) ? nullptr : motion;
  }

 private:
  bool errors_since(std::size_t before) const {
    for (std::size_t i = before; i < findings_.size(); ++i)
      if (findings_[i].severity == diagnostic::Severity::error) return true;
    return false;
  }

  Motion read_form() {
    if (!table_.has("form"))
      table_.error(table_.at(), "missing-key", "the motion has no 'form'",
                   R"(form = "point_to_point", "polynomial", "spline", "fourier", "line", "hold" or "csv")");
    const auto form = table_.choice<Form>("form", {{"point_to_point", Form::point_to_point},
                                                   {"polynomial", Form::polynomial},
                                                   {"spline", Form::spline},
                                                   {"fourier", Form::fourier},
                                                   {"line", Form::line},
                                                   {"hold", Form::hold},
                                                   {"csv", Form::csv}});
    if (!form) return nullptr;
    switch (*form) {
      case Form::point_to_point: return read_point_to_point();
      case Form::polynomial: return read_polynomial();
      case Form::spline: return read_spline();
      case Form::fourier: return read_fourier();
      case Form::line: return read_straight_line();
      case Form::hold: return read_hold();
      case Form::csv: return read_csv();
    }
    return nullptr;
  }

  // A number above zero and not absurd.
  std::optional<double> positive(const char* key, double most, const std::string& hint, bool needed = true) {
    if (needed && !table_.has(key))
      table_.error(table_.at(), "missing-key", fmt::format("the motion has no '{}'", key), hint);
    const auto found = table_.number(key);
    if (!found) return std::nullopt;
    if (found->value > 0.0 && found->value <= most) return found->value;
    table_.error(found->at, found->value > 0.0 ? "too-large" : "not-positive",
                 fmt::format("'{}' of the motion is {}", key, number_text(found->value)),
                 found->value > 0.0 ? fmt::format("at most {}", number_text(most)) : hint);
    return std::nullopt;
  }
  std::optional<double> duration_of(const char* key) {
    time_ = key;
    return positive(key, longest, "how long the motion takes: more than zero [s]");
  }

  TimeLaw law() {
    return table_
        .choice<TimeLaw>("law", {{"ramp", TimeLaw::ramp},
                                 {"cubic", TimeLaw::cubic},
                                 {"poly345", TimeLaw::poly345},
                                 {"poly4567", TimeLaw::poly4567},
                                 {"cycloid", TimeLaw::cycloid}})
        .value_or(TimeLaw::poly345);
  }

  Motion read_point_to_point() {
    path_ = values_.written("to");
    const auto from = values_.required("from", values_.zeros(), "where the motion begins, one value per drive");
    const auto to = values_.required("to", from.value_or(values_.zeros()), "where it ends, one value per drive");
    const auto seconds = duration_of("seconds");
    const TimeLaw chosen = law();
    if (!from || !to || !seconds) return nullptr;
    return std::make_shared<motion::PointToPoint>(*from, *to, *seconds, chosen);
  }

  Motion read_hold() {
    path_ = values_.written("at");
    const auto at = values_.required("at", values_.zeros(), "where the arm stays, one value per drive");
    const auto seconds = duration_of("seconds");
    if (!at || !seconds) return nullptr;
    return std::make_shared<motion::PointToPoint>(*at, *at, *seconds, TimeLaw::ramp);
  }

  Motion read_straight_line() {
    path_ = "to", time_ = table_.has("speed") ? "speed" : "seconds";
    const auto seconds = table_.positive("seconds", longest, "s");
    const TimeLaw chosen = law();
    return read_line(table_, values_, robot_, chosen, seconds ? std::optional(seconds->value) : std::nullopt);
  }

  // The path is relative to the folder of the scenario.
  Motion read_csv() {
    path_ = time_ = "file";
    const auto file = table_.required_text("file", "file = \"motion.csv\": columns t, q:NAME, qd:NAME, qdd:NAME");
    if (file.value.empty()) return nullptr;
    const std::filesystem::path scenario(file.at.source ? file.at.source->name : "");
    const std::string path = (scenario.parent_path() / file.value).string();
    diagnostic::Findings found;
    Motion motion = read_motion_table(path, robot_, found);
    for (auto& finding : found) table_.report(std::move(finding));
    if (!motion)
      table_.error(file.at, "motion-unreadable", fmt::format("the motion cannot be read from '{}'", file.value),
                   "its path is relative to the folder of the scenario");
    return motion;
  }

  Motion read_polynomial() {
    path_ = values_.written("points");
    auto points = values_.points("points");
    const auto duration = duration_of("duration");
    table_.refuse("times", "has no place in a polynomial, which passes its points at equal times",
                  "remove it, or take form = \"spline\"");
    if (!points || !duration) return nullptr;
    const double step = *duration / static_cast<double>(points->size() - 1);
    return std::make_shared<motion::Polynomial>(std::move(*points), step);
  }

  Motion read_spline() {
    path_ = values_.written("points");
    const auto points = values_.points("points");
    const auto times = table_.has("times") ? read_times(points ? points->size() : 0) : equal_times(points);
    if (!points || !times) return nullptr;
    return std::make_shared<motion::Spline>(*points, *times);
  }

  std::optional<std::vector<double>> equal_times(const std::optional<std::vector<std::vector<double>>>& points) {
    const auto duration = duration_of("duration");
    if (!points || !duration) return std::nullopt;
    std::vector<double> times;
    const auto last = static_cast<double>(points->size() - 1);
    for (std::size_t k = 0; k < points->size(); ++k) times.push_back(*duration * (static_cast<double>(k) / last));
    return times;
  }

  std::optional<std::vector<double>> read_times(std::size_t points) {
    time_ = "times";
    table_.refuse("duration", "stands beside 'times', which say the same more exactly", "remove one of them");
    auto times = table_.numbers("times");
    if (!times || points == 0) return std::nullopt;
    const auto& t = times->value;
    bool increase = !t.empty() && t.front() == 0.0 && t.back() <= longest;
    for (std::size_t k = 1; k < t.size(); ++k) increase = increase && t[k] > t[k - 1];
    if (increase && t.size() == points) return std::move(times->value);
    table_.error(times->at, "times-wrong",
                 t.size() != points ? fmt::format("'times' of the motion has {} times for {} points", t.size(), points)
                                    : std::string("'times' of the motion do not begin at 0 and increase"),
                 "one time per point [s], the first 0, each later than the one before");
    return std::nullopt;
  }

  Motion read_fourier() {
    path_ = values_.written("centre");
    const auto centre = values_.required("centre", values_.zeros(), "what the motion swings about, one per drive");
    const auto period = duration_of("period");
    auto sine = read_series("sine"), cosine = read_series("cosine");
    if (!centre || !period || !sine || !cosine) return nullptr;
    for (std::size_t j = 0; j < sine->size(); ++j)
      if ((*sine)[j].size() != (*cosine)[j].size()) {
        table_.error(table_.at("cosine"), "wrong-length",
                     fmt::format("drive '{}' has {} sines and {} cosines", robot_.drives[j], (*sine)[j].size(),
                                 (*cosine)[j].size()),
                     "as many cosines as sines; write 0 where there is none");
        return nullptr;
      }
    return std::make_shared<motion::Fourier>(*period, *centre, std::move(*sine), std::move(*cosine));
  }

  std::optional<std::vector<std::vector<double>>> read_series(const char* key) {
    const char* const hint = "one list of coefficients per drive [rad/s or m/s]";
    if (!table_.has(key)) table_.error(table_.at(), "missing-key", fmt::format("the motion has no '{}'", key), hint);
    auto rows = table_.rows(key);
    if (!rows) return std::nullopt;
    bool short_enough = true;
    for (const auto& row : *rows) short_enough = short_enough && row.size() <= most_harmonics;
    if (rows->size() == values_.count() && short_enough) return rows;
    table_.error(table_.at(key), "wrong-length",
                 short_enough
                     ? fmt::format("'{}' of the motion has {} lists, not {}", key, rows->size(), values_.count())
                     : fmt::format("'{}' of the motion has more than {} harmonics", key, most_harmonics),
                 hint);
    return std::nullopt;
  }

  // How often and how fast it is played; what is played once is kept for the check of limits.
  Motion read_play(Motion motion) {
    const auto factor = positive("speed_factor", 1e6, "2 plays the motion twice as fast", false);
    const auto repeat = positive("repeat", most_repeats, "how often the motion is played: 1, 2, 3 ...", false);
    if (repeat && *repeat != std::floor(*repeat))
      table_.error(table_.at("repeat"), "not-whole", fmt::format("'repeat' of the motion is {}", number_text(*repeat)),
                   "a motion is played once, twice, ...: a whole number");
    if (!motion) return nullptr;
    if (factor && *factor != 1.0) motion = std::make_shared<motion::Faster>(std::move(motion), *factor);
    once_ = motion;
    if (!repeat || *repeat < 2.0) return motion;
    if (motion->duration() * *repeat > longest)
      table_.error(table_.at("repeat"), "too-large",
                   fmt::format("the motion would last {:.4g} s", motion->duration() * *repeat),
                   fmt::format("at most {} s in all", number_text(longest)));
    refuse_jumps(*motion);
    return std::make_shared<motion::Repeated>(motion, static_cast<int>(*repeat));
  }

  void refuse_jumps(const motion::Trajectory& motion) {
    const std::size_t n = motion.joints();
    std::vector<double> first(n), last(n), unused(n), unused_too(n);
    motion.evaluate(0.0, first, unused, unused_too);
    motion.evaluate(motion.duration(), last, unused, unused_too);
    for (std::size_t j = 0; j < n; ++j)
      if (!(std::abs(last[j] - first[j]) <= motion::largest_jump))
        table_.error(table_.at("repeat"), "repeat-jumps",
                     fmt::format("drive '{}' begins at {:.6g} and ends at {:.6g}: played again it would jump",
                                 robot_.drives[j], first[j], last[j]),
                     "a motion that is repeated ends where it begins");
  }

  files::TomlTable table_;
  DriveValues values_;
  const robot::Robot& robot_;
  diagnostic::Findings& findings_;
  std::string path_ = "form", time_ = "form";  // the keys that say where the motion goes, and how fast
  Motion once_;
};

}  // namespace

Motion read_motion(const files::TomlValue& table, const robot::Robot& robot, diagnostic::Findings& findings) {
  return MotionReader(table, robot, findings).read();
}

}  // namespace tauforge::scenario
