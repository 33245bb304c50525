// MuJoCo: only the stages that a function needs, in the order of its own mj_inverse and mj_forward; contacts,
// constraints, sensors and passive forces are left out.
#include <mujoco/mujoco.h>

#include <array>
#include <memory>
#include <sstream>

#include "benchmarks/peers.h"
#include "tauforge/robot/symmetric_eigen.h"

namespace tauforge::benchmarks {

namespace {

using Matrix = robot::Square<3>;

Matrix rows(const spatial::Mat3<double>& R) { return {{{R.xx, R.xy, R.xz}, {R.yx, R.yy, R.yz}, {R.zx, R.zy, R.zz}}}; }

// w x y z
std::array<double, 4> quaternion(const Matrix& R) {
  const double flat[9] = {R[0][0], R[0][1], R[0][2], R[1][0], R[1][1], R[1][2], R[2][0], R[2][1], R[2][2]};
  std::array<double, 4> result;
  mju_mat2Quat(result.data(), flat);
  return result;
}

// The compiler refuses bodies without mass and inertias that no body can have, as published tables contain them. So the
// text has the structure and stand-in inertias in general position; set_inertia then writes the real ones.
std::string text_of(const robot::Robot& robot) {
  const auto bodies = placed_bodies(robot);
  const auto& g = robot.parameters.gravity;
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco><option gravity='" << g.x << ' ' << g.y << ' ' << g.z << "'/><worldbody>";
  const std::string inertial = "<inertial pos='.1 .2 .3' quat='.5 .1 .2 .3' mass='1' diaginertia='1 1.1 1.2'/>";
  const auto write = [&](const auto& self, robot::Index parent) -> void {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies[i].parent != parent) continue;
      const auto& p = bodies[i].X.p;
      const auto r = quaternion(rows(bodies[i].X.R));
      text << "<body name='b" << i << "' pos='" << p.x << ' ' << p.y << ' ' << p.z << "' quat='" << r[0] << ' ' << r[1]
           << ' ' << r[2] << ' ' << r[3] << "'><joint name='j" << i << "' type='"
           << (bodies[i].revolute ? "hinge" : "slide") << "' axis='0 0 1'/>" << inertial;
      self(self, static_cast<robot::Index>(i));
      text << "</body>";
    }
  };
  if (robot.tree.floating) text << "<body name='base'><freejoint/>" << inertial;
  write(write, robot::Tree::base);
  text << (robot.tree.floating ? "</body>" : "") << "</worldbody></mujoco>";
  return text.str();
}

void set_inertia(mjModel* model, const std::string& name, const PlacedBody& body) {
  const int i = mj_name2id(model, mjOBJ_BODY, name.c_str());
  const auto c = body.centre();
  auto principal = robot::symmetric_eigen<3>(rows(full(body.inertia_at_centre())));
  auto& V = principal.V;
  const double determinant = V[0][0] * (V[1][1] * V[2][2] - V[1][2] * V[2][1]) -
                             V[0][1] * (V[1][0] * V[2][2] - V[1][2] * V[2][0]) +
                             V[0][2] * (V[1][0] * V[2][1] - V[1][1] * V[2][0]);
  if (determinant < 0)
    for (auto& row : V) row[2] = -row[2];
  const auto r = quaternion(V);
  const double centre[] = {c.x, c.y, c.z};
  model->body_mass[i] = body.inertia.m;
  for (int k = 0; k < 3; ++k) {
    model->body_ipos[3 * i + k] = centre[k];
    model->body_inertia[3 * i + k] = principal.values[static_cast<std::size_t>(k)];
  }
  for (int k = 0; k < 4; ++k) model->body_iquat[4 * i + k] = r[static_cast<std::size_t>(k)];
}

struct Mujoco {
  std::unique_ptr<mjModel, void (*)(mjModel*)> model{nullptr, mj_deleteModel};
  std::unique_ptr<mjData, void (*)(mjData*)> data{nullptr, mj_deleteData};
  const Subject& subject;
  std::size_t nq, nv;
  std::vector<double> q, qd, qdd, tau;  // MuJoCo's coordinates: converting is not timed
  std::vector<double> result, M;

