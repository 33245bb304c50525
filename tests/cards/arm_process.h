// udp_arm of examples/hardware as a process of its own, at a free port.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "tests/cli/program.h"

namespace tauforge::tests {

inline const std::string udp_robot = TAUFORGE_SOURCE_DIR "/robots/puma560.toml";
inline const std::string udp_motion = TAUFORGE_SOURCE_DIR "/examples/hardware/udp_motion.toml";

inline sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET, address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

inline int bound_socket(int port = 0) {
  const int s = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  EXPECT_EQ(bind(s, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  return s;
}

inline int port_of(int s) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  getsockname(s, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

inline int free_port() {
  const int s = bound_socket();
  const int port = port_of(s);
  close(s);
  return port;
}

// udp_arm as a process of its own, ended when this is.
class ArmProcess {
 public:
  explicit ArmProcess(const std::string& more = "", int seconds = 120)
      : port_(free_port()), machine_("machine.toml", ""), output_("output.txt", "") {
    const std::string command = "exec '" EXAMPLES "/udp_arm' '" + udp_robot + "' '" + udp_motion + "' --port " +
                                std::to_string(port_) + " --for " + std::to_string(seconds) + " --write-machine " +
                                machine_.quoted() + " " + more + " >" + output_.quoted() + " 2>&1";
    process_ = fork();
    if (process_ == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    wait_for("an arm with");
  }
  ~ArmProcess() { end(SIGTERM); }
  void end(int signal) {
    if (process_ <= 0) return;
    kill(process_, signal);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = -1;
  }
  std::string said() const {
    std::ifstream file(output_.path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Generously: the machine may be busy.
  bool wait_for(const std::string& words) const {
    for (int k = 0; k < 3000 && said().find(words) == std::string::npos; ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return said().find(words) != std::string::npos;
  }
  int port() const { return port_; }
  std::string options() const { return "port=" + std::to_string(port_) + " "; }
  std::string machine() const { return machine_.quoted(); }
  std::string machine_path() const { return machine_.path(); }
  pid_t process() const { return process_; }

 private:
  int port_;
  TemporaryFile machine_, output_;
  pid_t process_ = -1;
};

}  // namespace tauforge::tests
