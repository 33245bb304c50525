// Tauforge in one header: load a robot, compute its dynamics, generate and verify its code, identify it from its logs,
// simulate it, run it.                                                                     link with tauforge::tauforge
//
//   const auto robot = tauforge::load("arm.urdf");
//   for (const auto& finding : robot.findings()) std::puts(to_text(finding).c_str());
//   if (!robot) return 1;
//   tauforge::Dynamics dynamics(robot.value());
//   dynamics.inverse_dynamics(q, qd, qdd, tau);
//
// SI units: rad, m, s, kg, N, N m. Matrices row by row. Coordinates are those of the drives; those of a floating base come
// first: position x y z and quaternion x y z w of length one in q, linear and angular velocity in its own frame in qd. Inputs
// and outputs may not overlap. Whatever reads files or starts programs answers with a Result: a value, and findings with a
// place, a code and a way out. Nothing here throws, but for memory that is not there. `details()` shows what is behind a
// class, to whoever includes the header named beside it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/result.h"

// clang-format off
struct tauforge_model;  // tauforge/model.h: generated code as C sees it
namespace tauforge::cards { struct CardsRun; }
namespace tauforge::commission { class Operator; struct Record; }
namespace tauforge::control { struct LoopSample; }
namespace tauforge::excite { struct Excitation; }
namespace tauforge::executive { struct MeasuredRun; struct RunRequest; }
namespace tauforge::explicit_model { struct Derivation; }
namespace tauforge::files { struct LoadedRobot; }
namespace tauforge::identify { struct IdentifiedRobot; }
namespace tauforge::literature { struct PaperIdentification; }
namespace tauforge::motion { class Trajectory; }
namespace tauforge::native { class LoadedModel; struct VerifiedCode; }
namespace tauforge::recording { struct Recording; }
namespace tauforge::scenario { struct Scenario; struct Simulation; struct Truth; }
// clang-format on

namespace tauforge {

using diagnostic::Findings;
using diagnostic::Result;
using In = std::span<const double>;
using Out = std::span<double>;

// Long work tells on the calling thread what it is at, and is answered whether to go on.
struct Step {
  std::string what;
  std::optional<double> share = {};  // that is done, where it is known
  std::string so_far = {};           // the best that a search has
};
enum class Answer {
  go_on,
  enough,
  cancel
};  // enough: what it has so far will do; cancel: it ends with the error `cancelled`
using Progress = std::function<Answer(const Step&)>;

struct LoadOptions {
  bool floating = false;      // free the base even where the file does not
  bool coupled = false;       // mimic joints follow their leaders, instead of having coordinates of their own
  bool exact_angles = false;  // restore quarter turns written with few digits (1.5708)
  bool strict = false;        // warnings are errors
  bool lenient = false;       // specification files: fill up short lists of zeros
  double snap_degrees = 0;    // make angles exact that are so close to a quarter turn
  std::string transmission =
      {};  // a file with the drives of a robot whose own file cannot say them: coupled wrists, motor angles
};

struct Joint {
  std::string name, link;                 // and the link that it moves
  bool revolute = true;                   // else it slides
  double lower, upper;                    // of its position; infinite where the file has no limit      [rad or m]
  double velocity, acceleration, torque;  // largest ones, likewise
};

// As its file describes it. Copies share what they hold.
class Robot {
 public:
  explicit Robot(std::shared_ptr<const files::LoadedRobot> robot) : robot_(std::move(robot)) {}
  const std::string& name() const;
  const std::vector<std::string>& drives() const;  // names of the coordinates, without those of a floating base
  std::vector<Joint> joints() const;               // from the base to the tips; behind a transmission not the drives
  std::size_t nq() const, nv() const;              // numbers of a position; of velocities, accelerations, torques
  bool floating() const;
  std::string to_toml() const;                                   // the file again
  const files::LoadedRobot& details() const { return *robot_; }  // tauforge/files/read_robot.h

