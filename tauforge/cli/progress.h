// What long work says meanwhile, on standard error: on a terminal one line that is drawn again and again, with the best
// so far and the time left; elsewhere a line per stage.
#pragma once

#include <chrono>
#include <string>

#include "tauforge/tauforge.h"

namespace tauforge::cli {

class Progress {
 public:
  explicit Progress(bool silent);
  Progress(const Progress&) = delete;
  ~Progress() { clear(); }

  // Something else begins.
  void stage(const std::string& text);
  // How much of the stage is done, from 0 to 1, and what is known so far. May be called as often as one likes.
  void show(double share, const std::string& so_far);
  // What a library tells: a stage where it knows the share that is done, a line that stays elsewhere.
  void show(const Step& step);
  // A line that stays.
  void say(const std::string& text);
  // Takes the drawn line away: what comes next on the terminal begins in an empty line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  enum class Way { silent, lines, drawn };

  void draw(const std::string& text);

  Way way_;
  std::string stage_;
  Clock::time_point began_, drawn_;
  bool is_drawn_ = false;
};

}  // namespace tauforge::cli
