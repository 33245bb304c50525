// Hardware in the loop: an arm as a process of its own, behind a UDP port of this machine. The virtual robot of any robot file
// and scenario, on the real clock, with a watchdog of its own.                   the other side: udp_cards.c
//
//   udp_arm ROBOT SCENARIO [--port 47001] [--watchdog-ms 50] [--for SECONDS] [--write-machine FILE] [--wrong WHAT]...
//
// WHAT is wrong with it, for `tauforge commission` to find: encoder:J (counts down), motor:J:F and amplifier:J:F (F times the
// torque, or current), brake:J:F (holds F times what it should), button (not wired). J is a drive, from 1.
//
// It stands in its brakes until somebody says hello and commands otherwise. A session that falls silent for watchdog-ms, or
// says goodbye, ends in the brakes, without volts. SIGUSR1 presses the emergency stop, and releases it again.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "tauforge/cards/machine_file.h"
#include "tauforge/executive/clock.h"
#include "tauforge/executive/punctual_thread.h"
#include "tauforge/hardware.h"
#include "tauforge/scenario/machine.h"
#include "tauforge/tauforge.h"
#include "udp_datagram.h"

namespace {

volatile std::sig_atomic_t ended = 0, pressed = 0;

struct Arguments {
  std::string robot, scenario, machine;
  std::vector<std::string> wrong;
  int port = 47001;
  double watchdog = 0.05, seconds = 3600;
};

bool read_arguments(int argc, char** argv, Arguments& a) {
  std::vector<std::string> files;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word.rfind("--", 0) != 0) {
      files.push_back(word);
      continue;
    }
    if (++k == argc) return false;
    if (word == "--write-machine")
      a.machine = argv[k];
    else if (word == "--wrong")
      a.wrong.emplace_back(argv[k]);
    else if (word == "--port")
      a.port = std::atoi(argv[k]);
    else if (word == "--watchdog-ms")
      a.watchdog = 1e-3 * std::atof(argv[k]);
    else if (word == "--for")
      a.seconds = std::atof(argv[k]);
    else
      return false;
  }
  if (files.size() != 2 || a.port < 1 || a.port > 65535 || !(a.watchdog > 0) || !(a.seconds > 0)) return false;
  a.robot = files[0], a.scenario = files[1];
  return true;
}

class Arm {
 public:
  Arm(const tauforge::scenario::Scenario& scenario, double watchdog)
      : owner_(tauforge::scenario::virtual_machine(scenario)),
        reading_(owner_.robot->drives()),
        volts_(owner_.robot->drives(), 0.0),
        watchdog_(static_cast<std::int64_t>(1e9 * watchdog)),
        start_(tauforge::executive::clock_now()) {
    rest();
  }

  const tauforge::scenario::Machine& machine() const { return owner_.machine; }

  // False: there is no such error, or no such drive.
  bool plant(const std::string& what) {
    char kind[16] = "";
    unsigned drive = 1;
    double factor = 1;
    std::sscanf(what.c_str(), "%15[a-z]:%u:%lf", kind, &drive, &factor);
    const std::string name = kind;
    if (drive < 1 || drive > volts_.size()) return false;
    if (name == "encoder")
      owner_.robot->invert_encoder(drive - 1);
    else if (name == "motor")
      owner_.robot->set_motor(drive - 1, factor);
    else if (name == "amplifier")
      owner_.robot->set_amplifier(drive - 1, factor);
    else if (name == "brake")
      owner_.robot->set_brake(drive - 1, factor);
    else if (name == "button")
      wired_ = false;
    else
      return false;
    return true;
  }

