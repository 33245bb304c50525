// A memory in which a load may miss stores that others have made: release, acquire and relaxed accesses of C++20 as a
// machine that takes one step after the other (RC11 of Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential
// Consistency in C/C++11, PLDI 2017, without fences and seq_cst; as a machine: Kang et al., POPL 2017, without promises).
//
//   A location is the list of all stores to it, its modification order. What a thread knows is a view: the event of every
//   thread that happened before (a vector clock), and of every location the oldest store that it may still see.
//
//   load    reads any store that is not older than the thread's view of the location; it knows that one from now on   (1)
//   store   goes anywhere behind the view, but never between an exchange and what that has read                       (2)
//   exchange reads a store and goes right behind it, both under (1) and (2)                                           (3)
//   release the store carries the view of its thread; an exchange passes on what the store it read carried, whatever
//           its own order: the release sequence of C++20                                                              (4)
//   acquire what the store carries joins the view of the thread                                                       (5)
//   Plain data are raced for when two threads access them, one of them writes, and neither access is in the vector clock
//   of the other's thread when that accesses them                                                                     (6)
//
// Not there: loads that read stores which come later in every order of steps (load buffering). RC11 forbids them; what is
// explored here makes every store depend on the loads before it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tauforge::tests::memory_model {

constexpr std::size_t most_threads = 5, most_locations = 8;

struct View {
  std::array<std::uint32_t, most_threads> clock{};    // events that happened before, by thread
  std::array<std::uint32_t, most_locations> store{};  // by location: number of a store, as they were made
};

class Memory {
 public:
  // Which of so many possibilities is taken; whoever explores answers.
  using Choice = std::function<std::size_t(std::size_t)>;
  explicit Memory(Choice choose) : choose_(std::move(choose)) {}

  std::size_t new_location(std::uint64_t value);
  std::uint64_t load(std::size_t thread, std::size_t location, std::memory_order order);
  void store(std::size_t thread, std::size_t location, std::uint64_t value, std::memory_order order);
  std::uint64_t exchange(std::size_t thread, std::size_t location, std::uint64_t value, std::memory_order order);

  // Plain data, named by where they are.
  void read(std::size_t thread, const void* place);
  void write(std::size_t thread, const void* place);

  // What `from` knows, `to` knows: a thread that starts or has ended.
  void tell(std::size_t from, std::size_t to);

  const std::string& fault() const { return fault_; }
  void fail(const std::string& what) {
    if (fault_.empty()) fault_ = what;
  }

 private:
  struct Store {
    std::uint64_t value = 0;
    View carried;
    bool exchanged = false;  // made by an exchange: nothing goes between it and the store before
  };
  struct Location {
    std::vector<Store> stores;         // as they were made
    std::vector<std::uint32_t> order;  // their numbers in modification order
  };
  struct Accesses {
    std::array<std::uint32_t, most_threads> read{}, written{};  // clock of the last, by thread; 0: never
  };

  std::size_t position(std::size_t location, std::uint32_t store) const;
  std::size_t free_place(std::size_t thread, std::size_t location);  // (2): behind which position
  void insert(std::size_t thread, std::size_t location, std::size_t behind, Store store, std::memory_order order);
  void join(View& view, const View& other) const;
  void meet(std::size_t thread, const std::array<std::uint32_t, most_threads>& others, const char* what);

  Choice choose_;
  std::vector<Location> locations_;
  std::array<View, most_threads> views_ = first_views();
  std::unordered_map<const void*, Accesses> plain_;
  std::string fault_;

  static std::array<View, most_threads> first_views();
};

}  // namespace tauforge::tests::memory_model
