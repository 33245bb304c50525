// Hardware in the loop over loopback: every period is accounted for, whatever the network does, and the policy of the driver
// is what it says. Every run is bounded in time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "examples/hardware/udp_datagram.h"
#include "tauforge/cards/driver_hardware.h"
#include "tests/cards/arm_process.h"

namespace tauforge::tests {
namespace {

using control::CardStatus;
using nlohmann::json;

const std::string driver = EXAMPLES "/libudp_cards.so";
const std::string &robot = udp_robot, &motion = udp_motion;

Answer run_on(const ArmProcess& arm, const std::string& injected, const std::string& seconds, const std::string& more) {
  return run_program("run '" + robot + "' '" + motion + "' --hardware '" + driver + "' --machine " + arm.machine() +
                     " --hardware-options '" + arm.options() + injected + "' --for " + seconds + " --quiet --json " +
                     more);
}

json report_of(const Answer& answer) {
  const std::size_t begin = answer.text.find("{\n"), end = answer.text.rfind("\n}");
  if (begin == std::string::npos || end == std::string::npos) return {};
  return json::parse(answer.text.substr(begin, end + 2 - begin), nullptr, false);
}

// The first number in front of a word, of what the driver tells.
std::uint64_t told(const json& report, const std::string& pattern) {
  for (const auto& line : report["cards"]["told"]) {
    std::smatch found;
    const std::string text = line.get<std::string>();
    if (std::regex_search(text, found, std::regex(pattern))) return std::stoull(found[1]);
  }
  ADD_FAILURE() << pattern << " in\n" << report["cards"].dump(2);
  return 0;
}

std::ptrdiff_t rows(const std::string& path) {
  std::ifstream file(path);
  return std::count(std::istreambuf_iterator<char>(file), {}, '\n') - 1;
}

// Each period has a row of the log, or is counted as lost; each row has a reading, and each reading a status. Each command
// was sent, lost by injection, still held, or refused by the system; each state that came back is new or overtaken.
void expect_all_accounted_for(const json& r, const std::string& log) {
  const auto steps = r["timing"]["steps"].get<std::uint64_t>();
  const auto samples = r["samples"].get<std::uint64_t>();
  const auto lost_releases = r["timing"]["overruns"]["lost_releases"].get<std::uint64_t>();
  const double periods = r["duration_s"].get<double>() / 1e-3 + 1;  // the first at zero, the last at the end
  EXPECT_NEAR(static_cast<double>(samples + lost_releases), periods, 1.5);
  EXPECT_EQ(r["dropped"], 0);
  EXPECT_EQ(r["timing"]["timing_samples_lost"], 0);
  EXPECT_GE(samples, steps);
  EXPECT_LE(samples, steps + 1);
  EXPECT_EQ(rows(log), static_cast<std::ptrdiff_t>(samples));
  const json& reads = r["cards"]["reads"];
  const auto all =
      reads["fine"].get<std::uint64_t>() + reads["stale"].get<std::uint64_t>() + reads["failed"].get<std::uint64_t>();
  EXPECT_EQ(told(r, "periods: (\\d+)"), all);
  EXPECT_GE(all, samples);       // every row was read,
  EXPECT_LE(all, samples + 10);  // and a few times before the first
  EXPECT_EQ(told(r, "of them (\\d+) stale"), reads["stale"].get<std::uint64_t>());
  const std::uint64_t commands = told(r, "commands: (\\d+)");
  const json& writes = r["cards"]["writes"];
  EXPECT_EQ(commands, writes["fine"].get<std::uint64_t>() + writes["stale"].get<std::uint64_t>() +
                          writes["failed"].get<std::uint64_t>());
  const std::uint64_t sent = told(r, "of them (\\d+) sent"), lost = told(r, "injected: (\\d+) commands");
  EXPECT_LE(sent + lost + told(r, "sent, (\\d+) refused"), commands);
  EXPECT_GE(sent + lost + told(r, "sent, (\\d+) refused") + 64, commands);  // at most the held ones are missing
  EXPECT_LE(told(r, "states: (\\d+) new") + told(r, "(\\d+) overtaken"), sent);
}

TEST(UdpCards, FollowAMotionOverAPerfectNetwork) {
  const ArmProcess arm("--watchdog-ms 2000");  // this machine may be busy
  const TemporaryFile log("log.csv", "");
  const Answer answer = run_on(arm, "fail_after=2000", "2s", "-o " + log.quoted());
  const json r = report_of(answer);
  ASSERT_FALSE(r.is_null() || r.is_discarded()) << answer.text;
  expect_all_accounted_for(r, log.path());
  EXPECT_EQ(told(r, "and (\\d+) states lost"), 0u);
  EXPECT_GT(r["cards"]["reads"]["fine"], 1000);
}

TEST(UdpCards, AccountForEveryPeriodOfANetworkThatLosesDelaysAndReorders) {
  const ArmProcess arm("--watchdog-ms 2000");
  const TemporaryFile log("log.csv", "");
  const Answer answer =
      run_on(arm, "fail_after=2000 loss=0.05 delay=0.05 swap=0.05 seed=7", "3s", "-o " + log.quoted());
  const json r = report_of(answer);
  ASSERT_FALSE(r.is_null() || r.is_discarded()) << answer.text;
  expect_all_accounted_for(r, log.path());
  const double commands = static_cast<double>(told(r, "commands: (\\d+)"));
  // five standard deviations of a binomial distribution
  EXPECT_NEAR(static_cast<double>(told(r, "injected: (\\d+) commands")), 0.05 * commands,
              5 * std::sqrt(0.0475 * commands));
  EXPECT_GT(r["cards"]["reads"]["stale"], 0);
  EXPECT_GT(told(r, "(\\d+) overtaken"), 0u);
  EXPECT_GT(told(r, "(\\d+) late"), 0u);
}

// The driver alone, against a peer that the test plays: what it says is known exactly.
class UdpPolicy : public testing::Test {
 protected:
  UdpPolicy() : peer_(bound_socket()) {}
  ~UdpPolicy() override { close(peer_); }