  // What came in by a datagram; the answer, or nothing to say.
  bool hear(const udp_command& c, udp_state& answer) {
    if (c.magic != UDP_MAGIC) return false;
    if (c.kind == UDP_HELLO) {
      if (c.session != session_) begin(c.session);
      return state(UDP_WELCOME, 0, answer);
    }
    if (c.session != session_) return false;  // of an earlier driver
    if (c.kind == UDP_GOODBYE) {
      if (active_) finish("goodbye");
      return false;
    }
    if (c.kind != UDP_COMMAND) return false;
    if (const std::uint32_t ahead = c.number - number_; ahead == 0 || ahead > 0x80000000u) {
      ++overtaken_;  // what it says is over; its state is told all the same
      return state(UDP_STATE, c.number, answer);
    } else {
      missed_ += ahead - 1;
    }
    ++commands_, number_ = c.number;
    if (over_) return state(UDP_STATE, c.number, answer);
    active_ = true;
    if (c.heartbeat != heartbeat_) fed_ = now();
    heartbeat_ = c.heartbeat;
    std::copy_n(c.volts, volts_.size(), volts_.begin());
    owner_.robot->write(now(), {volts_, c.digital, c.enable != 0});
    return state(UDP_STATE, c.number, answer);
  }

  // After everything that has arrived was heard.
  void watch() {
    owner_.robot->advance(now());
    if (!active_ || now() - fed_ <= watchdog_) return;
    fired_ = true, ++firings_;
    finish("WATCHDOG: no heartbeat for longer than it may be");
  }

  void summary() const {
    std::printf("udp_arm: %llu commands, %llu overtaken, %llu missing or late; the watchdog fired %d times\n",
                static_cast<unsigned long long>(commands_), static_cast<unsigned long long>(overtaken_),
                static_cast<unsigned long long>(missed_), firings_);
  }

 private:
  std::int64_t now() const { return tauforge::executive::clock_now() - start_; }

  void rest() {
    std::fill(volts_.begin(), volts_.end(), 0.0);
    owner_.robot->write(now(), {volts_, tauforge::control::brakes, false});
  }
  void begin(std::uint32_t session) {
    rest();
    session_ = session, number_ = 0, heartbeat_ = 0, active_ = fired_ = over_ = false;
    std::printf("udp_arm: %.3f s: a driver says hello\n", 1e-9 * static_cast<double>(now()));
  }
  void finish(const char* why) {
    rest();
    active_ = false, over_ = true;
    std::printf("udp_arm: %.3f s: %s; brakes on, no volts\n", 1e-9 * static_cast<double>(now()), why);
  }

  bool state(udp_kind kind, std::uint32_t number, udp_state& s) {
    owner_.robot->read(now(), reading_);
    std::memset(&s, 0, sizeof s);
    s.magic = UDP_MAGIC, s.kind = kind, s.session = session_, s.number = number, s.time_ns = now();
    s.drives = static_cast<std::uint32_t>(volts_.size()), s.equipment = equipment();
    s.hot = reading_.hot, s.digital = reading_.digital, s.engaged = reading_.engaged;
    s.emergency_stop = pressed && wired_ ? 1 : 0, s.watchdog = fired_ ? 1 : 0;
    std::copy(reading_.counts.begin(), reading_.counts.end(), s.counts);
    std::copy(reading_.index_counts.begin(), reading_.index_counts.end(), s.index_counts);
    std::copy(reading_.index_pulses.begin(), reading_.index_pulses.end(), s.index_pulses);
    std::copy(reading_.potentiometers.begin(), reading_.potentiometers.end(), s.potentiometers);
    std::copy(reading_.currents.begin(), reading_.currents.end(), s.currents);
    return true;
  }
  std::uint32_t equipment() const {
    std::uint32_t has = TAUFORGE_HAS_WATCHDOG | TAUFORGE_HAS_EMERGENCY_STOP | TAUFORGE_HAS_BRAKES |
                        TAUFORGE_HAS_BRAKE_FEEDBACK | TAUFORGE_HAS_POTENTIOMETERS | TAUFORGE_HAS_THERMAL |
                        TAUFORGE_HAS_CURRENTS;
    for (const auto& encoder : owner_.robot->settings().encoders)
      if (encoder.counts_per_revolution <= 0) return has;
    return has | TAUFORGE_HAS_INDEX;
  }