 private:
  std::shared_ptr<const files::LoadedRobot> robot_;
};

Result<Robot> load(const std::string& path, const LoadOptions& options = {});  // .toml, .urdf, .dyn

// A robot as a file of the format that the path ends in: .toml, .urdf or .dyn. Complete or absent: it is read back, and its
// inverse dynamics are compared with those of the robot at random states before it gets its name. What the format cannot say
// comes back as warnings ("lost-...").
struct ConvertOptions {
  bool force = false;   // replace a file
  bool strict = false;  // nothing may be lost
};
struct Converted {
  std::string path, format;
  std::size_t states = 0;      // at which torques were compared
  double difference = 0;       // of torques, as a share of the largest of each drive: to rounding
  std::optional<double> lost;  // the same, with all that the format cannot say; nothing: it has other coordinates
};
Result<Converted> convert(const Robot& robot, const std::string& path, const ConvertOptions& options = {});

struct State {  // what a function does not read may be empty
  In q, qd = {}, qdd = {}, tau = {};
  In wrench = {};            // fx fy fz nx ny nz on the last link, in its frame; empty: none
  In equation = {}, b = {};  // of generated `synchronous`: see model.h
};

struct Payload {  // on the last link, in its frame
  double mass = 0;
  std::array<double, 3> centre = {};
  std::array<double, 6> inertia = {};  // about the centre of mass: xx yy zz xy yz xz
};

// How the numbers of a result are arranged.
struct ResultShape {
  std::string name, meaning;
  std::size_t rows = 0, columns = 0;  // 0 columns: a vector
  std::size_t size() const { return rows * (columns > 0 ? columns : 1); }
};

struct FunctionInfo {
  std::string name, meaning;
  bool velocity, acceleration, torque;  // read besides positions
};
std::vector<FunctionInfo> function_catalogue();

// Of a call; where it is not `fine`, all results are NaN.
enum class Status {
  fine,
  wrong_size,     // a span has not as many numbers as it needs
  not_available,  // there is no such function, or not of this robot: why_not tells
  singular,       // finite torques cannot move the robot where it stands
  no_rotation,    // the quaternion of a floating base has not length one
  not_set_up,     // generated code that waits for set_up
};
const char* to_text(Status status);

// A robot bound to one thread: it owns all the memory it needs, and takes none after construction. One that was moved from
// may only be given a value or go.
class Dynamics {
 public:
  struct Options {
    bool rigid = false;     // bodies alone: no rotor inertia, no friction
    std::string link = {};  // of jacobian; empty: the last
  };
  explicit Dynamics(const Robot& robot) : Dynamics(robot, Options{}) {}
  Dynamics(const Robot& robot, const Options& options);
  Dynamics(Dynamics&&) noexcept;
  Dynamics& operator=(Dynamics&&) noexcept;
  ~Dynamics();

  // Results have nv numbers, or nv x nv where they are matrices; size() tells of the others.
  Status inverse_dynamics(In q, In qd, In qdd, Out tau) noexcept;
  Status gravity(In q, Out g) noexcept;
  Status velocity_torque(In q, In qd, Out h) noexcept;
  Status bias(In q, In qd, Out b) noexcept;
  Status mass_matrix(In q, Out M) noexcept;
  Status coefficients(In q, Out D, Out DI) noexcept;
  Status forward_dynamics(In q, In qd, In tau, Out qdd) noexcept;
  Status regressor(In q, In qd, In qdd, Out Y) noexcept;
  Status base_regressor(In q, In qd, In qdd, Out Y) noexcept;
  Status forward_kinematics(In q, Out X) noexcept;  // per moved link: rotation row by row, position
  Status jacobian(In q, Out J) noexcept;
  Status coriolis_matrix(In q, In qd, Out C) noexcept;
  Status inverse_dynamics_derivatives(In q, In qd, In qdd, Out tau, Out dtau_dq, Out dtau_dqd) noexcept;
  Status forward_dynamics_derivatives(In q, In qd, In tau, Out qdd, Out dqdd_dq, Out dqdd_dqd, Out dqdd_dtau) noexcept;

  // By name, with wrenches; several results one after another.
  Status compute(std::string_view function, const State& x, Out results) noexcept;
  std::size_t size(std::string_view function) const noexcept;  // of all its results; 0: not available
  std::string why_not(std::string_view function) const;        // empty: available
  std::vector<ResultShape> results(std::string_view function) const;

