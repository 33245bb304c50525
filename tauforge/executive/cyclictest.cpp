#include "tauforge/executive/cyclictest.h"

#include <algorithm>
#include <charconv>

namespace tauforge::executive {

namespace {

constexpr int last_line = 2000;  // of the histogram [us]

// The next number of a text, which then begins after it; leading zeros are as good as none.
std::optional<std::int64_t> next_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t:"), text.size()));
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// "# Max Latencies: 00185"
std::int64_t after(std::string_view line, std::string_view heading) {
  if (!line.starts_with(heading)) return 0;
  line.remove_prefix(heading.size());
  return next_number(line).value_or(0);
}

}  // namespace

std::vector<std::string> cyclictest_command(Nanoseconds period, Nanoseconds duration,
                                            const RealtimeSettings& settings) {
  std::vector<std::string> words{"cyclictest",
                                 "--quiet",
                                 "--threads=1",
                                 "--interval=" + std::to_string(period / 1000),
                                 "--loops=" + std::to_string(std::max<Nanoseconds>(1, duration / period)),
                                 "--histogram=" + std::to_string(last_line)};
  const ThreadSettings& thread = settings.synchronous;
  if (thread.priority > 0) {
    words.push_back("--policy=fifo");
    words.push_back("--priority=" + std::to_string(thread.priority));
  } else {
    words.push_back("--policy=other");
  }
  if (thread.processor >= 0) words.push_back("--affinity=" + std::to_string(thread.processor));
  if (settings.lock_memory) words.push_back("--mlockall");
  return words;
}

std::optional<LatencyCounts> read_cyclictest(std::string_view output) {
  LatencyCounts counts;
  std::int64_t largest = 0, beyond = 0;
  bool histogram = false;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (line.starts_with("# Histogram Overflows")) {
      beyond = after(line, "# Histogram Overflows");
    } else if (line.starts_with("# Histogram")) {
      histogram = true;
    } else if (line.starts_with("# Max Latencies")) {
      largest = after(line, "# Max Latencies");
    } else if (histogram && !line.starts_with("#")) {
      const auto microseconds = next_number(line), count = next_number(line);
      if (microseconds && count) counts.add_microseconds(*microseconds, static_cast<std::uint64_t>(*count));
    }
  }
  counts.add_microseconds(largest, static_cast<std::uint64_t>(beyond));
  if (counts.count() == 0) return std::nullopt;
  return counts;
}

}  // namespace tauforge::executive
