// Tauforge in one header: load a robot, compute its dynamics, generate and verify its code, identify it from its logs,
// simulate it.                                                                  link with tauforge::tauforge
//
//   const auto robot = tauforge::load("arm.urdf");
//   if (!robot) for (const auto& f : robot.findings()) std::puts(to_text(f).c_str());
//   tauforge::Dynamics dynamics(robot.value());
//   dynamics.inverse_dynamics(q, qd, qdd, tau);
//
// SI units: rad, m, s, kg, N, N m. Matrices row by row. Coordinates are those of the drives; of a floating base they begin
// with q = position x y z, quaternion x y z w and qd = linear, angular velocity in its own frame. Whatever reads files or
// starts programs answers with a Result: a value, and findings with a place, a code and a way out. Nothing here throws.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/result.h"

struct tauforge_model;  // tauforge/model.h: generated code as C sees it

// What is behind the face, for whoever needs more of it: include the header named beside `details`.
namespace tauforge::files { struct LoadedRobot; }
namespace tauforge::native { struct VerifiedCode; }
namespace tauforge::recording { struct Recording; }
namespace tauforge::identify { struct IdentifiedRobot; }
namespace tauforge::simulate { struct Simulation; }

namespace tauforge {

using diagnostic::Findings;
using diagnostic::Result;

// ------------------------------------------------------------------------------------------------------------ robots

struct LoadOptions {
  bool floating = false;       // free the base even where the file does not
  bool coupled = false;        // mimic joints follow their leaders, instead of having coordinates of their own
  bool exact_angles = false;   // restore quarter turns written with few digits (1.5708)
  bool strict = false;         // warnings are errors
  bool lenient = false;        // specification files: fill up short lists of zeros
};

struct Limits {  // infinite where the file has none
  double lower, upper, velocity, torque;
};

// Immutable; copies share it.
class Robot {
 public:
  const std::string& name() const;
  const std::vector<std::string>& drives() const;  // names of the coordinates, without those of a floating base
  std::vector<std::string> links() const;          // of the file, in its order
  std::vector<Limits> limits() const;              // one per drive
  bool floating() const;
  std::size_t nq() const, nv() const;  // positions; velocities, accelerations, torques
  std::string to_toml() const;         // the robot file of Tauforge
  const files::LoadedRobot& details() const { return *robot_; }  // tauforge/files/read_robot.h

  explicit Robot(std::shared_ptr<const files::LoadedRobot> robot) : robot_(std::move(robot)) {}

 private:
  std::shared_ptr<const files::LoadedRobot> robot_;
};

// URDF, xacro, TOML, specification files: told by extension and content.
Result<Robot> load(const std::string& path, const LoadOptions& options = {});

// ---------------------------------------------------------------------------------------------------------- dynamics

struct State {  // what a function does not read may be empty
  std::span<const double> q, qd = {}, qdd = {}, tau = {};
  std::span<const double> wrench = {};  // fx fy fz nx ny nz on the last link, in its frame; empty: none
};

struct FunctionInfo {
  std::string name, meaning;
  bool velocity, acceleration, torque;  // read besides positions
};
std::vector<FunctionInfo> functions();  // the catalogue

struct Payload {  // on the last link, in its frame
  double mass = 0;
  std::array<double, 3> centre = {};
  std::array<double, 6> inertia = {};  // about the centre of mass: xx yy zz xy yz xz
};

// Where it is not `fine`, all results are NaN.
enum class Status {
  fine,
  wrong_size,     // a span has not as many numbers as it needs
  not_available,  // no such function, or not for this kind of robot: why_not says it
  singular,       // finite torques cannot move the robot where it stands
};
const char* to_text(Status status);

// A robot bound to one thread: it owns all memory it needs, and takes none after construction.
class Dynamics {
 public:
  struct Options {
    bool rigid = false;     // bodies alone: no rotor inertia, no friction
    std::string link = {};  // of jacobian; empty: the last. One that the robot does not have: not_available
  };
  explicit Dynamics(const Robot& robot) : Dynamics(robot, Options{}) {}
  Dynamics(const Robot& robot, const Options& options);
  Dynamics(Dynamics&&) noexcept;
  Dynamics& operator=(Dynamics&&) noexcept;
  ~Dynamics();

  using In = std::span<const double>;
  using Out = std::span<double>;
  Status inverse_dynamics(In q, In qd, In qdd, Out tau) noexcept;
  Status gravity(In q, Out g) noexcept;
  Status velocity_torque(In q, In qd, Out h) noexcept;
  Status bias(In q, In qd, Out b) noexcept;
  Status mass_matrix(In q, Out M) noexcept;
  Status coefficients(In q, Out D_and_DI) noexcept;
  Status forward_dynamics(In q, In qd, In tau, Out qdd) noexcept;
  Status regressor(In q, In qd, In qdd, Out Y) noexcept;
  Status base_regressor(In q, In qd, In qdd, Out Y) noexcept;
  Status forward_kinematics(In q, Out X) noexcept;  // per moved link: rotation row by row, position
  Status jacobian(In q, Out J) noexcept;
  Status coriolis_matrix(In q, In qd, Out C) noexcept;
  Status inverse_dynamics_derivatives(In q, In qd, In qdd, Out tau_and_dtau_dq_dqd) noexcept;
  Status forward_dynamics_derivatives(In q, In qd, In tau, Out qdd_and_dqdd_dq_dqd_dtau) noexcept;

  // The same by name, with wrenches.
  Status compute(std::string_view function, const State& x, Out results) noexcept;
  std::size_t size(std::string_view function) const noexcept;  // of its results; 0: not available
  std::string why_not(std::string_view function) const;        // empty: available

