// Generated code on arrays: compiled, verified and called here, through tauforge/model.h.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "python/bindings/dynamics.h"
#include "python/bindings/findings.h"
#include "python/bindings/parts.h"
#include "tauforge/dynamics/coordinates.h"
#include "tauforge/model.h"
#include "tauforge/native/verified_code.h"

namespace tauforge::python {

namespace {

constexpr std::size_t states_worth_a_thread = 20000;
constexpr std::size_t states_of_block = 128;  // of functions with several results, which change their places afterwards

using Constants = std::vector<std::max_align_t>;

// One function of generated code. Calls share nothing that changes: a set-up is replaced, not written to.
class Compiled {
 public:
  Compiled(const GeneratedCode& code, std::size_t index) : code_(code), index_(index) {
    if (index >= code.functions().size()) throw nb::index_error("the code has no such function");
    const GeneratedFunction& function = about();
    for (const auto& argument : function.arguments) inputs_.push_back({argument.name, argument.size});
    for (const auto& argument : function.arguments) pointers_.push_back(pointer_named(argument.name));
    shapes_ = function.shapes;
    results_ = function.results;
    for (const auto& input : inputs_) names_.push_back(nb::steal(PyUnicode_InternFromString(input.name.c_str())));
    out_ = nb::steal(PyUnicode_InternFromString("out"));
    threads_ = nb::steal(PyUnicode_InternFromString("threads"));
    if (model().setup) constants_ = nullptr;
  }

  const GeneratedCode& code() const { return code_; }
  const GeneratedFunction& about() const { return code_.functions()[index_]; }

  void set_up(const RunTimeValues& values) {
    if (!model().setup) throw nb::value_error("the code was compiled without inputs of a set-up: payload=True ...");
    auto fresh = std::make_shared<Constants>(model().constants_size / sizeof(std::max_align_t) + 1);
    const auto pointer = [](In v) { return v.empty() ? nullptr : v.data(); };
    const tauforge_run_time inputs{pointer(values.payload), pointer(values.gravity), pointer(values.inertias),
                                   pointer(values.friction)};
    model().setup(&inputs, fresh->data());
    constants_ = std::move(fresh);
  }

  // f(q, qd, qdd, out=None, threads=None); arguments also by name.
  PyObject* call(PyObject* positional, PyObject* named) const {
    std::array<PyObject*, most_inputs> given = {};
    PyObject* out = nullptr;
    std::size_t asked = 1;
    const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(positional));
    if (count > inputs_.size()) throw nb::type_error(usage().c_str());
    for (std::size_t i = 0; i < count; ++i) given[i] = PyTuple_GET_ITEM(positional, static_cast<Py_ssize_t>(i));
    bool threads_given = false;
    if (named) {
      Py_ssize_t at = 0;
      for (PyObject *key, *value; PyDict_Next(named, &at, &key, &value);) {
        if (same(key, out_)) {
          out = value;
        } else if (same(key, threads_)) {
          threads_given = value != Py_None;
          if (threads_given) asked = nb::cast<std::size_t>(nb::handle(value));
        } else {
          std::size_t i = 0;
          while (i < names_.size() && !same(key, names_[i])) ++i;
          if (i == names_.size() || given[i]) throw nb::type_error(usage().c_str());
          given[i] = value;
        }
      }
    }
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (!given[i]) throw nb::type_error(usage().c_str());
    const auto constants = constants_;
    if (model().setup && !constants) throw nb::value_error((about().name + " waits for set_up(...)").c_str());
    Arrays arrays(inputs_, given.data());
    nb::object results = nb::steal(arrays.results(shapes_, out));
    const void* const set_up = constants ? constants->data() : nullptr;
    std::optional<Failure> failure;
    if (arrays.count() == 1) {  // not worth giving up the lock
      failure = one(arrays, set_up);
    } else {
      const std::size_t threads = thread_count(threads_given ? asked : 0, arrays.count(), states_worth_a_thread);
      failure = for_states(arrays.count(), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        return many(arrays, set_up, begin, end);
      });
    }
    if (failure) refuse_state(*failure, arrays.count(), about().name);
    return results.release().ptr();
  }

  std::string usage() const {
    std::string text = about().name + "(";
    for (const auto& input : inputs_) text += input.name + ", ";
    return text + "*, out=None, threads=None)";
  }

 private:
  using Pointer = const double* tauforge_state::*;