  explicit Mujoco(const Subject& s) : subject(s), nq(s.states.nq), nv(s.states.nv), result(nv), M(nv * nv) {
    char error[500] = "";
    std::unique_ptr<mjSpec, void (*)(mjSpec*)> spec{
        mj_parseXMLString(text_of(s.robot).c_str(), nullptr, error, sizeof error), mj_deleteSpec};
    if (spec) model.reset(mj_compile(spec.get(), nullptr));
    if (!model) return;
    const auto bodies = placed_bodies(s.robot);
    for (std::size_t i = 0; i < bodies.size(); ++i) set_inertia(model.get(), "b" + std::to_string(i), bodies[i]);
    if (s.robot.tree.floating) set_inertia(model.get(), "base", placed_base(s.robot));
    data.reset(mj_makeData(model.get()));
    mj_setConst(model.get(), data.get());  // sums of masses
    q = s.states.q, qd = s.states.qd, qdd = s.states.qdd, tau = s.states.tau;
    if (s.robot.tree.floating)
      for (std::size_t k = 0; k < s.states.count; ++k) to_world(k);
  }

  // MuJoCo's free joint: quaternion w first, linear velocity and force in the world's axes.
  void to_world(std::size_t k) {
    double *x = q.data() + k * nq, *v = qd.data() + k * nv, *a = qdd.data() + k * nv, *f = tau.data() + k * nv;
    const double turn[4] = {x[6], x[3], x[4], x[5]}, *w = v + 3;
    double rate[3], linear[3];
    mju_cross(rate, w, v);
    for (int i = 0; i < 3; ++i) rate[i] += a[i];
    for (int i = 0; i < 4; ++i) x[3 + i] = turn[i];
    mju_rotVecQuat(a, rate, turn);
    mju_rotVecQuat(linear, v, turn);
    mju_copy3(v, linear);
    mju_rotVecQuat(linear, f, turn);
    mju_copy3(f, linear);
  }
  void set_position(std::size_t k) { mju_copy(data->qpos, q.data() + k * nq, static_cast<int>(nq)); }
  void set_velocity(std::size_t k) { mju_copy(data->qvel, qd.data() + k * nv, static_cast<int>(nv)); }

  void inverse_dynamics(std::size_t k) {
    set_position(k), set_velocity(k);
    mju_copy(data->qacc, qdd.data() + k * nv, static_cast<int>(nv));
    mj_kinematics(model.get(), data.get());
    mj_comPos(model.get(), data.get());
    mj_comVel(model.get(), data.get());
    mj_rne(model.get(), data.get(), 1, result.data());
  }
  void mass_matrix(std::size_t k) {
    set_position(k);
    mj_kinematics(model.get(), data.get());
    mj_comPos(model.get(), data.get());
    mj_makeM(model.get(), data.get());
  }
  void forward_dynamics(std::size_t k) {
    set_velocity(k);
    mass_matrix(k);
    mj_factorM(model.get(), data.get());
    mj_comVel(model.get(), data.get());
    mj_rne(model.get(), data.get(), 0, result.data());
    for (std::size_t i = 0; i < nv; ++i) result[i] = tau[k * nv + i] - result[i];
    mj_solveM(model.get(), data.get(), result.data(), result.data(), 1);
  }
  std::vector<double> torques(std::size_t k) {
    std::vector<double> ours = result;
    if (subject.robot.tree.floating) {
      const double* turn = q.data() + k * nq + 3;
      const double back[4] = {turn[0], -turn[1], -turn[2], -turn[3]};
      mju_rotVecQuat(ours.data(), result.data(), back);
    }
    return ours;
  }
};

template <class One, class Read> Contender contender(std::shared_ptr<Mujoco> m, One one, Read read) {
  return {"MuJoCo",
          [m, one](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) one(*m, k);
          },
          [m, one, read](std::size_t k) {
            one(*m, k);
            return read(*m, k);
          }};
}

}  // namespace

std::optional<Contender> mujoco_contender(const Subject& subject, Function function) {
  const auto m = std::make_shared<Mujoco>(subject);
  if (!m->model) return {};
  if (function == Function::inverse_dynamics)
    return contender(
        m, [](Mujoco& x, std::size_t k) { x.inverse_dynamics(k); },
        [](Mujoco& x, std::size_t k) { return x.torques(k); });
  if (subject.robot.tree.floating) return {};  // other coordinates of the base: nothing to compare entry by entry
  if (function == Function::mass_matrix)
    return contender(
        m, [](Mujoco& x, std::size_t k) { x.mass_matrix(k); },
        [](Mujoco& x, std::size_t) {
          mj_fullM(x.model.get(), x.data.get(), x.M.data());
          return x.M;
        });
  if (function == Function::forward_dynamics)
    return contender(
        m, [](Mujoco& x, std::size_t k) { x.forward_dynamics(k); }, [](Mujoco& x, std::size_t) { return x.result; });
  return {};  // no regressor
}

const char* mujoco_version() { return mj_versionString(); }

}  // namespace tauforge::benchmarks