  void set_payload(const Payload& payload) noexcept;  // instead of the one before
  void set_gravity(const std::array<double, 3>& acceleration) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

struct GenerateRequest {
  std::vector<std::string> functions = {"inverse_dynamics"};  // "gravity+mass_matrix": both in one C function
  std::vector<std::string> run_time = {};  // of payload, gravity, inertias, friction: inputs of a set-up function
  bool observer = false;                   // also NAME_momentum_observer: torques that no drive gave
  bool rigid = false, wrench = false, two_rate = false, batch = false, single_precision = false;
  bool exact = false, libm = false, unrolled = false, cpp = false, octave = false, javascript = false, casadi = false;
  double within = 0;          // results may be off by this share of their largest value; 0: to rounding
  int effort = 33000;         // programs that each search may try
  std::string plans = {};     // file of Plans that the searches begin with, beside their own
  bool verify = true;         // false: it can be written, not called
  bool cache = false;         // take it from the user's cache (docs/generated-code.md), and leave it there
  bool trace_passes = false;  // what each pass made of each function: GeneratedCode::details().passes
  std::string prefix = {};    // of every symbol; empty: from the robot's name
  std::string compiler = "cc";
  std::vector<std::string> flags = {"-O2", "-ffp-contract=fast"};
};

struct GeneratedFunction {
  std::string name;
  std::size_t results = 0;
  int multiplications = 0, additions = 0, sines = 0, cosines = 0;
  double deviation = 0, allowed = 0;  // from the templates on random states, as a share of the largest result
  double nanoseconds = 0;             // per call, on this machine
  struct Argument {
    std::string name;
    std::size_t size = 0;
  };
  std::vector<Argument> arguments = {};  // q, qd ...
  std::vector<ResultShape> shapes = {};  // of its results, which follow one another
};

struct RunTimeValues {  // of what the request left open; each as tauforge/model.h says
  In payload =
      {};  // 10: mass, first moments x y z, inertia about the origin xx yy zz xy yz xz, in the last link's frame
  In gravity = {};   // 3
  In inertias = {};  // 10 per moved link, a floating base first
  In friction = {};  // per drive: coulomb, viscous, offset
};

// Compiled, loaded and verified. Copies share the code and have a set-up of their own; threads may share one that is not
// being set up.
class GeneratedCode {
 public:
  GeneratedCode(std::shared_ptr<const native::VerifiedCode> code, std::size_t nv);
  const std::vector<GeneratedFunction>& functions() const { return functions_; }
  Status call(std::string_view function, const State& x, Out results) const noexcept;
  Status set_up(const RunTimeValues& values) noexcept;
  Findings write(const std::string& folder, bool force = false) const;  // in one step; nothing: it is written
  const tauforge_model* model() const;                                  // nothing: not verified
  bool from_cache() const;
  const std::string& library() const;                             // path of the shared object, as long as this lives
  const native::VerifiedCode& details() const { return *code_; }  // tauforge/native/verified_code.h

 private:
  std::shared_ptr<const native::VerifiedCode> code_;
  std::vector<GeneratedFunction> functions_;
  std::vector<std::max_align_t> constants_;  // of the set-up
  bool waits_for_set_up_ = false;
};

Result<GeneratedCode> generate(const Robot& robot, const GenerateRequest& request = {}, const Progress& progress = {});

// A CSV log; "log.csv@635-3510" reads these data rows. `layout`: a layout file (docs/recordings.md), or empty.
class Recording {
 public:
  explicit Recording(std::shared_ptr<const recording::Recording> recording) : recording_(std::move(recording)) {}
  std::size_t samples() const;
  double duration() const;                                             // [s]
  const recording::Recording& details() const { return *recording_; }  // tauforge/recording/recording.h

