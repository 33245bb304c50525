#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "tauforge/compiler/plan_text.h"
#include "tauforge/compiler/plan_words.h"

namespace tauforge::compiler {

namespace {

using diagnostic::Findings;
using diagnostic::Source;
using dynamics::GaugeMove;
using dynamics::Index;
using dynamics::Meeting;
using dynamics::Plan;
using plan_words::Words;

constexpr Index most_joints = 10000;

// The words of one line, one after another. What is not understood ends the line.
class Line {
 public:
  Line(const std::shared_ptr<const Source>& source, int number, std::string_view text)
      : source_(source), text_(text.substr(0, text.find('#'))), number_(number) {
    skip_blanks();
  }

  bool ended() const { return refusal_ || next_ == text_.size(); }
  const std::optional<diagnostic::Diagnostic>& refusal() const { return refusal_; }

  // A comma is a word of its own. Empty at the end of the line.
  std::string_view take() {
    begin_ = next_;
    if (!ended() && text_[next_] == ',')
      ++next_;
    else
      while (!ended() && text_[next_] != ',' && !is_blank(text_[next_])) ++next_;
    end_ = next_;
    skip_blanks();
    return text_.substr(begin_, end_ - begin_);
  }

  bool take_if(std::string_view wanted) {
    const auto here = std::tuple(next_, begin_, end_);
    if (take() == wanted) return true;
    std::tie(next_, begin_, end_) = here;
    return false;
  }

  void expect(std::string_view wanted) {
    if (take() != wanted) refuse(fmt::format("'{}' has to stand here", wanted));
  }

  // Which of the words it is.
  int one_of(Words words) { return among(words, take()); }
  int among(Words words, std::string_view word) {
    for (std::size_t k = 0; k < words.size(); ++k)
      if (word == words[k]) return static_cast<int>(k);
    refuse(fmt::format("one of these has to stand here: {}", fmt::join(words, " ")));
    return 0;
  }

  Index joint() {
    const std::string_view word = take();
    Index number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc{} && end == word.data() + word.size() && number >= 1 && number <= most_joints)
      return number - 1;
    refuse("the number of a joint has to stand here, the first is 1");
    return 0;
  }
  Index joint_or_base() { return take_if("base") ? dynamics::Tree::base : joint(); }

  // Points at the word that was taken last. Of several reasons in one line the first is kept.
  void refuse(const std::string& hint) {
    if (refusal_) return;
    const std::string_view word = text_.substr(begin_, end_ - begin_);
    const int column = static_cast<int>(begin_) + 1, length = std::max(1, static_cast<int>(word.size()));
    refusal_ =
        diagnostic::error({source_, number_, column, length}, "plans-word-unknown",
                          word.empty() ? "a word is missing" : fmt::format("'{}' is not understood", word), hint);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  void skip_blanks() {
    while (!ended() && is_blank(text_[next_])) ++next_;
  }

  std::shared_ptr<const Source> source_;
  std::string_view text_;
  int number_;
  std::size_t next_ = 0;             // the word that comes
  std::size_t begin_ = 0, end_ = 0;  // the word that was taken last
  std::optional<diagnostic::Diagnostic> refusal_;
};

void read_link(Line& line, Plan& plan) {
  if (line.joint() != static_cast<Index>(plan.link.size()))
    line.refuse(fmt::format("links stand in their order: link {} is next", plan.link.size() + 1));
  dynamics::LinkPlan link;
  while (!line.ended()) {
    const std::string_view word = line.take(), name = word.substr(0, word.find('='));
    const plan_words::LinkWord* found = nullptr;
    for (const auto& choice : plan_words::link_words)
      if (name == choice.name) found = &choice;
    if (!found)
      line.refuse("no choice of a link has this name");
    else if (found->words.empty() && name.size() < word.size())
      line.refuse("this choice has no value");
    else if (found->words.empty())
      found->set(link, 1);
    else
      found->set(link, line.among(found->words, word.substr(std::min(word.size(), name.size() + 1))));
  }
  plan.link.push_back(link);
}

void read_unit(Line& line, Plan& plan) {
  plan.unit.joint = line.take_if("gravity") ? dynamics::UnitLength::of_gravity : line.joint();
  plan.unit.component = line.one_of(plan_words::components);
}

void read_base(Line& line, Plan& plan) {
  const std::string_view word = line.take(), name = "form=";
  if (!word.starts_with(name)) return line.refuse("form=WORD has to stand here");
  plan.base_form = static_cast<dynamics::LinkForm>(line.among(plan_words::forms, word.substr(name.size())));
}

void read_moves(Line& line, Plan& plan) {
  GaugeMove move;
  move.joint = line.joint();
  do {
    move.what = static_cast<dynamics::Movable>(line.one_of(plan_words::movables));
    move.of = static_cast<GaugeMove::Of>(line.one_of(plan_words::owners));
    move.zero = static_cast<dynamics::Entry>(line.one_of(plan_words::entries));
    move.with = GaugeMove{}.with, move.partner = GaugeMove{}.partner;
    if (line.take_if("sum")) move.with = GaugeMove::With::sum;
    if (line.take_if("difference")) move.with = GaugeMove::With::difference;
    if (move.with != GaugeMove::With::nothing)
      move.partner = static_cast<dynamics::Entry>(line.one_of(plan_words::entries));
    plan.gauge.push_back(move);
  } while (line.take_if(","));
}

void read_meetings(Line& line, Plan& plan) {
  Meeting meeting;
  meeting.upper = line.joint();
  line.expect("at");
  meeting.body = line.joint_or_base();
  meeting.frame = line.take_if("before") ? dynamics::LinkFrame::before : dynamics::LinkFrame::own;
  line.expect("with");
  do {
    meeting.lower = line.joint_or_base();
    plan.meetings.push_back(meeting);
  } while (!line.ended());
}

class Reader {
 public:
  explicit Reader(const std::shared_ptr<const Source>& source) : source_(source) {}

  diagnostic::Result<Plans> read() {
    const std::string_view text = source_->text;
    int number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      Line line(source_, ++number, text.substr(begin, end - begin));
      begin = end + 1;
      if (!line.ended()) read(line);
      if (line.refusal()) findings_.push_back(*line.refusal());
    }
    if (!findings_.empty()) return findings_;
    return std::move(plans_);
  }

 private:
  void read(Line& line) {
    const std::string_view word = line.take();
    if (word.starts_with('[') && word.ends_with(']')) {
      const int function = line.among(plan_words::functions, word.substr(1, word.size() - 2));
      plan_ = &plans_[static_cast<PlannedFunction>(function)].emplace_back();
    } else if (!plan_) {
      line.refuse("before the first choice the name of a function has to stand, as in [inverse_dynamics]");
    } else if (word == "link") {
      read_link(line, *plan_);
    } else if (word == "unit") {
      read_unit(line, *plan_);
    } else if (word == "base") {
      read_base(line, *plan_);
    } else if (word == "move") {
      read_moves(line, *plan_);
    } else if (word == "meet") {
      read_meetings(line, *plan_);
    } else {
      line.refuse("a line begins with [FUNCTION], link, unit, base, move or meet");
    }
    if (!line.ended()) {
      line.take();
      line.refuse("the line should have ended before");
    }
  }

  std::shared_ptr<const Source> source_;
  Plans plans_;
  Plan* plan_ = nullptr;  // that is read
  Findings findings_;
};

}  // namespace

diagnostic::Result<Plans> read_plans(const std::shared_ptr<const Source>& source) { return Reader(source).read(); }

}  // namespace tauforge::compiler
