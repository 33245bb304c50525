// Regularisation towards the robot's file.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/hand_over.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/prior_distance.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {

namespace {

// Its last link gets a body that can exist, since the article prints too few digits; its drives get rotors and friction.
robot::Robot ur10e() {
  const robot::Robot read = files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/ur10e.toml", {}).take().robot;
  std::vector<double> values = parameters_of(read);
  for (const std::size_t moment : {54, 55, 56}) values[moment] += 2e-4;
  robot::Robot arm = with_parameters(read, values);
  for (std::size_t j = 0; j < 6; ++j) {
    auto& drive = arm.parameters.drive[j];
    drive.inertia = j < 3 ? 2.0 : 0.3, drive.coulomb = j < 3 ? 6.0 : 1.5, drive.viscous = j < 3 ? 9.0 : 1.2;
  }
  return arm;
}

Eigen::Matrix4d pseudo_inertia(const double* p) {
  const auto P = robot::pseudo_inertia({p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}});
  Eigen::Matrix4d M;
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) M(r, c) = P[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  return M;
}

// As CAD has an arm: masses, centres and radii of gyration off, friction and rotors off, every body possible.
robot::Robot as_drawn(const robot::Robot& plant, unsigned seed, double by) {
  std::mt19937 random(seed);
  const auto off = [&] { return by * (2.0 * (static_cast<double>(random()) / 4294967296.0) - 1.0); };
  std::vector<double> values = parameters_of(testing::misjudged(plant, seed, by));
  for (std::size_t i = 0; i < plant.parameters.body.size(); ++i) {
    Eigen::Matrix4d T = Eigen::Matrix4d::Identity();  // P := T P T' stretches and shifts the body
    for (int r = 0; r < 3; ++r) T(r, r) += 0.5 * off(), T(r, 3) = 0.1 * off();
    const Eigen::Matrix4d P = T * pseudo_inertia(values.data() + 10 * i) * T.transpose();
    robot::PseudoInertiaMatrix square;
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 4; ++c) square[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = P(r, c);
    const auto b = robot::moments_of(square);
    const double moments[] = {b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.yz, b.I.xz};
    std::copy(std::begin(moments), std::end(moments), values.begin() + static_cast<std::ptrdiff_t>(10 * i));
  }
  return with_parameters(plant, values);
}

// Small and slow swings: every drive moves, and most combinations are hardly told.
recording::Recording poor_log(const robot::Robot& plant, unsigned seed) {
  return testing::swinging_log(plant, {.seed = seed, .samples = 1000, .noise = 0.05, .swing = 0.12});
}

Settings quick() {
  Settings s;
  s.cutoff_hz = 10.0, s.delay = 0.0, s.blocks = 8;
  s.friction = {FrictionForm::coulomb}, s.growth = {};
  return s;
}
Settings held(std::optional<double> strength = {}) {
  Settings s = quick();
  s.prior = PriorChoice{strength};
  return s;
}

double error_on(const robot::Robot& robot, const Identification& found, const recording::Recording& log) {
  return validate(robot, found.model, log).error.all;
}

double largest_difference(const recording::Channels& a, const recording::Channels& b, double factor = 1.0) {
  double most = 0.0, size = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::size_t k = 0; k < a[j].size(); ++k)
      most = std::max(most, std::abs(a[j][k] - factor * b[j][k])), size = std::max(size, std::abs(a[j][k]));
  return most / size;
}

}  // namespace

// d(P | P0) = tr(P0^-1 P) - log det(P0^-1 P) - 4, the divergence whose second order the measure is: half the squared distance.
TEST(PriorDistance, IsTheSecondOrderOfTheLogDetDivergence) {
  const std::vector<double> all = parameters_of(ur10e());
  std::mt19937 random(5);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::vector<double> file(all.begin() + static_cast<std::ptrdiff_t>(10 * i),
                                   all.begin() + static_cast<std::ptrdiff_t>(10 * i + 10));
    std::vector<double> moved = file;
    for (double& value : moved) value *= 1.0 + 1e-5 * (static_cast<double>(random()) / 4294967296.0 - 0.5);
    const Eigen::Matrix4d P0 = pseudo_inertia(file.data());
    const Eigen::Matrix4d E = P0.inverse() * (pseudo_inertia(moved.data()) - P0);  // small: the logarithm by its series
    const double divergence = 0.5 * (E * E).trace() - (E * E * E).trace() / 3.0;
    const double distance = distance_of_body(file, moved);
    EXPECT_NEAR(2.0 * divergence / (distance * distance), 1.0, 1e-2);
  }
}

