// Generated code whose numbers say where they come from: every entry of a result is the same label, and the label tells
// the position it was computed at and the payload it was told. Mixed entries are a torn value.
#pragma once

#include <array>
#include <cstddef>

#include "tauforge/model.h"

namespace tauforge::control::test {

constexpr std::size_t labelled_joints = 2, labelled_entries = 3;

struct Labels {  // of `constants`
  std::array<double, 20> payload;
};

inline double told(const void* constants) {
  const auto& all = static_cast<const Labels*>(constants)->payload;
  for (const double p : all)
    if (p != all.front()) return -1e9;  // torn
  return all.front();
}

inline void set_labels(const tauforge_run_time* inputs, void* constants) {
  for (double& p : static_cast<Labels*>(constants)->payload) p = inputs->payload ? inputs->payload[0] : 0.0;
}
inline void labelled_torque(const void* k, const tauforge_state* x, double* tau) {
  for (std::size_t i = 0; i < labelled_joints; ++i) tau[i] = x->q[i] + told(k);
}
inline void labelled_background(const void* k, const tauforge_state* x, double* D) {
  for (std::size_t i = 0; i < labelled_entries + labelled_joints; ++i) D[i] = x->q[i % labelled_joints] + told(k);
}
inline void labelled_momentum(const void* k, const tauforge_state* x, double* p) {
  for (std::size_t i = 0; i < 2 * labelled_joints; ++i) p[i] = x->q[i % labelled_joints] + told(k);
}
inline void labelled_nothing(const void*, const tauforge_state*, double* f) {
  for (std::size_t i = 0; i < labelled_joints; ++i) f[i] = 0.0;
}
// tau[0] is the label of D, or less than -1e8 when its entries differ; tau[1] the label of b.
inline void labelled_synchronous(const void* k, const tauforge_state* x, double* tau) {
  tau[0] = x->equation[0] + (told(k) < 0.0 ? -1e9 : 0.0);
  for (std::size_t i = 1; i < labelled_entries; ++i)
    if (x->equation[i] != x->equation[0]) tau[0] = -1e9;
  tau[1] = x->b[0] == x->b[1] ? x->b[0] : -1e9;
}

inline const tauforge_model& labelled_model() {
  static const tauforge_function functions[] = {
      {"inverse_dynamics", "", labelled_joints, 0, 0, 0, labelled_torque, nullptr, {}},
      {"gravity", "", labelled_joints, 0, 0, 0, labelled_torque, nullptr, {}},
      {"friction", "", labelled_joints, 0, 0, 0, labelled_nothing, nullptr, {}},
      {"background", "", labelled_entries + labelled_joints, 0, 0, 0, labelled_background, nullptr, {}},
      {"velocity_torque", "", labelled_joints, 0, 0, 0, labelled_torque, nullptr, {}},
      {"synchronous", "", labelled_joints, 0, 0, 0, labelled_synchronous, nullptr, {}},
      {"momentum", "", 2 * labelled_joints, 0, 0, 0, labelled_momentum, nullptr, {}}};
  static const tauforge_model model = [] {
    tauforge_model m{};
    m.abi = TAUFORGE_MODEL_ABI, m.nq = m.nv = labelled_joints;
    m.constants_size = sizeof(Labels), m.setup = set_labels, m.setup_reads = TAUFORGE_PAYLOAD;
    m.function_count = std::size(functions), m.functions = functions;
    return m;
  }();
  return model;
}

}  // namespace tauforge::control::test
