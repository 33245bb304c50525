#include "tauforge/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

namespace {

bool can_draw() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && (!terminal || std::string_view(terminal) != "dumb");
}

std::string time_text(double seconds) {
  if (seconds >= 3600.0) return fmt::format("{:.1f} h", seconds / 3600.0);
  const auto whole = static_cast<long long>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(bool silent) : way_(silent ? Way::silent : can_draw() ? Way::drawn : Way::lines) {}

void Progress::stage(const std::string& text) {
  stage_ = text;
  began_ = drawn_ = Clock::now();
  if (way_ == Way::lines) fmt::print(stderr, "{}\n", printable(text));
  if (way_ == Way::drawn) draw(text);
}

void Progress::show(double share, const std::string& so_far) {
  using namespace std::chrono_literals;
  if (way_ != Way::drawn) return;
  const Clock::time_point now = Clock::now();
  if (now - drawn_ < 100ms) return;
  drawn_ = now;
  std::string text = fmt::format("{}: {:.0f} %, {}", stage_, 100.0 * share, so_far);
  const double passed = std::chrono::duration<double>(now - began_).count();
  if (passed > 1.0 && share > 0.0) text += fmt::format(", {} left", time_text(passed * (1.0 - share) / share));
  draw(text);
}

void Progress::show(const Step& step) {
  if (!step.share) return say(step.what);
  if (step.what != stage_) return stage(step.what);
  show(*step.share, step.so_far + " so far");
}

void Progress::say(const std::string& text) {
  clear();
  if (way_ != Way::silent) fmt::print(stderr, "{}\n", printable(text));
}

void Progress::clear() {
  if (is_drawn_) fmt::print(stderr, "\r\x1b[K");
  is_drawn_ = false;
}

void Progress::draw(const std::string& text) {
  fmt::print(stderr, "\r{}\x1b[K", diagnostic::shortened(printable(text), terminal_width(stderr) - 1));
  is_drawn_ = true;
}

}  // namespace tauforge::cli
