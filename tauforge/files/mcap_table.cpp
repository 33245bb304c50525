#include "tauforge/files/mcap_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/ros_messages.h"

namespace tauforge::files {

namespace {

constexpr std::size_t most_waiting = 1u << 20;  // samples of one topic without any of another
constexpr std::size_t most_joints = 1000;
constexpr std::size_t most_of_others = 1000;  // messages that name other joints, before theirs are taken

// From b to a [s]; stamps of a broken file may be anything.
double since(std::int64_t a, std::int64_t b) {
  return 1e-9 *
         static_cast<double>(static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)));
}

struct Quantity {
  const char *word, *letter;
  std::size_t place;
};
constexpr Quantity quantities[] = {
    {"position", "q", 0}, {"velocity", "qd", 1}, {"effort", "tau", 2}, {"current", "i", 2}};

}  // namespace

diagnostic::Result<McapTable> McapTable::open(const std::string& path, const McapOptions& options) {
  McapTable table(path);
  for (int pass = 0; pass < 3; ++pass) {
    auto records = McapRecords::open(path);
    if (!records) return records.findings();
    if (pass == 0 && !table.choose_topics(records.take(), options.topics)) return table.findings_;
    if (pass == 1 && !table.begin(records.take(), options.joints)) return table.findings_;
    if (pass == 2) table.records_ = records.take();
  }
  table.channels_.clear(), table.schemas_.clear();
  return table;
}

void McapTable::error(const char* code, const std::string& message, const std::string& hint) {
  findings_.push_back(diagnostic::error(whole_file(name_), code, message, hint));
}

diagnostic::Position McapTable::place_of(std::size_t) const {
  diagnostic::Position place = whole_file(name_);
  place.line = row_;
  return place;
}

// Which topics there are: from the summary, or from the whole file where it has none.
bool McapTable::choose_topics(McapRecords records, const std::vector<std::string>& wanted) {
  records.go_to_summary();
  while (const auto record = records.next()) topic_of(*record);
  std::map<std::string, std::string> types;  // of topics
  std::vector<std::string> all, of_joints;
  for (const auto& [id, channel] : channels_) types[channel.topic] = schemas_[channel.schema];
  for (const auto& [topic, type] : types) {
    all.push_back(topic);
    if (type == joint_state_type) of_joints.push_back(topic);
  }
  if (wanted.empty() && of_joints.size() != 1) {
    if (diagnostic::has_error(records.findings())) append(findings_, records.findings());
    if (of_joints.empty())
      error("topic-missing", fmt::format("'{}' has no topic of joint states", name_),
            all.empty() ? "there are no topics in it" : fmt::format("its topics: {}", fmt::join(all, ", ")));
    else
      error("topic-ambiguous", fmt::format("'{}' has {} topics of joint states", name_, of_joints.size()),
            fmt::format("choose one: --topic {}", fmt::join(of_joints, ", --topic ")));
    return false;
  }
  for (const std::string& word : wanted.empty() ? of_joints : wanted) {
    Topic topic;
    const std::size_t equals = word.find('=');
    topic.name = equals == std::string::npos ? word : word.substr(equals + 1);
    for (const Quantity& quantity : quantities) {
      const bool meant =
          equals == std::string::npos ? quantity.letter != std::string("i") : word.substr(0, equals) == quantity.word;
      if (meant) topic.letters[quantity.place] = quantity.letter;
    }
    if (topic.letters[0].empty() && topic.letters[1].empty() && topic.letters[2].empty())
      error("topic-quantity", fmt::format("'{}' is not what a topic can hold", word.substr(0, equals)),
            "position, velocity, effort or current, as in effort=/measured");
    const auto found = types.find(topic.name);
    if (found == types.end()) {
      error("topic-missing", fmt::format("'{}' has no topic '{}'", name_, topic.name),
            diagnostic::did_you_mean(topic.name, all));
      continue;
    }
    topic.array = found->second == array_type;
    if (!topic.array && found->second != joint_state_type)
      error("topic-type", fmt::format("topic '{}' holds {}", topic.name, found->second),
            fmt::format("{} and {} can be read", joint_state_type, array_type));
    else if (topic.array && equals == std::string::npos)
      error("topic-quantity", fmt::format("topic '{}' is an array of numbers", topic.name),
            fmt::format("say of what: --topic position={0}, velocity={0}, effort={0} or current={0}", topic.name));
    topics_.push_back(std::move(topic));
  }
  channels_.clear(), schemas_.clear();
  return !diagnostic::has_error(findings_);
}

