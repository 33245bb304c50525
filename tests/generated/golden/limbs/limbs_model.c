/* limbed: its functions behind tauforge/model.h. */
#include "tauforge/model.h"

#include "limbs.h"

/* Infinite. HUGE_VAL with a sign is no constant for every compiler. */
#define NO_LOWER (-1e308 * 10.0)
#define NO_UPPER (1e308 * 10.0)

static void call_inverse_dynamics(const void *constants, const struct tauforge_state *x, double *result)
{
  (void)constants;
  limbs_inverse_dynamics(x->q, x->qd, x->qdd, result);
}

static const struct tauforge_function functions[1] = {
  {"inverse_dynamics", "torques from positions, velocities and accelerations",
   18, 1023, 925, 48, call_inverse_dynamics, NULL, {NULL, NULL}},
};

static const char *const coordinates[18] = {"base_vx", "base_vy", "base_vz", "base_wx", "base_wy", "base_wz", "joint1", "joint2", "joint3", "joint4", "joint5", "joint6", "joint7", "joint8", "joint9", "joint10", "joint11", "joint12"};
static const char *const torque_units[18] = {"N", "N", "N", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m", "N m"};
static const double lower[18] = {NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER};
static const double upper[18] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};
static const double max_velocity[18] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};
static const double max_torque[18] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};

extern const struct tauforge_model limbs_model;
const struct tauforge_model limbs_model = {
  TAUFORGE_MODEL_ABI,
  "limbed",
  "547c1afd6fb203a1",
  19, 18, 1,
  coordinates, torque_units,
  lower, upper, max_velocity, max_torque,
  0, NULL, 0,
  1, functions,
  {NULL, NULL, NULL, NULL}
};
