// That the explorer itself is right: small programs whose possible results are published (message passing, store buffering,
// coherence, IRIW, 2+2W, release sequences). Verdicts as in Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++
// Concurrency, POPL 2011, and Lahav et al., PLDI 2017; release sequences as C++20 has them.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "explorer.h"

namespace tauforge::tests::memory_model {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto acq_rel = std::memory_order_acq_rel;

struct Shared {
  Atomic<int> x{0}, y{0};
  Plain<int> data{0};
  std::array<int, 4> r{};  // registers, each written by one thread
};

using Threads = std::vector<std::function<void()>>;
using Text = std::function<std::string(Shared&)>;

Text registers(std::size_t count) {
  return [count](Shared& s) {
    std::string all;
    for (std::size_t k = 0; k < count; ++k) all += std::to_string(s.r[k]);
    return all;
  };
}

Exploration explored(const std::function<Threads(Shared&)>& threads, const Text& text) {
  return explore([&] {
    auto shared = std::make_shared<Shared>();
    return Program{threads(*shared), [shared, text] { return text(*shared); }};
  });
}

using Results = std::set<std::string>;

Results results(const std::function<Threads(Shared&)>& threads, const Text& text) {
  const Exploration e = explored(threads, text);
  EXPECT_EQ(e.fault, "");
  Results all;
  for (const auto& [result, runs] : e.of) all.insert(result);
  return all;
}

auto message_passing(std::memory_order announced, std::memory_order heard) {
  return [=](Shared& s) -> Threads {
    return {[&s, announced] { s.x.store(1, relaxed), s.y.store(1, announced); },
            [&s, heard] { s.r[0] = s.y.load(heard), s.r[1] = s.x.load(relaxed); }};
  };
}

TEST(Litmus, AMessageIsPassedByReleaseAndAcquireTogether) {
  EXPECT_EQ(results(message_passing(release, acquire), registers(2)), (Results{"00", "01", "11"}));
  EXPECT_EQ(results(message_passing(relaxed, acquire), registers(2)), (Results{"00", "01", "10", "11"}));
  EXPECT_EQ(results(message_passing(release, relaxed), registers(2)), (Results{"00", "01", "10", "11"}));
}

TEST(Litmus, StoresWaitInBuffers) {
  const auto threads = [](Shared& s) -> Threads {
    return {[&s] { s.x.store(1, release), s.r[0] = s.y.load(acquire); },
            [&s] { s.y.store(1, release), s.r[1] = s.x.load(acquire); }};
  };
  EXPECT_EQ(results(threads, registers(2)), (Results{"00", "01", "10", "11"}));
}

TEST(Litmus, LoadsOfOneLocationNeverGoBack) {
  const auto threads = [](Shared& s) -> Threads {
    return {[&s] { s.x.store(1, relaxed), s.x.store(2, relaxed); },
            [&s] { s.r[0] = s.x.load(relaxed), s.r[1] = s.x.load(relaxed); }};
  };
  EXPECT_EQ(results(threads, registers(2)), (Results{"00", "01", "02", "11", "12", "22"}));
}

TEST(Litmus, ReadersMayDisagreeAboutTheOrderOfIndependentStores) {
  const auto threads = [](Shared& s) -> Threads {
    return {[&s] { s.x.store(1, release); }, [&s] { s.y.store(1, release); },
            [&s] { s.r[0] = s.x.load(acquire), s.r[1] = s.y.load(acquire); },
            [&s] { s.r[2] = s.y.load(acquire), s.r[3] = s.x.load(acquire); }};
  };
  EXPECT_EQ(results(threads, registers(4)).size(), 16u);  // 1010, too: release and acquire are not seq_cst
}

TEST(Litmus, StoresOfTwoThreadsGoAnywhereInModificationOrder) {
  const auto threads = [](Shared& s) -> Threads {
    return {[&s] { s.x.store(1, release), s.y.store(2, release); },
            [&s] { s.y.store(1, release), s.x.store(2, release); }};
  };
  const Text last = [](Shared& s) { return std::to_string(s.x.load(relaxed)) + std::to_string(s.y.load(relaxed)); };
  EXPECT_EQ(results(threads, last), (Results{"11", "12", "21", "22"}));
}

TEST(Litmus, ExchangesFormAChain) {
  const auto threads = [](Shared& s) -> Threads {
    return {[&s] { s.r[0] = s.x.exchange(1, relaxed); }, [&s] { s.r[1] = s.x.exchange(2, relaxed); },
            [&s] { s.r[2] = s.x.exchange(3, relaxed); }};
  };
  const Exploration e = explored(threads, registers(3));
  // each of the 3! orders of 1, 2, 3 behind 0, once
  EXPECT_EQ(e.of, (std::map<std::string, std::uint64_t>{
                      {"012", 1}, {"031", 1}, {"201", 1}, {"302", 1}, {"310", 1}, {"230", 1}}));
}

TEST(Litmus, WhoeverExchangesSecondHasHeardOfTheFirst) {
  const auto threads = [](Shared& s) -> Threads {
    return {[&s] { s.x.store(1, relaxed), s.r[0] = s.y.exchange(1, acq_rel); },
            [&s] { s.r[1] = s.y.exchange(2, acq_rel), s.r[2] = s.x.load(relaxed); }};
  };
  EXPECT_EQ(results(threads, registers(3)), (Results{"011", "200", "201"}));
}

// Data are written before x = 1 is released; another thread makes x = 2 of it, and who acquires the 2 reads the data.
auto release_sequence(bool by_exchange) {
  return [=](Shared& s) -> Threads {
    return {[&s] { s.data = 1, s.x.store(1, release); },
            [&s, by_exchange] {
              if (s.x.load(relaxed) != 1) return;
              if (by_exchange)
                s.x.exchange(2, relaxed);
              else
                s.x.store(2, relaxed);
            },
            [&s] {
              if (s.x.load(acquire) == 2) s.r[0] = s.data.get();
            }};
  };
}

TEST(Litmus, AReleaseSequenceGoesOnThroughExchangesAlone) {
  EXPECT_EQ(results(release_sequence(true), registers(1)), (Results{"0", "1"}));
  EXPECT_NE(explored(release_sequence(false), registers(1)).fault, "");
  const auto same_thread = [](Shared& s) -> Threads {  // no longer since C++20
    return {[&s] { s.data = 1, s.x.store(1, release), s.x.store(2, relaxed); },
            [&s] {
              if (s.x.load(acquire) == 2) s.r[0] = s.data.get();
            }};
  };
  EXPECT_NE(explored(same_thread, registers(1)).fault, "");
}

TEST(Litmus, FindsRacesWhoeverComesFirst) {
  const auto both = [](bool first_writes, bool second_writes) {
    return [=](Shared& s) -> Threads {
      const auto access = [&s](bool writes) {
        if (writes)
          s.data = 1;
        else
          s.data.get();
      };
      return {[=] { access(first_writes); }, [=] { access(second_writes); }};
    };
  };
  EXPECT_EQ(explored(both(false, false), registers(0)).fault, "");
  EXPECT_NE(explored(both(true, false), registers(0)).fault, "");
  EXPECT_NE(explored(both(false, true), registers(0)).fault, "");
  EXPECT_NE(explored(both(true, true), registers(0)).fault, "");
}

TEST(Litmus, OrdersOfAccessesThatDoNotMatterAreExploredOnce) {
  const auto same = [](Shared& s) -> Threads {
    const auto thrice = [&s] {
      for (int k = 0; k < 3; ++k) s.x.exchange(k, relaxed);
    };
    return {thrice, thrice};
  };
  EXPECT_EQ(explored(same, registers(0)).runs, 20u);  // 6 over 3
  const auto different = [](Shared& s) -> Threads {
    return {[&s] { s.x.exchange(1, relaxed), s.x.exchange(2, relaxed); },
            [&s] { s.y.exchange(1, relaxed), s.y.exchange(2, relaxed); }};
  };
  EXPECT_EQ(explored(different, registers(0)).runs, 1u);
}

}  // namespace
}  // namespace tauforge::tests::memory_model
