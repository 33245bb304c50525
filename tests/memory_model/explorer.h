// Every run that a small program of several threads can have on the memory of memory.h: each order of its atomic accesses
// and each store that a load may see, depth first; a run is replayed from its beginning with one choice changed.
//
// Orders that differ only in neighbouring accesses which do not matter to one another (of different locations, or two
// loads) give the same run; sleep sets leave all but one of them out (Godefroid: Partial-Order Methods for the
// Verification of Concurrent Systems, Springer 1996, ch. 5). Plain accesses happen between atomic ones: where they do not
// race, nobody can tell when.
//
// Code is explored by giving it Atomic in place of std::atomic and noting its plain accesses. One access at a time can be
// given a weaker order: a test that every order is needed.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <source_location>
#include <string>
#include <vector>

namespace tauforge::tests::memory_model {

// An atomic access, by where it stands in the source.
struct Site {
  std::string file;
  std::uint32_t line = 0, column = 0;
  auto operator<=>(const Site&) const = default;
};

struct Weakening {
  Site site;
  std::memory_order order = std::memory_order_relaxed;
};

// All threads begin when the program has been made, by one thread that they all know everything of.
struct Program {
  std::vector<std::function<void()>> threads;
  // When all have ended, with all that they know: what came of this run.
  std::function<std::string()> afterwards = [] { return std::string(); };
};

struct Exploration {
  std::string fault;                        // the first that was found; nothing was explored after it
  std::uint64_t runs = 0;                   // complete ones
  std::map<std::string, std::uint64_t> of;  // runs by what came of them
  std::map<Site, std::memory_order> sites;  // as they are written in the source
};

Exploration explore(const std::function<Program()>& make, const Weakening& weakening = {});

// The orders that are weaker by one half or by both.
std::vector<std::memory_order> weaker_than(std::memory_order order);

// Each order of the program weakened alone, except where `file` is not part of its file's name; those that no run suffers
// from, as text, and how many were tried.
struct Weakened {
  std::uint64_t tried = 0;
  std::vector<std::string> unnoticed;
};
Weakened weaken_each(const std::function<Program()>& make, const std::string& file);

// Called by the explored program.
void note_read(const void* place);
void note_write(const void* place);
void expect(bool truth, const char* otherwise);  // a fault of this run

namespace detail {
std::size_t new_location(std::uint64_t value);
std::uint64_t load(std::size_t location, std::memory_order order, const std::source_location& at);
void store(std::size_t location, std::uint64_t value, std::memory_order order, const std::source_location& at);
std::uint64_t exchange(std::size_t location, std::uint64_t value, std::memory_order order,
                       const std::source_location& at);
}  // namespace detail

template <class T> class Atomic {
 public:
  Atomic(T value = {})
      : location_(detail::new_location(static_cast<std::uint64_t>(value))) {}  // NOLINT: as std::atomic
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(std::memory_order order, const std::source_location at = std::source_location::current()) const noexcept {
    return static_cast<T>(detail::load(location_, order, at));
  }
  void store(T value, std::memory_order order,
             const std::source_location at = std::source_location::current()) noexcept {
    detail::store(location_, static_cast<std::uint64_t>(value), order, at);
  }
  T exchange(T value, std::memory_order order,
             const std::source_location at = std::source_location::current()) noexcept {
    return static_cast<T>(detail::exchange(location_, static_cast<std::uint64_t>(value), order, at));
  }

 private:
  std::size_t location_;
};

// A value whose every access is noted.
template <class T> class Plain {
 public:
  Plain(T value = {}) : value_(value) { note_write(this); }  // NOLINT: takes the place of a T
  Plain(const Plain& other) : value_(other.get()) { note_write(this); }
  Plain& operator=(const Plain& other) {
    const T value = other.get();
    note_write(this);
    value_ = value;
    return *this;
  }
  T get() const {
    note_read(this);
    return value_;
  }

 private:
  T value_;
};

}  // namespace tauforge::tests::memory_model
