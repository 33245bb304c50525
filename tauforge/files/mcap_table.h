// Joints in an MCAP file (a bag of ROS 2) as a table: t from 0 on, and per joint q:NAME, qd:NAME and tau:NAME as far as they are
// published; arrays of doubles are numbered, q1 ... Messages may name the joints in any order; one that lacks a joint is
// left out and counted. Topics besides the first are brought to its times by straight lines. Memory: a chunk of the file, and
// what topics are apart in time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "tauforge/files/mcap_records.h"
#include "tauforge/files/table_reader.h"

namespace tauforge::files {

struct McapOptions {
  // "/joint_states": all that its messages hold; "effort=/measured": that alone (position, velocity, effort or current). Empty:
  // the one topic of joint states that the file has.
  std::vector<std::string> topics = {};
  std::vector<std::string> joints =
      {};  // that messages have to name; where they name none of them: those of the first one
};

class McapTable : public TableReader {
 public:
  static diagnostic::Result<McapTable> open(const std::string& path, const McapOptions& options);

  bool next(std::span<double> row) override;
  int line() const override { return row_; }
  diagnostic::Position place_of(std::size_t column) const override;

 private:
  struct Sample {
    std::int64_t time = 0;       // [ns]
    std::vector<double> values;  // as the columns of the topic
  };
  struct Topic {
    std::string name;
    std::string letters[3];  // of the columns for position, velocity, effort: "q", "qd", "tau" or "i"; empty: not read
    bool array = false, stamped = false;
    std::vector<std::string> joints;  // in the order of the columns; of an array: 1, 2 ...
    std::vector<std::string> others;  // of the first message that does not name all that are wanted
    std::size_t width = 0;            // of a sample
    std::deque<Sample> samples;       // not yet behind the last row
    std::size_t taken = 0, without_joint = 0, unreadable = 0;
  };

  explicit McapTable(std::string name) : name_(std::move(name)) {}
  bool choose_topics(McapRecords records, const std::vector<std::string>& wanted);
  bool begin(McapRecords records, const std::vector<std::string>& joints);
  bool begin(Topic& topic, const McapMessage& message, const std::vector<std::string>& joints);
  std::optional<Sample> read(Topic& topic, const McapMessage& message);
  Topic* topic_of(const McapRecord& record);
  bool read_on();
  bool row_is_complete() const;
  void error(const char* code, const std::string& message, const std::string& hint = "");
  void finish();

  std::string name_;
  std::optional<McapRecords> records_;
  std::map<std::uint16_t, std::string> schemas_;   // names by id
  std::map<std::uint16_t, McapChannel> channels_;  // by id
  std::vector<Topic> topics_;
  std::optional<std::int64_t> begin_;  // time of the first row
  int row_ = 0;
  bool ended_ = false;
};

}  // namespace tauforge::files