// By a route of its own: all bodies that have the base parameters, the closest of them by least squares over the others.
TEST(PriorDistance, OfBaseParametersIsTheLeastOverWhatLogsDoNotTell) {
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;
  const robot::Robot robot = ur10e();
  const BaseParameters base = ordered_base_parameters(robot, paper_order(robot.tree, true));
  const ModelColumns columns = parameter_columns(robot, base);
  const std::vector<double> ones(6, 1.0);
  const UsualMotion motion{std::vector<double>(6, 30.0), ones, ones, ones};
  const auto distance = [&](const Vector& change) {
    return distance_of_base(robot, base, motion, {change.data(), static_cast<std::size_t>(change.size())});
  };
  const auto kept = static_cast<Eigen::Index>(columns.size());
  const std::vector<double> scales = distance(Vector::Zero(kept)).scales, all = parameters_of(robot);
  const auto width = static_cast<Eigen::Index>(all.size());
  const Eigen::Index bodies = dynamics::inertial_columns(robot.tree);
  Matrix D = Matrix::Zero(width, width),
         K = Matrix::Zero(kept, width);  // P0^-1/2 (P - P0) P0^-1/2 by the matrix itself
  for (Eigen::Index c = 0; c < bodies; ++c) {
    const Eigen::Index first = 10 * (c / 10);
    const Eigen::Matrix4d L = pseudo_inertia(all.data() + first).llt().matrixL();
    double unit[10] = {};
    unit[c - first] = 1.0;
    const Eigen::Matrix4d E = L.inverse() * pseudo_inertia(unit) * L.inverse().transpose();
    Eigen::Index row = first;
    for (int r = 0; r < 4; ++r)
      for (int s = r; s < 4; ++s) D(row++, c) = (r == s ? 1.0 : std::sqrt(2.0)) * E(r, s);
  }
  for (Eigen::Index c = bodies; c < width; ++c) D(c, c) = 1.0 / scales[static_cast<std::size_t>(c)];
  for (Eigen::Index c = 0; c < width; ++c) {
    std::vector<double> unit(all.size(), 0.0);
    unit[static_cast<std::size_t>(c)] = 1.0;
    const std::vector<double> grown = grouped(base, unit);
    for (Eigen::Index k = 0; k < kept; ++k)
      for (std::size_t b = 0; b < base.kept.size(); ++b)
        if (base.kept[b] == columns[static_cast<std::size_t>(k)].regressor) K(k, c) = grown[b];
  }
  const Matrix N = Eigen::FullPivLU<Matrix>(K).kernel(), DN = D * N;
  std::mt19937 random(3);
  for (int trial = 0; trial < 3; ++trial) {
    Vector any(width);
    for (Eigen::Index c = 0; c < width; ++c)
      any[c] = std::max(std::abs(all[static_cast<std::size_t>(c)]), 1e-4) *
               (static_cast<double>(random()) / 4294967296.0 - 0.5);
    const Vector rest = D * any - DN * DN.colPivHouseholderQr().solve(D * any);
    EXPECT_NEAR(distance(K * any).distance / rest.norm(), 1.0, 1e-4);
  }
}

TEST(Prior, PredictsOtherMotionsBetterWhereALogExcitesBadly) {
  const robot::Robot plant = ur10e();
  std::vector<double> ratio, against_file;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const robot::Robot file = as_drawn(plant, 100 + seed, 0.3);
    const auto log = poor_log(plant, seed), other = testing::swinging_log(plant, {.seed = 50 + seed});
    const auto free = identify(file, {log}, quick()), pulled = identify(file, {log}, held());
    ASSERT_TRUE(free.ok() && pulled.ok());
    const double of_pulled = error_on(file, pulled.value(), other);
    ratio.push_back(of_pulled / error_on(file, free.value(), other));
    against_file.push_back(of_pulled / validate(file, free.value().model.preparation, other).error.all);
    printf("seed %u: %.2f %% with the prior, %.2f %% without, %.2f %% the file\n", seed, of_pulled,
           of_pulled / ratio.back(), of_pulled / against_file.back());
  }
  std::sort(ratio.begin(), ratio.end()), std::sort(against_file.begin(), against_file.end());
  EXPECT_LT(ratio[4], 0.8);
  EXPECT_LT(against_file[4], 0.8);
}