  tauforge::scenario::VirtualMachine owner_;
  tauforge::control::Reading reading_;
  std::vector<double> volts_;
  std::int64_t watchdog_, start_, fed_ = 0;
  std::uint32_t session_ = 0, number_ = 0, heartbeat_ = 0;
  bool active_ = false, over_ = false, fired_ = false, wired_ = true;
  std::uint64_t commands_ = 0, overtaken_ = 0, missed_ = 0;
  int firings_ = 0;
};

int serve(Arm& arm, const Arguments& a) {
  const int port = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in here{};
  here.sin_family = AF_INET, here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  here.sin_port = htons(static_cast<std::uint16_t>(a.port));
  if (port < 0 || bind(port, reinterpret_cast<sockaddr*>(&here), sizeof here) != 0) {
    std::fprintf(stderr, "udp_arm: port %d: %s\n", a.port, std::strerror(errno));
    return 4;
  }
  std::printf("udp_arm: an arm with %zu drives at 127.0.0.1:%d, for %g s\n", arm.machine().axes.size(), a.port,
              a.seconds);
  const tauforge::executive::PunctualThread punctual(70);
  const std::int64_t end = tauforge::executive::clock_now() + static_cast<std::int64_t>(1e9 * a.seconds);
  while (!ended && tauforge::executive::clock_now() < end) {
    pollfd waiting{port, POLLIN, 0};
    poll(&waiting, 1, 5);
    udp_command command;
    udp_state answer;
    sockaddr_in from{};
    for (socklen_t size = sizeof from;; size = sizeof from) {
      const ssize_t got =
          recvfrom(port, &command, sizeof command, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size);
      if (got < 0) break;
      if (got == static_cast<ssize_t>(sizeof command) && arm.hear(command, answer))
        static_cast<void>(!sendto(port, &answer, sizeof answer, MSG_DONTWAIT | MSG_NOSIGNAL,
                                  reinterpret_cast<sockaddr*>(&from), size));
    }
    arm.watch();
  }
  close(port);
  arm.summary();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Arguments a;
  if (!read_arguments(argc, argv, a)) {
    std::fprintf(stderr,
                 "usage: udp_arm ROBOT SCENARIO [--port 47001] [--watchdog-ms 50] [--for SECONDS] "
                 "[--write-machine FILE] [--wrong WHAT]...\n");
    return 2;
  }
  const auto robot = tauforge::load(a.robot);
  for (const auto& finding : robot.findings()) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  if (!robot) return 1;
  const auto read = tauforge::read_scenario(robot.value(), a.scenario);
  for (const auto& finding : read.findings()) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  if (!read) return 1;
  tauforge::scenario::Scenario scenario = read.value().details();
  scenario.machine.start_braked = true;
  Arm arm(scenario, a.watchdog);
  for (const std::string& what : a.wrong)
    if (!arm.plant(what)) {
      std::fprintf(stderr, "udp_arm: '%s' cannot be planted\n", what.c_str());
      return 2;
    }
  if (!a.machine.empty()) {
    tauforge::cards::MachineFile file;
    file.axes = arm.machine().axes, file.potentiometers = arm.machine().potentiometers,
    file.homing = arm.machine().homing, file.torque_per_ampere = arm.machine().torque_per_ampere;
    file.brake_delay = arm.machine().brake_delay;
    file.driver_options = "port=" + std::to_string(a.port);
    std::ofstream out(a.machine);
    out << "# What calibrates the arm of udp_arm.\n" << tauforge::cards::write_machine(file, scenario.robot);
    if (!out.flush()) {
      std::fprintf(stderr, "udp_arm: '%s' cannot be written\n", a.machine.c_str());
      return 4;
    }
  }
  std::signal(SIGINT, [](int) { ended = 1; });
  std::signal(SIGTERM, [](int) { ended = 1; });
  std::signal(SIGUSR1, [](int) { pressed = !pressed; });
  return serve(arm, a);
}
