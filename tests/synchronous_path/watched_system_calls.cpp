#include "watched_system_calls.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace tauforge::test {

std::string WatchedSystemCalls::install() {
  std::array<sock_filter, 5> filter{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_nanosleep, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  sock_fprog program{};
  program.len = static_cast<unsigned short>(filter.size());
  program.filter = filter.data();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "prctl: " + std::generic_category().message(errno);
  // Started first: from the filter on, every other call of this thread waits for an answer.
  thread_ = std::thread([this] { listen(); });
  const auto listener =
      static_cast<int>(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
  const int error = errno;
  listener_.store(listener);
  return listener < 0 ? "seccomp: " + std::generic_category().message(error) : "";
}

void WatchedSystemCalls::listen() {
  while (listener_.load() == unknown) std::this_thread::yield();
  while (!stop_.load() && listener_.load() >= 0) {
    pollfd waiting{listener_.load(), POLLIN, 0};
    if (poll(&waiting, 1, 20) <= 0) continue;
    if (!(waiting.revents & POLLIN)) return;  // the watched thread has ended
    seccomp_notif call{};
    if (ioctl(waiting.fd, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
    if (noting_.load()) {
      const std::lock_guard lock(mutex_);
      calls_.push_back(call.data.nr);
    }
    seccomp_notif_resp answer{};
    answer.id = call.id;
    answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(waiting.fd, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
}

std::vector<int> WatchedSystemCalls::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

WatchedSystemCalls::~WatchedSystemCalls() {
  stop_.store(true);
  if (thread_.joinable()) thread_.join();
  if (listener_.load() >= 0) close(listener_.load());
}

}  // namespace tauforge::test
