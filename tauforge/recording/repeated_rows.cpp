#include "tauforge/recording/repeated_rows.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>

namespace tauforge::recording {

namespace {

constexpr std::size_t shortest_run = 20, fewest_different = 10;
constexpr std::size_t most_skipped = 10;    // rows missing in a copy: thinned out, or lost
constexpr std::size_t shortest_part = 100;  // what is new beside repeated rows has to be worth a block of its own

std::uint64_t fingerprint(const Recording& log, std::size_t k) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](double value) {
    hash ^= std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value);  // one zero
    hash *= 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  for (const Channels* channels : {&log.q, &log.effort})
    for (const auto& channel : *channels) add(channel[k]);
  return hash;
}

class Search {
 public:
  explicit Search(const std::vector<Recording>& logs) {
    for (std::size_t log = 0; log < logs.size(); ++log) {
      begin_.push_back(prints_.size());
      for (std::size_t k = 0; k < logs[log].samples(); ++k)
        prints_.push_back(fingerprint(logs[log], k)), log_.push_back(log);
    }
    begin_.push_back(prints_.size());
    source_.assign(prints_.size(), none);
    for (std::size_t log = 0; log < logs.size(); ++log) follow(begin_[log], begin_[log + 1]);
  }

  DistinctRows result() const {
    DistinctRows rows;
    for (std::size_t log = 0; log + 1 < begin_.size(); ++log) {
      const std::size_t size = begin_[log + 1] - begin_[log];
      std::map<std::size_t, std::size_t> from;  // log: rows
      for (std::size_t k = begin_[log]; k < begin_[log + 1]; ++k)
        if (source_[k] != none) ++from[log_[source_[k]]];
      if (from.empty()) {
        rows.parts.push_back({log, 0, size});
        continue;
      }
      Repetition repetition{log, 0, from.begin()->first};
      for (const auto& [of, count] : from) {
        repetition.rows += count;
        if (count > from[repetition.of]) repetition.of = of;
      }
      rows.repeated.push_back(repetition);
      add_parts(log, rows.parts);
    }
    return rows;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void add_parts(std::size_t log, std::vector<LogPart>& parts) const {
    const std::size_t begin = begin_[log], end = begin_[log + 1];
    for (std::size_t k = begin; k < end;) {
      std::size_t last = k;
      while (last < end && source_[last] == none) ++last;
      if (last - k >= shortest_part) parts.push_back({log, k - begin, last - begin});
      k = std::max(last, k + 1);
    }
  }

  // Runs among the rows [begin, end) of one log.
  void follow(std::size_t begin, std::size_t end) {
    std::size_t run = begin;
    std::size_t at = none;  // where the row before was found
    std::vector<std::size_t> found(end - begin, none);
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t next = after(at, k);
      if (next == none || at == none) {
        keep(run, k, begin, found);
        run = k;
      }
      const auto first = first_.find(prints_[k]);
      at = next != none ? next : first == first_.end() ? none : first->second;
      found[k - begin] = at;
      if (first == first_.end()) first_.emplace(prints_[k], k);
    }
    keep(run, end, begin, found);
  }

  // The row behind `at` that row k is the same as.
  std::size_t after(std::size_t at, std::size_t k) const {
    if (at == none) return none;
    for (std::size_t m = at + 1; m < k && m <= at + 1 + most_skipped && log_[m] == log_[at]; ++m)
      if (prints_[m] == prints_[k]) return m;
    return none;
  }

  void keep(std::size_t run, std::size_t end, std::size_t begin, const std::vector<std::size_t>& found) {
    if (end - run < shortest_run || found[run - begin] == none) return;
    std::set<std::uint64_t> different;
    for (std::size_t k = run; k < end && different.size() < fewest_different; ++k) different.insert(prints_[k]);
    if (different.size() < fewest_different) return;
    for (std::size_t k = run; k < end; ++k) source_[k] = found[k - begin];
  }

  std::vector<std::uint64_t> prints_;  // of all logs, one after another
  std::vector<std::size_t> log_;       // of each row
  std::vector<std::size_t> begin_;     // of each log
  std::vector<std::size_t> source_;    // the row that a repeated one was
  std::unordered_map<std::uint64_t, std::size_t> first_;
};

}  // namespace

DistinctRows distinct_rows(const std::vector<Recording>& logs) { return Search(logs).result(); }

}  // namespace tauforge::recording
