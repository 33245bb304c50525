#include "tauforge/executive/page_faults.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include "tauforge/executive/clock.h"

namespace tauforge::executive {

namespace {

constexpr std::size_t looks_kept = 1000;  // 10 s of them; for longer steps the first look counts

}  // namespace

PageFaults::PageFaults(pid_t thread) {
  const std::string path = "/proc/self/task/" + std::to_string(thread) + "/stat";
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  at_first_ = read();
  readable_ = at_first_ >= 0;
}

PageFaults::~PageFaults() {
  if (file_ >= 0) close(file_);
}

// "number (name) state parent ... minflt cminflt majflt ...": fields 10 and 12 [proc(5)]. The name may hold anything, so
// counting begins after its last parenthesis, with field 3. Negative: not to be read.
std::int64_t PageFaults::read() const {
  std::array<char, 1024> text;
  const ssize_t length = file_ < 0 ? -1 : pread(file_, text.data(), text.size(), 0);
  if (length <= 0) return -1;
  std::string_view rest(text.data(), static_cast<std::size_t>(length));
  rest.remove_prefix(std::min(rest.rfind(')') + 1, rest.size()));
  std::int64_t sum = 0;
  for (int field = 3; field <= 12; ++field) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (field == 10 || field == 12) {
      std::int64_t value = 0;
      if (std::from_chars(rest.data(), rest.data() + end, value).ec != std::errc()) return -1;
      sum += value;
    }
    rest.remove_prefix(end);
  }
  return sum;
}

void PageFaults::look(Nanoseconds origin) {
  if (!readable_) return;
  const std::int64_t faults = read();
  if (faults < 0) return;                            // the thread has ended: its last count stays
  looks_.push_back({clock_now() - origin, faults});  // (1): the time last, so that nothing before it is missing
  if (looks_.size() > looks_kept) looks_.pop_front();
}

void PageFaults::attribute(Sample& sample) const {
  if (sample.overrun == Overrun::none || looks_.empty()) return;
  std::int64_t before = at_first_;
  for (const Look& look : looks_) {
    if (look.at > sample.release) break;
    before = look.faults;
  }
  if (looks_.back().faults != before) sample.overrun = Overrun::page_fault;  // (2)
}

std::int64_t PageFaults::count() const { return looks_.empty() ? 0 : looks_.back().faults - at_first_; }

}  // namespace tauforge::executive