  static Pointer pointer_named(const std::string& name) {
    if (name == "q") return &tauforge_state::q;
    if (name == "qd") return &tauforge_state::qd;
    if (name == "qdd") return &tauforge_state::qdd;
    if (name == "tau") return &tauforge_state::tau;
    if (name == "wrench") return &tauforge_state::wrench;
    if (name == "equation") return &tauforge_state::equation;
    return &tauforge_state::b;
  }

  static bool same(PyObject* key, const nb::object& name) {
    return key == name.ptr() || PyUnicode_Compare(key, name.ptr()) == 0;
  }

  const tauforge_model& model() const { return *code_.model(); }
  const tauforge_function& function() const { return model().functions[index_]; }

  tauforge_state state(const Arrays& arrays, std::size_t k) const {
    tauforge_state x = {};
    for (std::size_t i = 0; i < inputs_.size(); ++i) x.*pointers_[i] = arrays.input(i) + k * inputs_[i].size;
    return x;
  }

  std::optional<Failure> one(const Arrays& arrays, const void* constants) const {
    const tauforge_state x = state(arrays, 0);
    if (shapes_.size() > 1) return many(arrays, constants, 0, 1);
    if (model().floating && inputs_[0].name == "q" && std::isnan(dynamics::unit_scale({x.q, inputs_[0].size}))) {
      std::fill_n(arrays.result(0), results_, std::nan(""));
      return Failure{0, Status::no_rotation};
    }
    function().call(constants, &x, arrays.result(0));
    return std::nullopt;
  }

  std::optional<Failure> many(const Arrays& arrays, const void* constants, std::size_t begin, std::size_t end) const {
    std::optional<Failure> failure;
    if (shapes_.size() == 1) {
      values(arrays, constants, begin, end - begin, arrays.result(0) + begin * results_);
    } else {
      std::vector<double> block(std::min(states_of_block, end - begin) * results_);
      for (std::size_t k = begin; k < end; k += states_of_block) {
        const std::size_t count = std::min(states_of_block, end - k);
        values(arrays, constants, k, count, block.data());
        const double* from = block.data();
        for (std::size_t r = 0; r < shapes_.size(); ++r) {
          const std::size_t size = shapes_[r].size();
          std::copy_n(from, count * size, arrays.result(r) + k * size);
          from += count * size;
        }
      }
    }
    if (!model().floating) return failure;
    for (std::size_t k = begin; k < end; ++k) {
      if (!std::isnan(dynamics::unit_scale({arrays.input(0) + k * inputs_[0].size, inputs_[0].size}))) continue;
      if (!failure) failure = Failure{k, Status::no_rotation};
      for (std::size_t r = 0; r < shapes_.size(); ++r)
        std::fill_n(arrays.result(r) + k * shapes_[r].size(), shapes_[r].size(), std::nan(""));
    }
    return failure;
  }

  // Several results lie `count` states apart.
  void values(const Arrays& arrays, const void* constants, std::size_t begin, std::size_t count, double* to) const {
    const tauforge_state first = state(arrays, begin);
    if (function().batch) return function().batch(count, constants, &first, to);
    std::vector<double> apart(shapes_.size() > 1 ? results_ : 0);
    for (std::size_t k = 0; k < count; ++k) {
      const tauforge_state x = state(arrays, begin + k);
      if (apart.empty()) {
        function().call(constants, &x, to + k * results_);
        continue;
      }
      function().call(constants, &x, apart.data());
      std::size_t before = 0;
      for (const auto& shape : shapes_) {
        std::copy_n(apart.data() + before, shape.size(), to + before * count + k * shape.size());
        before += shape.size();
      }
    }
  }

  GeneratedCode code_;
  std::size_t index_, results_ = 0;
  std::vector<Input> inputs_;
  std::vector<Pointer> pointers_;
  std::vector<ResultShape> shapes_;
  std::vector<nb::object> names_;
  nb::object out_, threads_;
  std::shared_ptr<const Constants> constants_;
};

