#include "tauforge/identify/round_model.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "tauforge/diagnostic/content_hash.h"
#include "tauforge/identify/check_logs.h"

namespace tauforge::identify {

namespace {

constexpr std::string_view first_line = "tauforge round 1";
constexpr std::size_t most_drives = 200, most_columns = 5000, most_blocks = 1000, most_rounds = 1000000;

const char* yes(bool value) { return value ? "yes" : "no"; }

// Words of a text, line by line. After a fault everything is empty or zero.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}
  bool good() const { return fault_.empty(); }
  const std::string& fault() const { return fault_; }
  int line() const { return line_; }
  void fail(const std::string& why) {
    if (good()) fault_ = why;
  }
  bool more() const { return at_ < text_.size(); }
  std::string_view word() {
    if (!good()) return {};
    if (at_ < text_.size() && text_[at_] == ' ') ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\n') ++at_;
    if (begin == at_) fail("a word is missing");
    return text_.substr(begin, at_ - begin);
  }
  void end_line() {
    if (!good()) return;
    if (at_ >= text_.size() || text_[at_] != '\n') return fail("the line does not end here");
    ++at_, ++line_;
  }
  void expect(std::string_view keyword) {
    if (const auto found = word(); good() && found != keyword)
      fail(fmt::format("'{}' is here instead of '{}'", found.substr(0, 40), keyword));
  }
  template <class T> T number(T most) {
    const std::string_view found = word();
    T value{};
    const auto [stop, failed] = std::from_chars(found.data(), found.data() + found.size(), value);
    const bool whole = failed == std::errc{} && stop == found.data() + found.size();
    if (good() && (!whole || !(value <= most && value >= (std::is_signed_v<T> ? -most : T{}))))
      fail(fmt::format("'{}' is no number up to {}", found.substr(0, 40), most));
    return good() ? value : T{};
  }
  bool choice(std::string_view one, std::string_view other) {  // whether it is the first
    const std::string_view found = word();
    if (good() && found != one && found != other)
      fail(fmt::format("'{}' is neither '{}' nor '{}'", found.substr(0, 40), one, other));
    return found == one;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::string fault_;
};

FrictionForm form_of(Words& words) {
  const std::string_view found = words.word();
  for (const FrictionForm form :
       {FrictionForm::coulomb, FrictionForm::smooth, FrictionForm::presliding, FrictionForm::stribeck})
    if (found == to_text(form)) return form;
  words.fail(fmt::format("'{}' is no form of friction", found.substr(0, 40)));
  return {};
}

RoundModel::Drive drive_of(Words& words) {
  RoundModel::Drive drive;
  drive.friction.form = form_of(words);
  drive.friction.width = words.number(1e6);
  const bool needs_width = drive.friction.form != FrictionForm::coulomb;
  if (words.good() && (needs_width ? !(drive.friction.width > 0.0) : drive.friction.width != 0.0))
    words.fail("coulomb friction has the width 0, every other a width above it");
  words.expect("reversals"), drive.reversals = words.choice("keep", "out");
  words.expect("load"), drive.growth.load = words.choice("yes", "no");
  words.expect("root"), drive.growth.root = words.choice("yes", "no");
  return drive;
}

}  // namespace

std::string to_text(const RoundModel& m) {
  std::string text = fmt::format(
      "{}\nrobot {}\nround {}\ncutoff {}\ndelay {}\nvelocity {}\noffsets {}\nwindow {}\nblocks {}\n"
      "drives {}\n",
      first_line, m.robot, m.round, m.cutoff_hz, m.delay, m.measured_velocity ? "measured" : "differences",
      yes(m.offsets), m.window, m.blocks, m.drives.size());
  for (const RoundModel::Drive& drive : m.drives)
    text +=
        fmt::format("drive {} {} reversals {} load {} root {}\n", to_text(drive.friction.form), drive.friction.width,
                    drive.reversals ? "keep" : "out", yes(drive.growth.load), yes(drive.growth.root));
  text += fmt::format("values {}\n", m.values.size());
  for (std::size_t c = 0; c < m.values.size(); ++c) text += fmt::format("value {} {}\n", m.names[c], m.values[c]);
  return text;
}

std::string fingerprint(const RoundModel& model) { return diagnostic::content_hash(to_text(model)); }

diagnostic::Result<RoundModel> read_round_model(const std::string& shown, std::string_view text) {
  RoundModel m;
  Words words(text);
  for (const char* word : {"tauforge", "round", "1"}) words.expect(word);
  const auto line = [&](std::string_view keyword) { words.end_line(), words.expect(keyword); };
  line("robot"), m.robot = words.word();
  line("round"), m.round = words.number(most_rounds);
  line("cutoff"), m.cutoff_hz = words.number(1e6);
  line("delay"), m.delay = words.number(10.0);
  line("velocity"), m.measured_velocity = words.choice("measured", "differences");
  line("offsets"), m.offsets = words.choice("yes", "no");
  line("window"), m.window = words.number(std::size_t{100000});
  line("blocks"), m.blocks = words.number(most_blocks);
  line("drives");
  const std::size_t drives = words.number(most_drives);
  for (std::size_t j = 0; j < drives && words.good(); ++j) line("drive"), m.drives.push_back(drive_of(words));
  line("values");
  const std::size_t values = words.number(most_columns);
  for (std::size_t c = 0; c < values && words.good(); ++c) {
    line("value");
    m.names.emplace_back(words.word());
    m.values.push_back(words.number(1e300));
  }
  words.end_line();
  if (words.good() && words.more()) words.fail("the text goes on after its last value");
  if (words.good() && (m.cutoff_hz < 0.0 || m.round == 0 || m.blocks == 0))
    words.fail("a cut-off is not negative, rounds and blocks count from one");
  if (words.good()) return m;
  diagnostic::Position at = whole_log(shown);
  at.line = words.line(), at.column = 1;
  return diagnostic::error(at, "round-malformed", fmt::format("'{}' is no round: {}", shown, words.fault()),
                           "tauforge identify --begin and --from write rounds (docs/blocks.md)");
}

ModelColumns columns_of(const robot::Robot& robot, const BaseParameters& base, const RoundModel& model) {
  ModelColumns columns = parameter_columns(robot, base);
  for (std::size_t j = 0; j < model.drives.size(); ++j) {
    const FrictionShape& shape = model.drives[j].friction;
    const bool stribeck = shape.form == FrictionForm::stribeck;  // but for what rest adds it is Coulomb's
    const auto add = [&](FrictionPart part) {
      columns.push_back(friction_column(robot, static_cast<Index>(j),
                                        stribeck && part != FrictionPart::rest ? FrictionShape{} : shape, part));
    };
    add(FrictionPart::level);
    if (stribeck) add(FrictionPart::rest);
    if (model.drives[j].growth.load) add(FrictionPart::load);
    if (model.drives[j].growth.root) add(FrictionPart::root);
  }
  return columns;
}

}  // namespace tauforge::identify