// Keeps schemas and channels; of a message, the topic that it belongs to.
McapTable::Topic* McapTable::topic_of(const McapRecord& record) {
  if (record.schema) schemas_[record.schema->id] = record.schema->name;
  if (record.channel) channels_[record.channel->id] = *record.channel;
  if (!record.message) return nullptr;
  const auto channel = channels_.find(record.message->channel);
  if (channel == channels_.end()) return nullptr;
  const auto found = std::find_if(topics_.begin(), topics_.end(),
                                  [&](const Topic& topic) { return topic.name == channel->second.topic; });
  return found == topics_.end() ? nullptr : &*found;
}

// The columns, from the first message of every topic.
bool McapTable::begin(McapRecords records, const std::vector<std::string>& joints) {
  const auto waiting = [&] {
    return std::any_of(topics_.begin(), topics_.end(), [](const Topic& topic) { return topic.joints.empty(); });
  };
  while (waiting()) {
    const auto record = records.next();
    if (!record) break;
    Topic* topic = topic_of(*record);
    if (topic && topic->joints.empty()) begin(*topic, *record->message, joints);
  }
  columns_ = {"t"};
  for (Topic& topic : topics_) {
    topic.without_joint = 0;
    if (topic.joints.empty()) topic.joints = topic.others;
    if (topic.joints.empty()) {
      append(findings_, records.findings());
      error("topic-empty", fmt::format("topic '{}' has no message that can be read", topic.name));
      continue;
    }
    for (const std::string& letter : topic.letters)
      for (const std::string& joint : topic.joints) {
        if (letter.empty()) continue;
        const std::string column = letter + (topic.array ? "" : ":") + joint;
        if (std::find(columns_.begin(), columns_.end(), column) != columns_.end())
          error("topic-twice", fmt::format("'{}' is in two topics", column),
                "say of each what it is read for: effort=/b");
        columns_.push_back(column);
        ++topic.width;
      }
  }
  return !diagnostic::has_error(findings_);
}

bool McapTable::begin(Topic& topic, const McapMessage& message, const std::vector<std::string>& joints) {
  if (topic.array) {
    const auto values = read_array(message.data);
    if (!values || values->empty() || values->size() > most_joints) return false;
    for (std::size_t j = 0; j < values->size(); ++j) topic.joints.push_back(std::to_string(j + 1));
    return true;
  }
  const auto state = read_joint_state(message.data);
  if (!state || state->name.empty() || state->name.size() > most_joints || state->position.empty()) {
    // a topic of efforts alone has no positions
    if (!state || state->name.empty() || state->name.size() > most_joints || !topic.letters[0].empty()) return false;
  }
  const auto named = [&](const std::string& joint) {
    return std::find(state->name.begin(), state->name.end(), joint) != state->name.end();
  };
  topic.stamped = state->stamp != 0;
  if (std::all_of(joints.begin(), joints.end(), named))
    topic.joints = joints.empty() ? state->name : joints;
  else if (topic.others.empty())
    topic.others = state->name;
  if (topic.joints.empty() && ++topic.without_joint < most_of_others) return false;  // another publisher, perhaps
  if (topic.joints.empty()) topic.joints = topic.others;
  if (state->velocity.empty()) topic.letters[1].clear();
  if (state->effort.empty()) topic.letters[2].clear();
  return true;
}