  void set_payload(const Payload& payload) noexcept;  // instead of the one before
  void set_gravity(const std::array<double, 3>& acceleration) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

// -------------------------------------------------------------------------------------------------------------- code

// What is being done, and the share that is done where it is known; false ends it as soon as it can.
using Progress = std::function<bool(const std::string& what, std::optional<double> share)>;

struct GenerateRequest {
  std::vector<std::string> functions = {"inverse_dynamics"};  // "gravity+mass_matrix": both in one C function
  std::vector<std::string> run_time = {};  // of payload, gravity, inertias, friction: inputs of a set-up function
  bool rigid = false, wrench = false, two_rate = false, batch = false, single_precision = false;
  bool exact = false, libm = false, unrolled = false, cpp = false, octave = false;
  double within = 0;       // results may be off by this share of their largest value; 0: to rounding
  int effort = 33000;      // programs that each search may try
  std::string prefix = {};  // of every symbol; empty: from the robot's name
  std::string compiler = "cc";
  std::vector<std::string> flags = {"-O2", "-ffp-contract=fast"};
};

struct GeneratedFunction {
  std::string name;
  std::size_t results = 0;
  int multiplications = 0, additions = 0, sines = 0, cosines = 0;
  double deviation = 0, allowed = 0;  // from the templates on random states, as a share of the largest result
  double nanoseconds = 0;             // per call; how it was measured: GeneratedCode::timing()
};

struct RunTimeValues {  // of what the request left open
  std::span<const double> payload = {}, gravity = {}, inertias = {}, friction = {};
};

// Compiled, loaded and verified. Copies share the code and have constants of their own; calls from several threads may share
// one that is not being set up.
class GeneratedCode {
 public:
  const std::vector<GeneratedFunction>& functions() const { return functions_; }
  Status call(std::string_view function, const State& x, std::span<double> results) const noexcept;
  Status set_up(const RunTimeValues& values) noexcept;

  std::vector<std::string> files() const;  // their names
  Findings write(const std::string& folder, bool force = false) const;  // in one step; empty: written
  std::string timing() const;
  const tauforge_model& model() const;
  const native::VerifiedCode& details() const { return *code_; }  // tauforge/native/verified_code.h

  explicit GeneratedCode(std::shared_ptr<const native::VerifiedCode> code);

 private:
  std::shared_ptr<const native::VerifiedCode> code_;
  std::vector<GeneratedFunction> functions_;
  std::vector<double> constants_;
};

Result<GeneratedCode> generate(const Robot& robot, const GenerateRequest& request = {}, const Progress& progress = {});

// ---------------------------------------------------------------------------------------------------- identification

// A log as CSV; "log.csv@635-3510" reads these data rows. `layout` names a layout file (docs/recordings.md), or is empty.
class Recording {
 public:
  std::size_t samples() const;
  double duration() const;  // [s]
  const recording::Recording& details() const { return *recording_; }  // tauforge/recording/recording.h

  explicit Recording(std::shared_ptr<const recording::Recording> r) : recording_(std::move(r)) {}

 private:
  std::shared_ptr<const recording::Recording> recording_;
};
Result<Recording> read_recording(const Robot& robot, const std::string& path, const std::string& layout = "");

struct IdentifyOptions {
  std::optional<double> cutoff_hz = {}, delay = {};  // chosen from the logs where absent; delay in seconds
  bool offsets = true;
};

struct IdentifiedParameter {
  std::string name, unit;
  bool kept = false;                // in the reduced model
  double value = 0, deviation = 0;  // of the full model, and one standard deviation
  double low = 0, high = 0;         // interval of a kept parameter
};

class Identification {
 public:
  const Robot& possible() const { return possible_; }  // bodies that can exist
  const Robot& reduced() const { return reduced_; }    // the fewest numbers: combinations, not bodies
  std::vector<IdentifiedParameter> parameters() const;
  double training_error() const;                  // of the reduced model [%]
  double error_on(const Recording& fresh) const;  // of the reduced model on a log it has not seen [%]
  const identify::IdentifiedRobot& details() const { return *found_; }  // tauforge/identify/identified_robot.h

  Identification(std::shared_ptr<const identify::IdentifiedRobot> found, Robot possible, Robot reduced);

 private:
  std::shared_ptr<const identify::IdentifiedRobot> found_;
  Robot possible_, reduced_;
};
Result<Identification> identify(const Robot& robot, std::span<const Recording> logs,
                                const IdentifyOptions& options = {}, const Progress& progress = {});

// -------------------------------------------------------------------------------------------------------- simulation

struct DriveOutcome {
  double largest_error = 0, rms_error = 0, final_error = 0;  // of the arm as it was, against the wanted motion [rad or m]
  double largest_torque = 0, rms_torque = 0;                 // [N m or N]
};

class Simulation {
 public:
  std::size_t samples() const;
  double time(std::size_t k) const;  // [s]
  std::span<const double> q(std::size_t k) const, wanted(std::size_t k) const, tau(std::size_t k) const;
  std::vector<DriveOutcome> drives() const;
  std::vector<std::string> events() const;  // alarms, stops, faults, with their times
  bool diverged() const;
  const simulate::Simulation& details() const { return *simulation_; }  // tauforge/simulate/simulate.h

  explicit Simulation(std::shared_ptr<const simulate::Simulation> s) : simulation_(std::move(s)) {}

 private:
  std::shared_ptr<const simulate::Simulation> simulation_;
};
// A scenario file (docs/scenario-file.md) in virtual time; code is generated where it asks for some.
Result<Simulation> simulate(const Robot& robot, const std::string& scenario, const Progress& progress = {});

}  // namespace tauforge
