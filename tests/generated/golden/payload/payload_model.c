/* scara: its functions behind tauforge/model.h. */
#include "tauforge/model.h"

#include "payload.h"

/* Infinite. HUGE_VAL with a sign is no constant for every compiler. */
#define NO_LOWER (-1e308 * 10.0)
#define NO_UPPER (1e308 * 10.0)

static void call_inverse_dynamics(const void *constants, const struct tauforge_state *x, double *result)
{
  (void)constants;
  payload_inverse_dynamics((const struct payload_constants *)constants, x->q, x->qd, x->qdd, result);
}

static void call_gravity(const void *constants, const struct tauforge_state *x, double *result)
{
  (void)constants;
  payload_gravity((const struct payload_constants *)constants, x->q, result);
}

static void call_setup(const struct tauforge_run_time *inputs, void *constants)
{
  (void)inputs;
  payload_setup(inputs->payload, (struct payload_constants *)constants);
}

static const struct tauforge_function functions[2] = {
  {"inverse_dynamics", "torques from positions, velocities and accelerations",
   4, 38, 27, 4, call_inverse_dynamics, NULL, {NULL, NULL}},
  {"gravity", "torques that hold the robot still",
   4, 0, 0, 0, call_gravity, NULL, {NULL, NULL}},
};

static const char *const coordinates[4] = {"shoulder", "elbow", "stroke", "roll"};
static const char *const torque_units[4] = {"N m", "N m", "N", "N m"};
static const double lower[4] = {(-1.8325957145940461), (-2.6179938779914944), 0.0, (-6.283185307179586)};
static const double upper[4] = {1.8325957145940461, 2.6179938779914944, 0.21, 6.283185307179586};
static const double max_velocity[4] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};
static const double max_torque[4] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};

extern const struct tauforge_model payload_model;
const struct tauforge_model payload_model = {
  TAUFORGE_MODEL_ABI,
  "scara",
  "1d9b3df4e0751328",
  4, 4, 0,
  coordinates, torque_units,
  lower, upper, max_velocity, max_torque,
  sizeof(struct payload_constants), call_setup, TAUFORGE_PAYLOAD,
  2, functions,
  {NULL, NULL, NULL, NULL}
};
