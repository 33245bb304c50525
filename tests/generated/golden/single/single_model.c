/* puma560: its functions behind tauforge/model.h. */
#include "tauforge/model.h"

#include "single.h"

/* Infinite. HUGE_VAL with a sign is no constant for every compiler. */
#define NO_LOWER (-1e308 * 10.0)
#define NO_UPPER (1e308 * 10.0)

static void call_mass_matrix(const void *constants, const struct tauforge_state *x, double *result)
{
  size_t i;
  float single_q[6];
  float single_M[36];
  (void)constants;
  for (i = 0; i < 6; ++i) single_q[i] = (float)x->q[i];
  single_mass_matrix(single_q, single_M);
  for (i = 0; i < 36; ++i) result[0 + i] = (double)single_M[i];
}

static const struct tauforge_function functions[1] = {
  {"mass_matrix", "mass matrix, rotors included",
   36, 70, 65, 8, call_mass_matrix, NULL, {NULL, NULL}},
};

static const char *const coordinates[6] = {"joint1", "joint2", "joint3", "joint4", "joint5", "joint6"};
static const char *const torque_units[6] = {"N m", "N m", "N m", "N m", "N m", "N m"};
static const double lower[6] = {NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER, NO_LOWER};
static const double upper[6] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};
static const double max_velocity[6] = {NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER, NO_UPPER};
static const double max_torque[6] = {97.6, 186.4, 89.4, 24.2, 20.1, 21.3};

extern const struct tauforge_model single_model;
const struct tauforge_model single_model = {
  TAUFORGE_MODEL_ABI,
  "puma560",
  "486c1db3d6605857",
  6, 6, 0,
  coordinates, torque_units,
  lower, upper, max_velocity, max_torque,
  0, NULL, 0,
  1, functions,
  {NULL, NULL, NULL, NULL}
};