TEST(Prior, TendsToTheFitAndToTheFile) {
  const robot::Robot plant = ur10e(), file = as_drawn(plant, 7, 0.3);
  const auto log = testing::swinging_log(plant, {.seed = 1, .samples = 1500}),
             other = testing::swinging_log(plant, {.seed = 2});
  const auto weak = identify(file, {log}, held(1e-9));
  const auto strong = identified_robot(file, {log}, held(1e14));
  ASSERT_TRUE(weak.ok() && strong.ok());
  const auto of = [&](const TorqueModel& model) { return validate(file, model, other).prediction; };
  // least squares of the rows alone
  const auto columns = static_cast<Eigen::Index>(weak.value().evidence_columns.size());
  const auto rows = static_cast<Eigen::Index>(weak.value().evidence_b.size());
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> A(
      weak.value().evidence_A.data(), rows, columns);
  const Eigen::VectorXd x =
      A.colPivHouseholderQr().solve(Eigen::Map<const Eigen::VectorXd>(weak.value().evidence_b.data(), rows));
  TorqueModel alone = weak.value().full;
  ASSERT_EQ(alone.columns.size(), static_cast<std::size_t>(columns));
  for (std::size_t c = 0; c < alone.values.size(); ++c) alone.values[c] = x[static_cast<Eigen::Index>(c)];
  EXPECT_LT(largest_difference(of(alone), of(weak.value().full)), 1e-6);
  const auto described = validate(file, strong.value().found.model.preparation, other).prediction;
  EXPECT_LT(largest_difference(described, of(strong.value().found.full)), 1e-4);
  EXPECT_LT(
      largest_difference(
          described, validate(strong.value().possible.robot, strong.value().found.model.preparation, other).prediction),
      1e-3);
  for (const Estimate& e : strong.value().found.estimates) {
    EXPECT_TRUE(e.from_file) << e.name.name;
    EXPECT_NEAR(e.all, e.described, 1e-3 * std::max(std::abs(e.described), 0.1)) << e.name.name;
  }
  for (const Estimate& e : weak.value().estimates) {
    EXPECT_FALSE(e.from_file) << e.name.name;
    EXPECT_LE(e.interval.lower, e.all);
    EXPECT_GE(e.interval.upper, e.all);
  }
}

