/* puma260: its functions behind tauforge/model.h. */
#include "tauforge/model.h"

#include "two_rate.h"

/* Infinite. HUGE_VAL with a sign is no constant for every compiler. */
#define NO_LOWER (-1e308 * 10.0)
#define NO_UPPER (1e308 * 10.0)

static void call_background(const void *constants, const struct tauforge_state *x, double *result)
{
  (void)constants;
  two_rate_background(x->q, (struct two_rate_equation *)(void *)result, result + 12);
}

static void call_synchronous(const void *constants, const struct tauforge_state *x, double *result)
{
  (void)constants;
  two_rate_synchronous((const struct two_rate_equation *)(const void *)x->equation, x->b, x->qdd, result);
}

static const struct tauforge_function functions[2] = {
  {"background", "D_ij and D_i of the equations of motion, for a slow task",
   18, 43, 36, 8, call_background, NULL, {NULL, NULL}},
  {"synchronous", "torques from accelerations, for the fast task",
   6, 24, 24, 0, call_synchronous, NULL, {NULL, NULL}},
};

static const char *const coordinates[6] = {"joint1", "joint2", "joint3", "joint4", "joint5", "joint6"};
static const char *const torque_units[6] = {"N m", "N m", "N m", "N m", "N m", "N m"};
static const double lower[6] = {NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER};
static const double upper[6] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};
static const double max_velocity[6] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};
static const double max_torque[6] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};

extern const struct tauforge_model two_rate_model;
const struct tauforge_model two_rate_model = {
  TAUFORGE_MODEL_ABI,
  "puma260",
  "a3750ec17e6e254e",
  6, 6, 0,
  coordinates, torque_units,
  lower, upper, max_velocity, max_torque,
  0, NULL, 0,
  2, functions,
  {NULL, NULL, NULL, NULL}
};
