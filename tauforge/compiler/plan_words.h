// The words of plan_text, each list in the order of its enumeration: writer and reader cannot differ.
#pragma once

#include <array>
#include <span>
#include <type_traits>

#include "tauforge/dynamics/planned/plan.h"

namespace tauforge::compiler::plan_words {

using Words = std::span<const char* const>;

inline constexpr const char* functions[] = {"inverse_dynamics", "bias",    "velocity_torque", "coefficients",
                                            "mass_matrix",      "gravity", "momentum"};
inline constexpr const char* slides[] = {"none", "onto_parent", "onto_child"};
inline constexpr const char* alignments[] = {"none", "hy", "yz", "xy"};
inline constexpr const char* frames[] = {"own", "before"};
inline constexpr const char* forms[] = {"pseudo_inertia", "mixed", "products"};
inline constexpr const char* factorings[] = {"never", "at_leaves", "always"};
inline constexpr const char* turnings[] = {"acceleration", "column"};
inline constexpr const char* discs[] = {"none", "xx", "yy"};
inline constexpr const char* movables[] = {"sigma_zz", "h_z", "m", "sigma"};
inline constexpr const char* owners[] = {"body", "parent"};
inline constexpr const char* entries[] = {"xx", "yy", "zz", "xy", "yz", "xz", "hx", "hy", "hz", "m"};
inline constexpr const char* pairings[] = {"", "sum", "difference"};
inline constexpr const char* components[] = {"x", "y", "z"};

// A choice of a link: name=word, or the name alone where it is yes or no.
struct LinkWord {
  const char* name;
  Words words;  // none: yes or no
  int (*get)(const dynamics::LinkPlan&);
  void (*set)(dynamics::LinkPlan&, int);
};

template <auto Member> constexpr LinkWord link_word(const char* name, Words words = {}) {
  return {name, words, [](const dynamics::LinkPlan& link) { return static_cast<int>(link.*Member); },
          [](dynamics::LinkPlan& link, int value) {
            link.*Member = static_cast<std::remove_reference_t<decltype(link.*Member)>>(value);
          }};
}

using dynamics::LinkPlan;

inline constexpr std::array link_words = {
    link_word<&LinkPlan::slide>("slide", slides),
    link_word<&LinkPlan::alignment>("alignment", alignments),
    link_word<&LinkPlan::frame>("frame", frames),
    link_word<&LinkPlan::form>("form", forms),
    link_word<&LinkPlan::factoring>("factoring", factorings),
    link_word<&LinkPlan::turning>("turning", turnings),
    link_word<&LinkPlan::disc>("disc", discs),
    link_word<&LinkPlan::joins_run>("joins_run"),
    link_word<&LinkPlan::shares_squares>("shares_squares"),
    link_word<&LinkPlan::axisymmetric_tail>("axisymmetric_tail"),
    link_word<&LinkPlan::turns_lever>("turns_lever"),
    link_word<&LinkPlan::spins_lever>("spins_lever"),
    link_word<&LinkPlan::shifts_before>("shifts_before"),
    link_word<&LinkPlan::rotor_in_moment>("rotor_in_moment"),
};

}  // namespace tauforge::compiler::plan_words