 private:
  std::shared_ptr<const recording::Recording> recording_;
};
Result<Recording> read_recording(const Robot& robot, const std::string& path, const std::string& layout = "");

// From memory: time stamps that increase [s], and per time stamp a number for every drive; velocities may be absent.
struct Measurements {
  In t, q, qd = {}, tau = {};
  std::string name = "measurements";
};
Result<Recording> recording_of(const Robot& robot, const Measurements& measured);

struct IdentifiedParameter {
  std::string name, unit;
  bool kept = false;                // in the reduced model
  double value = 0, deviation = 0;  // by the full model, and one standard deviation
  double low = 0, high = 0;         // interval of a kept one, by the full model
};

class Identification {
 public:
  Identification(std::shared_ptr<const identify::IdentifiedRobot> found, Robot possible, Robot reduced);
  const Robot& possible() const { return possible_; }  // bodies that can exist
  const Robot& reduced() const { return reduced_; }    // the fewest numbers: combinations, not bodies
  std::vector<IdentifiedParameter> parameters() const;
  double training_error() const;                                        // of the reduced model        [%]
  Result<double> error_on(const Recording& fresh) const;                // on a log it has not seen    [%]
  const identify::IdentifiedRobot& details() const { return *found_; }  // tauforge/identify/identified_robot.h

 private:
  std::shared_ptr<const identify::IdentifiedRobot> found_;
  Robot possible_, reduced_;
};

// Torques that a log has and those of the reduced model, per drive [N m or N].
struct Prediction {
  std::vector<double> t;  // [s]
  std::vector<std::vector<double>> measured, predicted;
  double error = 0;  // [%]
};
Result<Prediction> prediction_on(const Identification& identified, const Recording& log);

struct IdentifySettings {
  enum class Method {
    least_squares,
    instrumental_variables,  // where noise of the motion goes through a feedback
    direct                   // a simulated loop has to ask for the measured torques
  } method = Method::least_squares;
  std::optional<double> reference = {};  // of instruments, and of Hausman's test: the simulated loop follows the logged
                                         // positions below it; nothing: a quarter of the cut-off            [Hz]
  std::optional<double> cutoff = {};     // of the filter of the motion; nothing: found from the logs             [Hz]
  std::optional<double> delay = {};      // of the torques behind the motion; nothing: found from the logs         [s]
  enum class Keep {
    error,
    share,
    t_test
  } keep = Keep::error;     // parameters stay by the error on left-out blocks, by
                            // their share of a drive's largest torque, by a t-test
  double tolerance = 0.01;  // error: the smallest model so close to the best; share: the least that stays
  bool offsets = true;      // a constant torque per drive is tried
  enum class Friction { coulomb, smooth, presliding, stribeck };
  std::vector<Friction> friction = {Friction::coulomb, Friction::smooth, Friction::presliding};  // forms that are tried
  enum class Solver {
    chosen,
    qr,
    svd,
    pseudo_inverse,
    ridge
  } solver = Solver::chosen;  // of the least squares; chosen: QR, ridge where left-out blocks ask for it
  double ridge = 0;           // Solver::ridge: its factor, of columns of length one; shrinks to zero, not to the prior
  bool prior = false;         // regularisation towards the robot's file, in place of a solver; no parameter is dropped
  std::optional<double> prior_strength =
      {};  // how many rows weigh as much as a body that is off by 100 %; nothing: chosen
};
Result<Identification> identify_robot(const Robot& robot, std::span<const Recording> logs,
                                      const IdentifySettings& settings = {}, const Progress& progress = {});

// As a paper did it in 1992: velocities and accelerations from differences of positions, every log fitted alone, statistics
// over the logs, parameters that never make 1 % of a drive's largest torque dropped, the others fitted again.
struct RecipeSettings {
  std::size_t trim = 15;  // samples dropped at both ends of every log
  double period = 0;      // of the samples that are taken; 0: all; the paper's: 0.028                        [s]
  double share = 0.01;    // of a drive's largest torque: what never makes so much is dropped
  enum class Judged {
    mean,
    alone,
    together
  } judged = Judged::mean;  // by this rule: the means over the logs; each log's own estimates; the fit of all logs
                            // together, where it tells the parameter from zero
};

struct RecipeParameter {
  struct Statistics {  // over the logs, each fitted alone
    double mean = 0, deviation = 0, largest = 0, smallest = 0;
  };
  std::string name, unit;
  bool significant = false;
  Statistics all;                // with every independent parameter
  Statistics significant_alone;  // with the significant ones; zero where it is none
};

class RecipeIdentification {
 public:
  RecipeIdentification(std::shared_ptr<const literature::PaperIdentification> found, Robot reduced);
  const Robot& reduced() const { return reduced_; }  // the means of the significant ones: combinations, not bodies
  std::vector<RecipeParameter> parameters() const;
  Result<double> error_of(const Robot& robot, const Recording& log) const;  // with the recipe's differences        [%]
  // Why `written`, the reduced robot as its file has it, is not to be trusted; nothing: it may be.
  Findings doubts(const Robot& written, std::span<const Recording> logs) const;
  const literature::PaperIdentification& details() const { return *found_; }  // tauforge/literature/paper_recipe.h

