#include "python/bindings/dynamics.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>

#include "tauforge/files/read_robot.h"

namespace tauforge::python {

namespace {

constexpr std::size_t states_worth_a_thread = 500;

const FunctionInfo& function_named(const std::string& name) {
  static const std::vector<FunctionInfo> all = function_catalogue();
  for (const FunctionInfo& info : all)
    if (info.name == name) return info;
  throw nb::value_error(("there is no function '" + name + "'").c_str());
}

Payload payload_of(const nb::object& given) {
  Payload payload;
  if (given.is_none()) return payload;
  payload.mass = nb::cast<double>(given.attr("mass"));
  payload.centre = nb::cast<std::array<double, 3>>(given.attr("centre"));
  payload.inertia = nb::cast<std::array<double, 6>>(given.attr("inertia"));
  return payload;
}

}  // namespace

void refuse_state(const Failure& failure, std::size_t count, const std::string& function) {
  const char* code = failure.status == Status::singular      ? "singular"
                     : failure.status == Status::no_rotation ? "quaternion-length"
                                                             : "state-refused";
  std::string text = function + ": " + to_text(failure.status);
  if (count > 1) text += " (state " + std::to_string(failure.state) + " of " + std::to_string(count) + ")";
  const nb::object raise = nb::module_::import_("tauforge._errors").attr("raise_state_error");
  raise(code, text);
  throw nb::value_error(text.c_str());
}

Templates::Templates(Robot robot) : robot_(std::move(robot)) {
  const auto& g = robot_.details().robot.parameters.gravity;
  gravity_ = {g.x, g.y, g.z};
}

std::unique_ptr<Dynamics> Templates::borrow(const Kind& kind) {
  {
    const std::lock_guard lock(access_);
    auto& idle = idle_[kind];
    if (!idle.empty()) {
      auto dynamics = std::move(idle.back());
      idle.pop_back();
      return dynamics;
    }
  }
  return std::make_unique<Dynamics>(robot_, Dynamics::Options{kind.first, kind.second});
}

void Templates::give_back(const Kind& kind, std::unique_ptr<Dynamics> dynamics) {
  const std::lock_guard lock(access_);
  idle_[kind].push_back(std::move(dynamics));
}

std::string Templates::why_not(const std::string& function) {
  auto dynamics = borrow({});
  const std::string why = dynamics->why_not(function);
  give_back({}, std::move(dynamics));
  return why;
}

std::vector<ResultShape> Templates::results(const std::string& function) {
  auto dynamics = borrow({});
  auto shapes = dynamics->results(function);
  give_back({}, std::move(dynamics));
  return shapes;
}

nb::object Templates::compute(const std::string& function, nb::tuple given, nb::object out, nb::object payload,
                              nb::object wrench, nb::object gravity, bool rigid, const std::string& link,
                              std::size_t threads) {
  const FunctionInfo& info = function_named(function);
  std::vector<Input> inputs{{"q", robot_.nq()}};
  if (info.velocity) inputs.push_back({"qd", robot_.nv()});
  if (info.acceleration) inputs.push_back({"qdd", robot_.nv()});
  if (info.torque) inputs.push_back({"tau", robot_.nv()});
  if (given.size() != inputs.size())
    throw nb::type_error((function + " takes " + std::to_string(inputs.size()) + " arrays").c_str());
  std::array<PyObject*, most_inputs> objects = {};
  for (std::size_t i = 0; i < inputs.size(); ++i) objects[i] = given[i].ptr();
  const bool pushed = !wrench.is_none();
  if (pushed) {
    objects[inputs.size()] = wrench.ptr();
    inputs.push_back({"wrench", 6});
  }
  const Kind kind{rigid, link};
  const Payload load = payload_of(payload);
  const std::array<double, 3> pull = gravity.is_none() ? gravity_ : nb::cast<std::array<double, 3>>(gravity);

  std::vector<std::unique_ptr<Dynamics>> workers;
  workers.push_back(borrow(kind));
  const auto done = [&] {
    for (auto& worker : workers) give_back(kind, std::move(worker));
  };
  try {
    if (const std::string why = workers[0]->why_not(function); !why.empty())
      throw nb::value_error((function + ": " + why).c_str());
    const std::vector<ResultShape> shapes = workers[0]->results(function);
    Arrays arrays(inputs, objects.data());
    nb::object results = nb::steal(arrays.results(shapes, out.ptr()));
    const std::size_t count = arrays.count();
    const std::size_t used = thread_count(threads, count, states_worth_a_thread);
    while (workers.size() < used) workers.push_back(borrow(kind));
    for (auto& worker : workers) worker->set_payload(load), worker->set_gravity(pull);
    std::size_t all = 0;
    for (const auto& shape : shapes) all += shape.size();
    const auto work = [&](std::size_t t, std::size_t begin, std::size_t end) -> std::optional<Failure> {
      std::vector<double> several(shapes.size() > 1 ? all : 0);
      std::optional<Failure> failure;
      for (std::size_t k = begin; k < end; ++k) {
        State x;
        std::size_t next = 0;
        const auto take = [&] {
          const In values(arrays.input(next) + k * inputs[next].size, inputs[next].size);
          ++next;
          return values;
        };
        x.q = take();
        if (info.velocity) x.qd = take();
        if (info.acceleration) x.qdd = take();
        if (info.torque) x.tau = take();
        if (pushed) x.wrench = take();
        const Out to = shapes.size() > 1 ? Out(several) : Out(arrays.result(0) + k * all, all);
        const Status status = workers[t]->compute(function, x, to);
        if (status != Status::fine && !failure) failure = Failure{k, status};
        if (shapes.size() == 1) continue;
        const double* from = several.data();
        for (std::size_t r = 0; r < shapes.size(); ++r) {
          std::copy_n(from, shapes[r].size(), arrays.result(r) + k * shapes[r].size());
          from += shapes[r].size();
        }
      }
      return failure;
    };
    const auto failure = for_states(count, used, work);
    done();
    if (failure) refuse_state(*failure, count, function);
    return results;
  } catch (...) {
    if (workers[0]) done();
    throw;
  }
}

}  // namespace tauforge::python
