#include "tauforge/files/ros_messages.h"

#include <cstring>

#include "tauforge/files/little_endian.h"

namespace tauforge::files {

namespace {

constexpr std::int64_t nanoseconds = 1'000'000'000;
constexpr unsigned char little_endian_cdr = 0x01;

class Cdr {
 public:
  explicit Cdr(std::span<const unsigned char> bytes) : bytes_(bytes.subspan(4)) {}
  static bool can_read(std::span<const unsigned char> bytes) {
    return bytes.size() >= 4 && bytes[0] == 0 && bytes[1] == little_endian_cdr;
  }

  template <class T> T number() {
    bytes_.align(sizeof(T));
    return bytes_.number<T>();
  }
  std::string text() {
    const auto length = number<std::uint32_t>();
    const auto part = bytes_.take(length);
    std::string text(part.begin(), part.end());
    if (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
  }
  std::vector<std::string> texts() {
    const auto count = number<std::uint32_t>();
    std::vector<std::string> list;
    for (std::uint32_t k = 0; k < count && !bytes_.broken(); ++k) list.push_back(text());
    return list;
  }
  std::vector<double> doubles() {
    const auto count = number<std::uint32_t>();
    if (count > 0) bytes_.align(sizeof(double));
    const auto part = bytes_.take(std::uint64_t{count} * sizeof(double));
    LittleEndian numbers(part);
    std::vector<double> list(part.size() / sizeof(double));
    for (double& x : list) x = numbers.number<double>();
    return list;
  }
  bool broken() const { return bytes_.broken(); }

 private:
  LittleEndian bytes_;
};

}  // namespace

std::optional<JointState> read_joint_state(std::span<const unsigned char> bytes) {
  if (!Cdr::can_read(bytes)) return std::nullopt;
  Cdr cdr(bytes);
  JointState state;
  state.stamp = cdr.number<std::int32_t>() * nanoseconds;
  state.stamp += cdr.number<std::uint32_t>();
  cdr.text();  // frame
  state.name = cdr.texts();
  state.position = cdr.doubles(), state.velocity = cdr.doubles(), state.effort = cdr.doubles();
  const auto fits = [&](const std::vector<double>& x) { return x.empty() || x.size() == state.name.size(); };
  if (cdr.broken() || !fits(state.position) || !fits(state.velocity) || !fits(state.effort)) return std::nullopt;
  return state;
}

std::optional<std::vector<double>> read_array(std::span<const unsigned char> bytes) {
  if (!Cdr::can_read(bytes)) return std::nullopt;
  Cdr cdr(bytes);
  const auto dimensions = cdr.number<std::uint32_t>();
  for (std::uint32_t k = 0; k < dimensions && !cdr.broken(); ++k)
    cdr.text(), cdr.number<std::uint32_t>(), cdr.number<std::uint32_t>();
  cdr.number<std::uint32_t>();  // offset of the data
  auto data = cdr.doubles();
  if (cdr.broken()) return std::nullopt;
  return data;
}

}  // namespace tauforge::files