// The same arm, drawn in other frames, and in other units of length.
TEST(Prior, DependsNeitherOnFramesNorOnUnits) {
  const robot::Robot plant = ur10e(), file = as_drawn(plant, 7, 0.3);
  const auto log = poor_log(plant, 3), other = testing::swinging_log(plant, {.seed = 4, .samples = 500});
  const auto found = identify(file, {log}, held());
  ASSERT_TRUE(found.ok());
  const auto prediction = validate(file, found.value().model, other).prediction;

  robot::Robot turned = file;
  for (std::size_t i = 0; i < turned.parameters.link_frame.size(); ++i) {
    auto& frame = turned.parameters.link_frame[i];
    const double c = std::cos(0.7 + static_cast<double>(i)), s = std::sin(0.7 + static_cast<double>(i));
    frame.R =
        frame.R * spatial::Mat3<double>{c, -s, 0, s, c, 0, 0, 0, 1} * spatial::Mat3<double>{1, 0, 0, 0, c, -s, 0, s, c};
    frame.p = frame.p + spatial::Vec3<double>{0.2, -0.1, 0.15};
  }
  const auto in_other_frames = identify(turned, {log}, held());
  ASSERT_TRUE(in_other_frames.ok());
  EXPECT_EQ(in_other_frames.value().prior.strength, found.value().prior.strength);
  EXPECT_LT(largest_difference(prediction, validate(turned, in_other_frames.value().model, other).prediction), 1e-4);
  const auto shares = [](const Identification& f) {
    for (const std::string& reason : f.reasons)
      if (reason.starts_with("prior: ")) return reason.substr(reason.find("share of"));
    return std::string();
  };
  EXPECT_EQ(shares(in_other_frames.value()), shares(found.value()));  // of the logs in all numbers together

  constexpr double mm = 1000.0;  // lengths in millimetres: torques in g mm^2/s^2, as it were
  robot::Robot scaled = file;
  auto& par = scaled.parameters;
  par.gravity = mm * par.gravity;
  for (auto& placement : par.placement) placement.p = mm * placement.p;
  for (auto& frame : par.link_frame) frame.p = mm * frame.p;
  for (auto& body : par.body) body.h = mm * body.h, body.I = (mm * mm) * body.I;
  for (auto& drive : par.drive)
    for (double* value : {&drive.inertia, &drive.viscous, &drive.coulomb, &drive.offset, &drive.static_level})
      *value *= mm * mm;
  const auto in_mm = [&](recording::Recording r) {
    for (auto& tau : r.effort)
      for (double& value : tau) value *= mm * mm;
    return r;
  };
  const auto in_other_units = identify(scaled, {in_mm(log)}, held());
  ASSERT_TRUE(in_other_units.ok());
  EXPECT_LT(largest_difference(prediction, validate(scaled, in_other_units.value().model, in_mm(other)).prediction,
                               1.0 / (mm * mm)),
            1e-4);
  EXPECT_EQ(in_other_units.value().prior.strength, found.value().prior.strength);
}

TEST(Prior, WritesWhatWasScoredAndNamesWhatTheFileDecides) {
  const robot::Robot plant = ur10e(), file = as_drawn(plant, 9, 0.3);
  const auto log = testing::swinging_log(plant, {.seed = 1, .still = {3, 4, 5}, .samples = 1000, .swing = 0.3});
  const auto lively = testing::swinging_log(plant, {.seed = 2});
  const auto found = identified_robot(file, {log}, held());
  ASSERT_TRUE(found.ok());
  const IdentifiedRobot& f = found.value();
  EXPECT_LT(handed_over(f.possible.robot, {validate(file, f.possible.model, lively)}).difference, largest_rounding);
  EXPECT_LT(handed_over(f.reduced, {validate(file, f.reduced_model, lively)}).difference, largest_rounding);
  for (const double e : f.possible.fit.smallest_eigenvalue) EXPECT_GT(e, 0.0);
  std::vector<std::string> names;
  for (const Estimate& e : f.found.estimates)
    if (e.from_file) {
      names.push_back(e.name.name);
      EXPECT_LT(e.share_of_logs, 0.5);
      EXPECT_FALSE(std::isfinite(e.interval.upper));
    }
  for (const char* name : {"ia4", "ia5", "ia6", "ds4", "ds5", "ds6"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  EXPECT_LT(validate(f.possible.robot, f.found.model.preparation, lively).error.all,
            validate(file, f.found.model.preparation, lively).error.all);
}

TEST(Prior, SaysWhenAFileCannotHoldAFit) {
  const robot::Robot plant = ur10e();
  const auto log = testing::swinging_log(plant, {.seed = 1, .samples = 1000});
  std::vector<double> values = parameters_of(plant);
  values[24] = 1e-9;  // Ixx of the third link
  const auto flat = identify(with_parameters(plant, values), {log}, held());
  ASSERT_TRUE(flat.ok());
  ASSERT_EQ(flat.findings().size(), 1u);
  EXPECT_EQ(flat.findings()[0].code, "prior-impossible");
  EXPECT_NE(flat.findings()[0].message.find(plant.links[2]), std::string::npos);
  EXPECT_GT(flat.value().prior.strength, 0.0);
  for (std::size_t k = 0; k < 60; ++k) values[k] = 0.0;
  const auto empty = identify(with_parameters(plant, values), {log}, held());
  ASSERT_TRUE(empty.ok());
  ASSERT_EQ(empty.findings().size(), 1u);
  EXPECT_EQ(empty.findings()[0].code, "prior-empty");
  EXPECT_EQ(empty.value().prior.strength, 0.0);
}

}  // namespace tauforge::identify
