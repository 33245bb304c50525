// Rows that were measured once and are there again: a log given twice, a copy whose clock began elsewhere, one with rows missing,
// logs that overlap. No two measurements agree in every digit of all positions and efforts, row after row, so such rows are no
// second measurement. Counted again they would stand on both sides wherever a block is left out.
//
//   rows k and m are the same     q and effort of all joints are equal, bit by bit; the time is not looked at
//   a run                         rows k, k+1, ... each the same as one that came before, in the same order, few skipped
//   repeated                      the rows of a run of 20 or more; not where the robot stands still and every row is alike
#pragma once

#include <cstddef>
#include <vector>

#include "tauforge/recording/recording.h"

namespace tauforge::recording {

// Samples [first, last) of a log.
struct LogPart {
  std::size_t log = 0, first = 0, last = 0;

  friend bool operator==(const LogPart&, const LogPart&) = default;
};

struct Repetition {
  std::size_t log = 0, rows = 0;  // so many rows of this log were there before
  std::size_t of = 0;             // in this one, most of them
};

struct DistinctRows {
  std::vector<LogPart> parts;  // what is new, in the order of the logs; a log without repeated rows is one part
  std::vector<Repetition> repeated;
};

DistinctRows distinct_rows(const std::vector<Recording>& logs);

}  // namespace tauforge::recording