 private:
  std::shared_ptr<const literature::PaperIdentification> found_;
  Robot reduced_;
};
// At least two logs.
Result<RecipeIdentification> identify_by_recipe(const Robot& robot, std::span<const Recording> logs,
                                                const RecipeSettings& settings = {}, const Progress& progress = {});

// [motion] of a scenario file (docs/scenario-file.md): any law, line or table, within the limits of the joints. The rest of
// the file is not read.
class Motion {
 public:
  explicit Motion(std::shared_ptr<const motion::Trajectory> motion) : motion_(std::move(motion)) {}
  double duration() const;                                        // [s]
  Status at(double t, Out q, Out qd, Out qdd) const;              // t between 0 and the duration
  const motion::Trajectory& details() const { return *motion_; }  // tauforge/motion/trajectory.h

 private:
  std::shared_ptr<const motion::Trajectory> motion_;
};
Result<Motion> read_motion(const Robot& robot, const std::string& scenario);

// A motion that makes parameters visible, within the limits of the joints and as fast as they allow. Neither the robot's own
// links nor the floor are known here.
struct ExciteSettings {
  bool polynomial = false;   // else a Fourier series
  bool information = false;  // D-optimality, else the condition number
  int harmonics = 5, points = 8, evaluations = 2000;
  unsigned seed = 1;
  double margin = 0.9, longest = 60;  // share of every limit that is used; duration that is accepted  [s]
  std::optional<double> velocity = {}, acceleration = {}, torque = {};  // at most, every joint
};
class Excitation {
 public:
  explicit Excitation(std::shared_ptr<const excite::Excitation> found) : found_(std::move(found)) {}
  Motion motion() const;
  double condition() const, random_condition() const;  // as found; of the best random motion that it began from
  const std::string& limited_by() const;               // "torque of joint elbow"
  bool within_limits() const;                          // of every limit, looked at afterwards
  std::string scenario(const Robot& robot, const std::string& file, double rate) const;  // as a file     [Hz]
  const excite::Excitation& details() const { return *found_; }                          // tauforge/excite/excitation.h

 private:
  std::shared_ptr<const excite::Excitation> found_;
};
// `enough` ends the search with the best so far.
Result<Excitation> excite_robot(const Robot& robot, const ExciteSettings& settings = {}, const Progress& progress = {});

// The explicit model of a serial arm in closed form: A, B, C, g (docs/explicit-model.md).
struct DeriveSettings {
  std::optional<double> share = {};  // drop terms below this share of the greatest in their element, with a certificate
  bool symbolic = false;             // lengths, masses and centres as symbols
};
class Derivation {
 public:
  explicit Derivation(std::shared_ptr<const explicit_model::Derivation> found) : found_(std::move(found)) {}
  std::string text() const, markdown() const, latex() const;             // as documents
  std::vector<std::pair<std::string, std::string>> equations() const;    // name and formula of every element, in LaTeX
  const explicit_model::Derivation& details() const { return *found_; }  // tauforge/explicit_model/derivation.h

 private:
  std::shared_ptr<const explicit_model::Derivation> found_;
};
Result<Derivation> derive_robot(const Robot& robot, const DeriveSettings& settings = {});

// A scenario file (docs/scenario-file.md): motion, control law, executive, plant and faults, read and checked; with its
// code where the law asks for generated code.
class Scenario {
 public:
  Scenario(std::shared_ptr<const scenario::Scenario> scenario, std::shared_ptr<const native::LoadedModel> code)
      : scenario_(std::move(scenario)), code_(std::move(code)) {}
  const std::vector<std::string>& files() const;                    // everything that was read
  const tauforge_model* model() const;                              // nothing: it runs on the templates
  const scenario::Scenario& details() const { return *scenario_; }  // tauforge/scenario/scenario.h

