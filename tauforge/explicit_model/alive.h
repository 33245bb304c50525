// Long work asks now and then; whoever watches it throws to end it.
#pragma once

#include <functional>

namespace tauforge::explicit_model {

using Alive = std::function<void()>;

inline void ask(const Alive& alive) {
  if (alive) alive();
}

}  // namespace tauforge::explicit_model
