#include "tauforge/executive/punctual_thread.h"

#include <sched.h>

namespace tauforge::executive {

PunctualThread::PunctualThread(int priority) noexcept {
  const sched_param wanted{priority};
  granted_ = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &wanted) == 0;
}

PunctualThread::~PunctualThread() {
  const sched_param ordinary{0};
  if (granted_) sched_setscheduler(0, SCHED_OTHER, &ordinary);
}

}  // namespace tauforge::executive
