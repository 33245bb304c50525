// The calling thread under SCHED_FIFO, where that is allowed, until this is destroyed: for what talks to cards outside of an
// executive. Threads that it starts meanwhile are ordinary ones.
#pragma once

namespace tauforge::executive {

class PunctualThread {
 public:
  explicit PunctualThread(int priority) noexcept;  // 1 to 99
  PunctualThread(const PunctualThread&) = delete;
  ~PunctualThread();
  bool granted() const noexcept { return granted_; }

 private:
  bool granted_;
};

}  // namespace tauforge::executive
