// cyclictest of rt-tests, the yardstick of wake-up latencies on Linux: how it is asked, and what it answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/executive/latency.h"

namespace tauforge::executive {

// The words of a command that measures one thread with the period, priority, processor and locked memory of a
// synchronous task, for about `duration`.
std::vector<std::string> cyclictest_command(Nanoseconds period, Nanoseconds duration, const RealtimeSettings& settings);

// Its histogram; nothing when the text holds none. Latencies beyond its last line count as the largest that it saw.
std::optional<LatencyCounts> read_cyclictest(std::string_view output);

}  // namespace tauforge::executive
