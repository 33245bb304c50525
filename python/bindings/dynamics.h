// A robot's functions on arrays, by the templates. Threads borrow a Dynamics each, so that they share nothing.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "python/bindings/arrays.h"
#include "python/bindings/states.h"

namespace tauforge::python {

class Templates {
 public:
  explicit Templates(Robot robot);
  const Robot& robot() const { return robot_; }

  // payload: (mass, centre, inertia) or None; gravity: 3 numbers or None.
  nb::object compute(const std::string& function, nb::tuple inputs, nb::object out, nb::object payload,
                     nb::object wrench, nb::object gravity, bool rigid, const std::string& link, std::size_t threads);
  std::string why_not(const std::string& function);
  std::vector<ResultShape> results(const std::string& function);

 private:
  using Kind = std::pair<bool, std::string>;  // rigid, link
  std::unique_ptr<Dynamics> borrow(const Kind& kind);
  void give_back(const Kind& kind, std::unique_ptr<Dynamics> dynamics);

  Robot robot_;
  std::array<double, 3> gravity_;
  std::mutex access_;
  std::map<Kind, std::vector<std::unique_ptr<Dynamics>>> idle_;
};

// Throws tauforge.Error about state `failure.state` of `count`.
[[noreturn]] void refuse_state(const Failure& failure, std::size_t count, const std::string& function);

}  // namespace tauforge::python
