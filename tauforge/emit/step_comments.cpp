#include "tauforge/emit/step_comments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tauforge::emit {

namespace {

// As the formulations name their values (dynamics/newton_euler.h, dynamics/planned/newton_euler.h).
constexpr std::array<std::string_view, 13> of_motion = {"w",  "wp", "dw", "dwp",   "ww", "dww", "U",
                                                        "Uz", "a",  "ap", "alpha", "v",  "dv"};
constexpr std::array<std::string_view, 6> of_wrench = {"F", "N", "f", "n", "fc", "nc"};
constexpr std::string_view negated = "minus_";

template <class Letters> bool contains(const Letters& all, std::string_view letters) {
  return std::find(all.begin(), all.end(), letters) != all.end();
}

}  // namespace

std::string StepComments::before(std::string_view name) {
  if (name.starts_with(negated)) name.remove_prefix(negated.size());
  const std::size_t digits = std::min(name.find_first_of("0123456789"), name.size());
  const std::string_view letters = name.substr(0, digits);
  int joint = 0;
  std::from_chars(name.data() + digits, name.data() + name.size(), joint);
  if (joint == 0) return "";
  if (contains(of_motion, letters) && joint > outermost_moved_)
    return fmt::format("motion of joint {}", outermost_moved_ = joint);
  if (contains(of_wrench, letters) && (innermost_loaded_ == 0 || joint < innermost_loaded_))
    return fmt::format("what joint {} carries", innermost_loaded_ = joint);
  return "";
}

}  // namespace tauforge::emit