 private:
  std::shared_ptr<const scenario::Scenario> scenario_;
  std::shared_ptr<const native::LoadedModel> code_;
};
Result<Scenario> read_scenario(const Robot& robot, const std::string& path, const Progress& progress = {});

// In virtual time.
class Simulation {
 public:
  explicit Simulation(std::shared_ptr<const scenario::Simulation> simulation) : simulation_(std::move(simulation)) {}
  std::size_t samples() const;
  double time(std::size_t k) const;                        // of sample k  [s]
  In wanted(std::size_t k) const, q(std::size_t k) const;  // positions, as they were to be and as they were
  In tau(std::size_t k) const;                             // as commanded
  std::vector<std::string> events() const;                 // alarms, stops, faults, with their times
  const scenario::Simulation& details() const { return *simulation_; }  // tauforge/scenario/simulate.h

 private:
  std::shared_ptr<const scenario::Simulation> simulation_;
};
Result<Simulation> simulate_scenario(const Scenario& scenario, const Progress& progress = {});

// Cards of one's own (docs/hardware.md): a driver library behind tauforge/hardware.h, and the file that calibrates it.
struct Cards {
  std::string driver, machine;    // paths: a shared library, a machine file (docs/machine-file.md)
  std::string options = {};       // for the driver; empty: those of the machine file
  bool without_watchdog = false;  // is accepted: something else cuts the power of the drives when this program dies
  bool without_emergency_stop = false;  // is accepted: a button cuts it by itself
  bool acknowledged = false;            // somebody has looked at what an alarm stopped last time
};
struct RunOptions {
  double seconds = 0;                 // 0: as long as the scenario
  int priority = 80, processor = -1;  // of the synchronous task; below zero: any processor
  std::optional<Cards> cards = {};    // nothing: the virtual robot of the scenario
  // What was found when these cards were put into service; without it drives get 10 % of their torque besides gravity, and a
  // warning says so. One that is about something else, or not passed, is refused.
  std::shared_ptr<const commission::Record> commissioned = {};
  executive::MeasuredRun* measured = nullptr;  // to which it adds how it kept time; nothing: Run::details() has it
  // Takes samples as they come, about every 10 ms; false: enough. Nothing: Run keeps them. The truth is null on cards.
  std::function<bool(const control::LoopSample&, const scenario::Truth*)> taker = {};
  // May use the tasks of the run that is over.
  std::function<void(const executive::RunRequest&)> afterwards = {};
};

// On the real clock.
class Run {
 public:
  explicit Run(std::shared_ptr<const cards::CardsRun> run) : run_(std::move(run)) {}
  std::size_t samples() const;
  double time(std::size_t k) const;                        // of sample k  [s]
  In wanted(std::size_t k) const, q(std::size_t k) const;  // positions, as they were to be and as the encoders saw them
  In tau(std::size_t k) const;                             // as commanded
  std::optional<std::string> stopped() const;              // by what, before its end
  std::vector<std::string> events() const;
  const cards::CardsRun& details() const { return *run_; }  // tauforge/cards/cards_run.h

 private:
  std::shared_ptr<const cards::CardsRun> run_;
};
// Asks `progress` about every 10 ms; `enough` ends the run, with brakes and without torque. One run at a time.
Result<Run> run_scenario(const Scenario& scenario, const RunOptions& options = {}, const Progress& progress = {});

// How a machine is put into service, step by step (docs/commissioning.md).
struct ServiceOptions {
  std::optional<Cards> cards = {};  // nothing: the virtual robot, in virtual time
  std::string by = {};              // who does it
  std::string from = {};            // the step to begin with; those before it are taken from
  std::shared_ptr<const commission::Record> earlier = {};
  std::string code =
      {};  // that runs from step 5 on: nothing, the templates; "generated"; or the folder of generated code
};
// Asks `person` (tauforge/commission/procedure.h) before every step; null: somebody who agrees to everything, and presses the
// button of the virtual robot. Asks `progress` all the time on cards: what is not go_on ends it with the machine stopped.
// Errors are about files and cards; a step that failed is in the record (tauforge/commission/record.h).
Result<std::shared_ptr<const commission::Record>> put_into_service(const Robot& robot,
                                                                   const ServiceOptions& options = {},
                                                                   commission::Operator* person = nullptr,
                                                                   const Progress& progress = {});

}  // namespace tauforge
