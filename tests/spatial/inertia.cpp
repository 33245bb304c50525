// A rigid body is a heap of point masses: whatever the ten moments say must follow from the points.
#include <gtest/gtest.h>

#include <vector>

#include "tauforge/spatial/inertia.h"
#include "tauforge/spatial/rotation.h"

namespace tauforge::spatial {
namespace {

struct PointMass {
  double m;
  Vec3<double> r;
};

const std::vector<PointMass> heap = {
    {1.3, {0.2, -0.5, 0.7}}, {0.4, {-0.9, 0.3, 0.1}}, {2.1, {0.6, 0.8, -0.4}}, {0.7, {-0.2, -0.6, -1.1}}};

Inertia<double> moments_of(const std::vector<PointMass>& points) {
  Inertia<double> sum;
  for (const auto& [m, r] : points) sum = sum + Inertia<double>{m, m * r, m * point_inertia(r)};
  return sum;
}

// m (v + w x r) and its moment about the origin, without ever writing down a tensor
Wrench<double> momentum_of(const std::vector<PointMass>& points, const Twist<double>& v) {
  Wrench<double> sum{};
  for (const auto& [m, r] : points) {
    const Vec3<double> p = m * (v.linear + cross(v.angular, r));
    sum = sum + Wrench<double>{p, cross(r, p)};
  }
  return sum;
}

void expect_near(const Vec3<double>& a, const Vec3<double>& b) {
  EXPECT_NEAR(a.x, b.x, 1e-14);
  EXPECT_NEAR(a.y, b.y, 1e-14);
  EXPECT_NEAR(a.z, b.z, 1e-14);
}

const Twist<double> motion{{0.3, -1.2, 0.5}, {1.1, -0.7, 0.4}};
const Pose<double> X_ij{matrix(Quaternion<double>{0.1, -0.7, 0.5, 0.5}), {0.4, -0.3, 0.9}};  // a unit quaternion

TEST(Inertia, GivesTheMomentumOfItsPointMasses) {
  const Wrench<double> expected = momentum_of(heap, motion), got = moments_of(heap) * motion;
  expect_near(got.force, expected.force);
  expect_near(got.moment, expected.moment);
}

TEST(Inertia, SeenFromAnotherFrameIsThatOfTheMovedPoints) {
  std::vector<PointMass> moved_heap;
  for (const auto& [m, r] : heap) moved_heap.push_back({m, X_ij * r});
  const Inertia<double> b = moved(X_ij, moments_of(heap));
  const Wrench<double> expected = momentum_of(moved_heap, motion), got = b * motion;
  expect_near(got.force, expected.force);
  expect_near(got.moment, expected.moment);
}

TEST(Inertia, OfAnArticulatedBodyMovesLikeThatOfARigidOne) {
  const Wrench<double> expected = moved(X_ij, moments_of(heap)) * motion;
  const Wrench<double> got = moved(X_ij, articulated(moments_of(heap))) * motion;
  expect_near(got.force, expected.force);
  expect_near(got.moment, expected.moment);
}

}  // namespace
}  // namespace tauforge::spatial