PyObject* call_compiled(PyObject* self, PyObject* positional, PyObject* named) {
  try {
    return nb::inst_ptr<Compiled>(self)->call(positional, named);
  } catch (nb::python_error& e) {
    e.restore();
  } catch (nb::builtin_exception& e) {
    PyErr_SetString(e.type() == nb::exception_type::type_error ? PyExc_TypeError : PyExc_ValueError, e.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  }
  return nullptr;
}

std::vector<double> numbers(const nb::object& given) {
  return given.is_none() ? std::vector<double>() : nb::cast<std::vector<double>>(given);
}

nb::tuple generate_code(const Templates& robot, const nb::dict& wanted, nb::object told) {
  GenerateRequest request;
  const auto flag = [&](const char* name, bool& to) {
    if (wanted.contains(name)) to = nb::cast<bool>(wanted[name]);
  };
  request.functions = nb::cast<std::vector<std::string>>(wanted["functions"]);
  request.run_time = nb::cast<std::vector<std::string>>(wanted["run_time"]);
  request.flags = nb::cast<std::vector<std::string>>(wanted["flags"]);
  request.compiler = nb::cast<std::string>(wanted["compiler"]);
  request.effort = nb::cast<int>(wanted["effort"]);
  request.within = nb::cast<double>(wanted["within"]);
  request.prefix = nb::cast<std::string>(wanted["prefix"]);
  flag("rigid", request.rigid), flag("wrench", request.wrench), flag("batch", request.batch);
  flag("single_precision", request.single_precision), flag("exact", request.exact), flag("cache", request.cache);
  flag("casadi", request.casadi), flag("two_rate", request.two_rate), flag("observer", request.observer);
  flag("cpp", request.cpp), flag("octave", request.octave);
  return answer(
      Watched(std::move(told))([&](const Progress& progress) { return generate(robot.robot(), request, progress); }));
}

}  // namespace

void bind_code(nb::module_& m) {
  nb::class_<GeneratedCode>(m, "Code", "Verified code of a robot.")
      .def_prop_ro("functions",
                   [](const GeneratedCode& code) {
                     std::vector<std::string> names;
                     for (const auto& f : code.functions()) names.push_back(f.name);
                     return names;
                   })
      .def_prop_ro("files",
                   [](const GeneratedCode& code) {
                     nb::dict files;
                     for (const auto& file : code.details().files) files[file.name.c_str()] = file.text;
                     return files;
                   })
      .def_prop_ro("prefix", [](const GeneratedCode& code) { return code.details().options.files.prefix; })
      .def_prop_ro("from_cache", &GeneratedCode::from_cache)
      .def_prop_ro("cut_short", [](const GeneratedCode& code) { return code.details().cut_short; })
      .def_prop_ro("build", [](const GeneratedCode& code) { return code.details().options.build.text(); })
      .def_prop_ro("states", [](const GeneratedCode& code) { return code.details().options.states; })
      .def_prop_ro("library", &GeneratedCode::library)
      .def("write", [](const GeneratedCode& code, const std::string& folder, bool force) {
        return list_of(code.write(folder, force));
      });

  PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(call_compiled)}, {0, nullptr}};
  nb::class_<Compiled>(m, "Compiled", nb::type_slots(slots), "A function of generated code on arrays.")
      .def(nb::init<const GeneratedCode&, std::size_t>(), nb::arg("code"), nb::arg("index"))
      .def_prop_ro("usage", &Compiled::usage,
                   "How it is called.\n\n>>> tauforge.example(\"scara\").compile(\"gravity\", "
                   "effort=200).usage\n'gravity(q, *, out=None, threads=None)'\n")
      .def_prop_ro("about",
                   [](const Compiled& c) {
                     const GeneratedFunction& f = c.about();
                     nb::dict about;
                     about["name"] = f.name, about["multiplications"] = f.multiplications;
                     about["additions"] = f.additions, about["sines"] = f.sines, about["cosines"] = f.cosines;
                     about["deviation"] = f.deviation, about["allowed"] = f.allowed;
                     about["nanoseconds"] = f.nanoseconds;
                     return about;
                   })
      .def(
          "set_up",
          [](Compiled& c, nb::object payload, nb::object gravity, nb::object inertias, nb::object friction) {
            const auto p = numbers(payload), g = numbers(gravity), i = numbers(inertias), f = numbers(friction);
            GeneratedCode judge = c.code();
            if (const Status status = judge.set_up({p, g, i, f}); status != Status::fine)
              throw nb::value_error(to_text(status));
            c.set_up({p, g, i, f});
          },
          nb::arg("payload").none(), nb::arg("gravity").none(), nb::arg("inertias").none(), nb::arg("friction").none());

  m.def("generate", &generate_code, nb::arg("robot"), nb::arg("wanted"), nb::arg("told").none());
}

}  // namespace tauforge::python