  std::unique_ptr<cards::DriverHardware> opened(const std::string& options) {
    bool done = false;
    std::thread welcome([&] {  // open() waits for it
      for (int k = 0; k < 500 && !done; ++k) {
        udp_command hello{};
        if (receive(hello) && hello.kind == UDP_HELLO) {
          session_ = hello.session;
          answer(UDP_WELCOME, 0, 5);
          return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
    auto result = cards::DriverHardware::open(driver, "port=" + std::to_string(port_of(peer_)) + " " + options, 2);
    done = true;
    welcome.join();
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : to_text(result.findings().front()));
    return result.ok() ? result.take() : nullptr;
  }
  bool receive(udp_command& command) {
    socklen_t size = sizeof from_;
    return recvfrom(peer_, &command, sizeof command, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from_), &size) ==
           static_cast<ssize_t>(sizeof command);
  }
  // The command of this write; over loopback it is there when send() returns.
  udp_command commanded() {
    udp_command command{};
    EXPECT_TRUE(receive(command));
    return command;
  }
  void answer(udp_kind kind, std::uint32_t number, std::int64_t count, bool watchdog = false) {
    udp_state s{};
    s.magic = UDP_MAGIC, s.kind = kind, s.session = session_, s.number = number, s.drives = 2, s.equipment = 255;
    s.counts[0] = count, s.watchdog = watchdog;
    sendto(peer_, &s, sizeof s, 0, reinterpret_cast<sockaddr*>(&from_), sizeof from_);
  }

  int peer_;
  sockaddr_in from_{};
  std::uint32_t session_ = 0;
  const std::vector<double> volts_{1.5, -2.5};
  control::Reading reading_{2};
};

TEST_F(UdpPolicy, AStateThatIsNewerIsFineAndAPeriodWithoutOneIsStale) {
  const auto cards = opened("fail_after=100");
  EXPECT_EQ(cards->read(0, reading_), CardStatus::fine);  // the welcome
  EXPECT_EQ(reading_.counts[0], 5);
  EXPECT_EQ(cards->write(0, {volts_, 3, true}), CardStatus::fine);
  const udp_command c = commanded();
  EXPECT_EQ(c.number, 1u);
  EXPECT_EQ(c.heartbeat, 1u);
  EXPECT_EQ(c.volts[1], -2.5);
  EXPECT_EQ(c.digital, 3u);
  EXPECT_EQ(c.enable, 1u);
  EXPECT_EQ(cards->read(1, reading_), CardStatus::stale);
  answer(UDP_STATE, 1, 6);
  EXPECT_EQ(cards->read(2, reading_), CardStatus::fine);
  EXPECT_EQ(reading_.counts[0], 6);
  answer(UDP_STATE, 1, 7);  // once more: not newer
  EXPECT_EQ(cards->read(3, reading_), CardStatus::stale);
  EXPECT_EQ(reading_.counts[0], 6);
}

TEST_F(UdpPolicy, AnOvertakenStateIsNotBelieved) {
  const auto cards = opened("fail_after=100");
  for (int k = 0; k < 3; ++k) cards->write(k, {volts_}), commanded();
  answer(UDP_STATE, 3, 30);
  answer(UDP_STATE, 2, 20);
  EXPECT_EQ(cards->read(3, reading_), CardStatus::fine);
  EXPECT_EQ(reading_.counts[0], 30);
  answer(UDP_STATE, 1, 10);
  EXPECT_EQ(cards->read(4, reading_), CardStatus::stale);
  EXPECT_EQ(reading_.counts[0], 30);
  EXPECT_NE(cards->report().told.find("states: 1 new, of them 0 late; 2 overtaken, 0 never came"), std::string::npos)
      << cards->report().told;
}

// One that is two periods old would look like a jump when the next comes in time.
TEST_F(UdpPolicy, AStateThatAnswersAnEarlierCommandThanTheLastTwoIsNoNews) {
  const auto cards = opened("fail_after=100");
  for (int k = 0; k < 3; ++k) cards->write(k, {volts_}), commanded();
  answer(UDP_STATE, 1, 10);
  EXPECT_EQ(cards->read(3, reading_), CardStatus::stale);
  answer(UDP_STATE, 2, 20);
  EXPECT_EQ(cards->read(4, reading_), CardStatus::fine);
  EXPECT_EQ(reading_.counts[0], 20);
  EXPECT_NE(cards->report().told.find("states: 2 new, of them 2 late"), std::string::npos) << cards->report().told;
}

// The machine stood still for 30 ms between a command and the next reading.
TEST_F(UdpPolicy, AStateFromBeforeAStandstillIsNoNews) {
  const auto cards = opened("fail_after=100 period_us=1000");
  constexpr std::int64_t ms = 1'000'000;
  cards->write(0, {volts_}), commanded();
  answer(UDP_STATE, 1, 10);
  EXPECT_EQ(cards->read(30 * ms, reading_), CardStatus::stale);
  cards->write(30 * ms, {volts_}), commanded();
  answer(UDP_STATE, 2, 20);
  EXPECT_EQ(cards->read(31 * ms, reading_), CardStatus::fine);
  EXPECT_EQ(reading_.counts[0], 20);
}

TEST_F(UdpPolicy, SoManyStalePeriodsInARowAreAFailureAndANewStateEndsThem) {
  const auto cards = opened("fail_after=4");
  cards->write(0, {volts_}), commanded();
  for (int k = 1; k <= 3; ++k) EXPECT_EQ(cards->read(k, reading_), CardStatus::stale) << k;
  EXPECT_EQ(cards->read(4, reading_), CardStatus::failed);
  EXPECT_EQ(cards->read(5, reading_), CardStatus::failed);
  answer(UDP_STATE, 1, 9);
  EXPECT_EQ(cards->read(6, reading_), CardStatus::fine);
  EXPECT_EQ(cards->report().reads.failed, 2u);
}

TEST_F(UdpPolicy, StatesOfAnotherSessionAreNotBelieved) {
  const auto cards = opened("fail_after=100");
  cards->write(0, {volts_}), commanded();
  ++session_;
  answer(UDP_STATE, 1, 9);
  EXPECT_EQ(cards->read(1, reading_), CardStatus::stale);
  const char garbage[] = "garbage";
  sendto(peer_, garbage, sizeof garbage, 0, reinterpret_cast<sockaddr*>(&from_), sizeof from_);
  EXPECT_EQ(cards->read(2, reading_), CardStatus::stale);
  EXPECT_NE(cards->report().told.find("2 of others"), std::string::npos) << cards->report().told;
}

TEST_F(UdpPolicy, AWatchdogThatHasFiredIsAFailure) {
  const auto cards = opened("fail_after=100");
  cards->write(0, {volts_}), commanded();
  answer(UDP_STATE, 1, 9, true);
  EXPECT_EQ(cards->read(1, reading_), CardStatus::failed);
}

TEST_F(UdpPolicy, AProcessThatIsGoneIsAFailure) {
  const auto cards = opened("fail_after=1000000");
  close(peer_), peer_ = -1;
  CardStatus status = CardStatus::fine;
  for (int k = 0; k < 3; ++k) status = cards->write(k, {volts_});  // the refusal comes back with the next call
  EXPECT_EQ(status, CardStatus::failed);
  EXPECT_EQ(cards->read(3, reading_), CardStatus::failed);
}

TEST_F(UdpPolicy, ReadingNeverWaits) {
  const auto cards = opened("fail_after=1000000");
  cards->write(0, {volts_});
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < 1000; ++k) cards->read(k, reading_);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));  // a thousand timeouts would be longer
}

TEST(UdpCards, SayThatNobodyAnswersInsteadOfWaitingForEver) {
  const auto begin = std::chrono::steady_clock::now();
  const auto result = cards::DriverHardware::open(driver, "wait_ms=200 port=" + std::to_string(free_port()), 6);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.findings().front().code, "cards-refused");
  EXPECT_NE(result.findings().front().message.find("no arm answers"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_FALSE(cards::DriverHardware::open(driver, "loss=2", 6).ok());
  EXPECT_FALSE(cards::DriverHardware::open(driver, "colour=red", 6).ok());
  EXPECT_FALSE(cards::DriverHardware::open(driver, "port", 6).ok());
}

TEST(UdpArm, BrakesWhenItsDriverFallsSilentAndSaysSo) {
  ArmProcess arm("--watchdog-ms 100");
  auto opened = cards::DriverHardware::open(driver, arm.options(), 6);
  ASSERT_TRUE(opened.ok()) << to_text(opened.findings().front());
  const auto cards = opened.take();
  control::Reading reading(6);
  const std::vector<double> volts(6, 0.0);
  ASSERT_EQ(cards->write(0, {volts, 0, true}), CardStatus::fine);  // and nothing more
  for (int k = 0; k < 300 && arm.said().find("WATCHDOG") == std::string::npos; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_NE(arm.said().find("WATCHDOG"), std::string::npos) << arm.said();
  EXPECT_NE(arm.said().find("brakes on, no volts"), std::string::npos);
  cards->write(1, {volts, 0, true});  // too late: it has let go
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(cards->read(1, reading), CardStatus::failed);
}

TEST(UdpArm, StopsItsMotionWhenTheProgramIsKilled) {
  ArmProcess arm("--watchdog-ms 200");
  const std::string command = "exec '" TAUFORGE_BINARY_DIR "/tauforge' run '" + robot + "' '" + motion +
                              "' --hardware '" + driver + "' --machine " + arm.machine() +
                              " --for 20s --quiet >/dev/null 2>&1";
  const pid_t program = fork();
  if (program == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  for (int k = 0; k < 1000 && arm.said().find("hello") == std::string::npos; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(program, SIGKILL);
  int status = 0;
  waitpid(program, &status, 0);
  for (int k = 0; k < 300 && arm.said().find("WATCHDOG") == std::string::npos; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_NE(arm.said().find("WATCHDOG"), std::string::npos) << arm.said();
}

// After that many periods by the policy of the driver, or sooner by the guard's.
TEST(UdpCards, StopTheRunWhenTheArmFallsSilent) {
  ArmProcess arm("--watchdog-ms 2000");
  std::thread silence([&] {
    for (int k = 0; k < 1000 && arm.said().find("hello") == std::string::npos; ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(1000));
    kill(arm.process(), SIGSTOP);
  });
  const Answer answer = run_on(arm, "fail_after=50", "3s", "");
  silence.join();
  kill(arm.process(), SIGCONT);
  EXPECT_EQ(answer.exit_code, 6) << answer.text;
  const json r = report_of(answer);
  ASSERT_FALSE(r.is_null() || r.is_discarded()) << answer.text;
  EXPECT_NE(r["stopped"]["why"].get<std::string>().find("cards"), std::string::npos) << r["stopped"];
  EXPECT_GT(r["cards"]["reads"]["failed"], 0);  // a process that is stopped does not refuse: it is silent
  EXPECT_EQ(r["cards"]["reads"]["longest_stale"], 49);
}

// As its policy says: nothing that such a network does stops the arm. What stops it on a busy machine is a silence or missed
// releases that were longer than the guard bears, and then the run says so, with how long they were.
void expect_policy_kept(const Answer& answer, const json& r, double seconds) {
  const std::uint64_t longest = r["cards"]["reads"]["longest_stale"].get<std::uint64_t>();
  EXPECT_EQ(r["cards"]["reads"]["failed"], 0);  // fail_after is longer than any silence that is borne
  EXPECT_TRUE(r["cards"]["mistake"].is_null()) << r["cards"];
  if (r["stopped"].is_null()) {
    EXPECT_EQ(answer.exit_code, 0) << answer.text;
    EXPECT_GE(r["duration_s"].get<double>(), seconds);  // and the start and the stop
    EXPECT_LT(r["duration_s"].get<double>(), seconds + 10);
    EXPECT_LE(longest, 100u);  // more than the guard bears of any arm
    EXPECT_EQ(answer.text.find("[arm-stopped]"), std::string::npos);
    return;
  }
  EXPECT_EQ(answer.exit_code, 6) << answer.text;
  EXPECT_NE(answer.text.find("[arm-stopped]"), std::string::npos) << answer.text;
  const std::string why = r["stopped"]["why"].get<std::string>();
  std::smatch periods;
  ASSERT_TRUE(std::regex_search(why, periods, std::regex("(\\d+) periods, limit (\\d+) periods"))) << why;
  EXPECT_GT(std::stoull(periods[1]), std::stoull(periods[2])) << why;
  if (why.find("the cards had nothing new") != std::string::npos)
    EXPECT_GE(longest, std::stoull(periods[1])) << why;
  else
    EXPECT_GE(r["timing"]["overruns"]["lost_releases"].get<std::uint64_t>(), std::stoull(periods[1])) << why;
  EXPECT_GT(r["timing"]["actions"]["stop"], 0);  // it was brought to rest, and not left
}

TEST(UdpCardsLong, AMinuteAtAKilohertzOverABadNetworkIsAccountedForToTheLastPeriodAndEndsAsThePolicySays) {
  const ArmProcess arm("--watchdog-ms 2000", 200);
  const TemporaryFile log("log.csv", "");
  const auto begin = std::chrono::steady_clock::now();
  const Answer answer =
      run_on(arm, "fail_after=2000 loss=0.02 delay=0.02 swap=0.02 seed=3", "60s", "-o " + log.quoted());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(120));  // it never hangs
  const json r = report_of(answer);
  ASSERT_FALSE(r.is_null() || r.is_discarded()) << answer.text;
  expect_all_accounted_for(r, log.path());
  expect_policy_kept(answer, r, 60);
}

}  // namespace
}  // namespace tauforge::tests