std::optional<McapTable::Sample> McapTable::read(Topic& topic, const McapMessage& message) {
  Sample sample{message.time, {}};
  sample.values.reserve(topic.width);
  if (topic.array) {
    auto values = read_array(message.data);
    if (!values || values->size() != topic.width) {
      ++topic.unreadable;
      return std::nullopt;
    }
    sample.values = std::move(*values);
    return sample;
  }
  const auto state = read_joint_state(message.data);
  if (!state) {
    ++topic.unreadable;
    return std::nullopt;
  }
  if (topic.stamped) sample.time = state->stamp;
  const std::vector<double>* series[] = {&state->position, &state->velocity, &state->effort};
  for (std::size_t k = 0; k < 3; ++k) {
    if (topic.letters[k].empty()) continue;
    for (std::size_t j = 0; j < topic.joints.size(); ++j) {
      // mostly where it stood in the first message
      const auto& names = state->name;
      const auto found = j < names.size() && names[j] == topic.joints[j]
                             ? names.begin() + static_cast<std::ptrdiff_t>(j)
                             : std::find(names.begin(), names.end(), topic.joints[j]);
      if (found == names.end()) {
        ++topic.without_joint;
        return std::nullopt;
      }
      sample.values.push_back(series[k]->empty() ? std::numeric_limits<double>::quiet_NaN()
                                                 : (*series[k])[static_cast<std::size_t>(found - names.begin())]);
    }
  }
  return sample;
}

// One record further; false at the end.
bool McapTable::read_on() {
  if (ended_) return false;
  const auto record = records_->next();
  if (!record) {
    finish();
    return false;
  }
  Topic* topic = topic_of(*record);
  if (!topic) return true;
  auto sample = read(*topic, *record->message);
  if (!sample) return true;
  ++topic->taken;
  topic->samples.push_back(std::move(*sample));
  if (topic->samples.size() <= most_waiting) return true;
  error("topics-not-parallel", fmt::format("topic '{}' is not published beside the others", topic->name));
  return false;
}

void McapTable::finish() {
  ended_ = true;
  append(findings_, records_->findings());
  for (const Topic& topic : topics_) {
    const auto warn = [&](const char* code, std::size_t count, const char* what) {
      if (count == 0) return;
      findings_.push_back(
          diagnostic::warning(whole_file(name_), code,
                              fmt::format("{} of {} messages of '{}' {}", count,
                                          topic.taken + topic.without_joint + topic.unreadable, topic.name, what),
                              "they are left out"));
    };
    warn("joint-missing", topic.without_joint, "do not name every joint");
    warn("message-broken", topic.unreadable, "cannot be read");
  }
}

// The first topic has a sample, and every other one at or behind its time.
bool McapTable::row_is_complete() const {
  if (topics_[0].samples.empty()) return false;
  const std::int64_t time = topics_[0].samples.front().time;
  return std::all_of(topics_.begin() + 1, topics_.end(),
                     [&](const Topic& topic) { return !topic.samples.empty() && topic.samples.back().time >= time; });
}

bool McapTable::next(std::span<double> row) {
  while (!diagnostic::has_error(findings_)) {
    while (!row_is_complete())
      if (!read_on()) return false;
    const Sample first = std::move(topics_[0].samples.front());
    topics_[0].samples.pop_front();
    std::size_t column = 1;
    for (const double x : first.values) row[column++] = x;
    bool before = false;  // the beginning of another topic
    for (std::size_t k = 1; k < topics_.size(); ++k) {
      auto& samples = topics_[k].samples;
      while (samples.size() > 1 && samples[1].time <= first.time) samples.pop_front();
      const Sample &a = samples.front(), &b = samples.size() > 1 && a.time < first.time ? samples[1] : a;
      before = before || a.time > first.time;
      const double share = b.time > a.time ? since(first.time, a.time) / since(b.time, a.time) : 0.0;
      for (std::size_t j = 0; j < a.values.size(); ++j)
        row[column++] = a.values[j] + share * (b.values[j] - a.values[j]);
    }
    if (before) continue;
    if (!begin_) begin_ = first.time;
    row[0] = since(first.time, *begin_);
    ++row_;
    return true;
  }
  return false;
}

}  // namespace tauforge::files
