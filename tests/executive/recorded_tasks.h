// Tasks that do nothing but remember: what was taken from the mailbox, and which command reached the drives when.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tauforge/executive/mailbox.h"
#include "tauforge/executive/task.h"

namespace tauforge::executive::test {

// Written in two halves, first at the beginning of a computation, second at its end.
struct Model {
  Nanoseconds made_at = 0;
  std::uint64_t first_half = 0, second_half = 0;
  bool operator==(const Model&) const = default;
};

class RecordedBackground : public BackgroundTask {
 public:
  bool fails = false;  // the run that is finished next has no usable result

  void begin(Nanoseconds now) noexcept override {
    ++serial_;
    began_ = now;
    mailbox_.draft().made_at = now;
    mailbox_.draft().first_half = serial_;
  }
  bool finish(Nanoseconds) noexcept override {
    mailbox_.draft().second_half = serial_;
    if (fails) return false;
    mailbox_.publish();
    newest_ = began_;
    return true;
  }

  Mailbox<Model>& mailbox() { return mailbox_; }
  Nanoseconds newest() const { return newest_; }  // when the newest published model read its state

 private:
  Mailbox<Model> mailbox_;
  std::uint64_t serial_ = 0;
  Nanoseconds began_ = 0, newest_ = 0;
};

struct Applied {
  Nanoseconds at;
  Action command;
  bool operator==(const Applied&) const = default;
};

class RecordedLoop : public SynchronousTask {
 public:
  std::vector<RecordedBackground*> background;
  std::vector<Applied> applied;
  std::vector<Nanoseconds> ages_of_full;  // of the oldest model, by the test's own account, at each full step
  std::uint64_t torn = 0, not_the_newest = 0;

  Nanoseconds receive(Nanoseconds) noexcept override {
    oldest_ = background.empty() ? 0 : INT64_MAX;
    received_.clear();
    for (RecordedBackground* b : background) {
      const Model& model = b->mailbox().latest();
      received_.push_back({&model, model});
      torn += model.first_half != model.second_half;
      not_the_newest += model.made_at != b->newest();
      oldest_ = std::min(oldest_, b->newest());
    }
    return oldest_;
  }
  void full(Nanoseconds now) noexcept override {
    command_ = Action::full;
    ages_of_full.push_back(now - oldest_);
  }
  void degraded(Nanoseconds) noexcept override { command_ = Action::degraded; }
  void stop(Nanoseconds) noexcept override { command_ = Action::stop; }
  // The models of a step are its own to the end, whatever was published meanwhile.
  void apply(Nanoseconds now) noexcept override {
    for (const Received& r : received_) torn += *r.model != r.as_received;
    applied.push_back({now, command_});
  }

 private:
  struct Received {
    const Model* model;
    Model as_received;
  };
  std::vector<Received> received_;
  Nanoseconds oldest_ = 0;
  Action command_ = Action::hold;
};

}  // namespace tauforge::executive::test
