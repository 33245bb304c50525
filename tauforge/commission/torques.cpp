// Step 3: in which direction and how strongly does a drive push? One joint at a time is pushed by +p, then by -p while it
// still moves the same way, on top of gravity:
//
//   k tau_c = M(q) qdd + C(q, qd) qd + G(q) + f        tau_c = G + p, then G - p        k: what a drive gives of it  (1)
//   u = M(q) qdd + C(q, qd) qd + G(q) + f(qd)                                                                     (2)
//   k = (u_A - u_B) / (tau_cA - tau_cB)                                                                           (3)
//
// In (3) dry friction is gone, whatever the model believes of it, for it has the same direction in both; and so is what the
// model's gravity is wrong by, as far as that does not change on the way. A joint that friction would turn back is pushed
// harder instead, 1.5 p. q, qd and qdd are those of a parabola through the encoder's positions in each window.
//
// p is what the model says that it takes (carrier.h): 2 % of the largest torque or less at first, more where that does not
// move the joint, less where it moves too fast to be judged.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "tauforge/commission/parabola.h"
#include "tauforge/commission/steps.h"

namespace tauforge::commission {

namespace {

constexpr double more = 1.5;     // harder, where it does not move
constexpr double longest = 0.6;  // of a push                     [s]
constexpr double wanted = 0.06;  // way of a push                 [rad or m]
constexpr double apart = 8;      // from what its converter may be off
constexpr double tolerance = 0.3;
constexpr std::size_t fewest = 6, late = 3;  // samples of a window; until a new torque is seen in one
const char* const mend = "torque_per_volt and its sign in the machine file, wires of the motor, the amplifier's limits";

struct Window {
  std::vector<double> t;
  std::vector<std::vector<double>> q;  // of every sample
  std::vector<double> tau_c, amperes;  // of the drive that is pushed: torque told, current measured
  std::size_t size() const { return t.size(); }
  void add(const Bench& bench, std::size_t drive, double torque) {
    if (!bench.news()) return;
    t.push_back(bench.read_at()), q.emplace_back(bench.q().begin(), bench.q().end());
    tau_c.push_back(torque), amperes.push_back(bench.reading().currents[drive]);
  }
  void drop(std::size_t first) {
    const auto erase = [&](auto& list) { list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(first)); };
    erase(t), erase(q), erase(tau_c), erase(amperes);
  }
};

double mean(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

// Zero: not known, or not measured.
double torque_per_ampere(const Bench& bench, std::size_t j) {
  const auto& constants = bench.machine().torque_per_ampere;
  return bench.equipment().currents && j < constants.size() ? constants[j] : 0.0;
}

enum class Came { judged, too_little, too_fast, turned, trouble };

struct Ratios {
  double torque = 0;   // k of (3)
  double current = 0;  // torque of the measured current / torque told
};

// Then back to `home`, as far as it is trusted to find it.
Came push(Context& context, std::size_t j, double p, double second, double home, Ratios& k) {
  Bench& bench = context.bench;
  Carrier& carrier = context.carrier;
  const double q0 = bench.q()[j], begin = bench.seconds(), far = context.way(j, wanted);
  const double fast = 0.6 * context.velocity(j);
  const auto way = [&] { return std::abs(bench.q()[j] - q0); };
  Window A, B;
  carrier.release();
  while (bench.seconds() - begin < longest && way() < far && std::abs(carrier.speed(j)) < fast &&
         !bench.went_too_far() && !carrier.another_wanders(j)) {
    if (!carrier.cycle(j, p)) return Came::trouble;
    A.add(bench, j, carrier.told(j));
  }
  const double moved = way();
  for (const std::size_t count = late + std::max(fewest, A.size() / 4); B.size() < count && A.size() >= fewest;) {
    if (!carrier.cycle(j, second * p)) return Came::trouble;
    B.add(bench, j, carrier.told(j));
    if (bench.went_too_far()) break;
  }
  if (!carrier.bring_back(j, home, 0.4 * context.pushed_speed(j)) || !carrier.secure()) return Came::trouble;
  if (A.size() < late + fewest && !bench.went_too_far()) return Came::too_fast;
  if (moved < 100 * std::abs(bench.machine().axes[j].step) || B.size() < late + fewest) return Came::too_little;
  A.drop(std::max(late, A.size() / 5)), B.drop(late);
  const Motion a(A.t, A.q), b(B.t, B.q);
  const double end = b.qd[j] + b.qdd[j] * 0.5 * (B.t.back() - B.t.front());
  if (a.qd[j] * end <= 0) return Came::turned;  // friction would be in (3)
  const double change = mean(A.tau_c) - mean(B.tau_c);
  if (std::abs(change) < 0.5 * std::abs((1 - second) * p))
    return Came::too_little;  // gravity changed as much as the push
  k.torque = (a.torques(bench.model())[j] - b.torques(bench.model())[j]) / change;  // (3)
  k.current = torque_per_ampere(bench, j) * (mean(A.amperes) - mean(B.amperes)) / change;
  return Came::judged;
}

struct Pushed {
  std::vector<double> k, current;  // of every push that could be judged
  double p = 0;                    // [N m or N]
  double second = -1;              // of the push, in B
  Came came = Came::judged;
  std::optional<std::size_t> other;  // that went too far meanwhile

  double error() const {  // standard error of the mean
    double squares = 0;
    for (const double x : k) squares += (x - mean(k)) * (x - mean(k));
    const auto n = static_cast<double>(k.size());
    return std::sqrt(squares / (n - 1) / n);
  }
  bool certain() const { return k.size() >= 4 && error() < 0.25 * tolerance; }
};

// To and fro, so that the arm stays about where it is; again and again, until the mean is certain; harder where friction holds.
Pushed push_often(Context& context, std::size_t j) {
  constexpr int most = 24, in_vain = 2;
  constexpr double harder = 1.5;  // instead of backwards, where friction would turn the joint back
  constexpr double room = 0.3;    // to a limit
  Bench& bench = context.bench;
  const double last = context.carrier.most(j), home = bench.q()[j];
  context.carrier.release();
  Pushed pushed;
  pushed.p = context.carrier.push(j, context.pushed_speed(j), context.way(j, wanted), apart);
  int failed = 0;
  for (int attempt = 0; attempt < most && !pushed.certain(); ++attempt) {
    const double q = bench.q()[j], inside = std::min(context.upper(j) - q, q - context.lower(j));
    const double sign = inside < room ? context.direction(j, q) : attempt % 2 == 0 ? 1 : -1;
    Ratios k;
    const Came came = push(context, j, sign * pushed.p, pushed.second, home, k);
    if (bench.went_too_far() && bench.too_far() != j) pushed.other = bench.too_far();
    if (came == Came::trouble) return pushed.came = came, pushed;
    if (came == Came::judged) pushed.k.push_back(k.torque), pushed.current.push_back(k.current);
    if (came == Came::judged) continue;
    pushed.k.clear(), pushed.current.clear();
    if (came == Came::too_fast) pushed.p /= 2;  // a light joint
    if (came == Came::turned && pushed.second < 0) {
      pushed.second = harder;
      continue;
    }
    if (came != Came::too_fast && pushed.p >= last && ++failed >= in_vain) break;
    if (came != Came::too_fast) pushed.p = std::min(last, more * pushed.p);
  }
  pushed.came = pushed.k.size() >= 2 ? Came::judged : Came::too_little;
  return pushed;
}

// The drive that went too far meanwhile, where that was another one, and this one could not be judged for it.
std::optional<std::size_t> judge_drive(Context& context, std::size_t j, StepRecord& record) {
  const Pushed pushed = push_often(context, j);
  const std::string& name = context.name(j);
  const double largest = context.bench.largest_torque()[j];
  if (pushed.came == Came::trouble) return trouble(context, record), std::nullopt;
  if (pushed.came == Came::too_little) {
    if (!pushed.other)
      fail(record, name,
           fmt::format("it cannot be pushed as it should: {} at {:.3g} % of its largest torque",
                       pushed.p < Carrier::usual * largest ? "too light" : "it does not move freely",
                       100 * pushed.p / largest),
           "the drive, its power, its brake; friction and motor_inertia in the robot's file");
    return pushed.other;
  }
  if (pushed.p > Carrier::usual * largest + context.carrier.hindrance(j))
    record.notes.push_back(fmt::format("{} needed {:.3g} % of its largest torque", name, 100 * pushed.p / largest));
  record.figures.push_back({"standard error of torque / torque told", name, pushed.error(), -INFINITY, INFINITY, ""});
  const double k = mean(pushed.k), by_current = mean(pushed.current);
  // of the difference of two torques, each of which its converter rounds
  const double allowed = tolerance + context.carrier.rounded(j) / std::abs((1 - pushed.second) * pushed.p);
  const bool measured = torque_per_ampere(context.bench, j) != 0;
  const bool amplifier = measured && std::abs(by_current - 1) > allowed;
  if (judge(record, {"torque / torque told", name, k, 1 - allowed, 1 + allowed, ""},
            !measured   ? mend
            : amplifier ? "its current is not the one wanted either: torque_per_volt in the machine file, the amplifier"
                        : "its current is right: the motor, its wires, torque_per_ampere in the machine file"))
    context.carrier.trust(j);
  if (measured)
    judge(record, {"torque of the measured current / torque told", name, by_current, 1 - allowed, 1 + allowed, ""},
          "torque_per_ampere in the machine file, the measurement of the current");
  return std::nullopt;
}

}  // namespace

void torques(Context& context, StepRecord& record) {
  Bench& bench = context.bench;
  std::set<std::size_t> done;
  if (!bench.wait(0.1)) return void(trouble(context, record));
  bench.believe_encoders();
  for (std::size_t j = 0; j < bench.drives(); ++j) context.carrier.believe(j);
  context.carrier.release();
  for (const std::size_t j : context.carrier.most_restless_first()) {
    if (done.contains(j)) continue;
    if (record.verdict != Verdict::passed) return;
    const auto other = judge_drive(context, j, record);
    if (!other) {
      done.insert(j);
      continue;
    }
    // that one first: where it is in order, nobody knows why it moved
    if (!done.contains(*other)) judge_drive(context, *other, record);
    fail(record, context.name(*other), "its drive does not carry it: it went too far when the brakes were released",
         "torque_per_volt in the machine file, masses in the robot's file");
  }
}

}  // namespace tauforge::commission
