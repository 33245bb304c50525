/* The seam between generated code and everything that runs it. Plain C99.
 *
 * Generated code exports one `const struct tauforge_model NAME_model`. Control loops, simulations and bindings read
 * this struct alone, so that any robot, and any way to compute it, can stand behind it. All arrays are of doubles,
 * row by row, in SI units; a NaN reaches every result that depends on it. Nothing here allocates, locks or keeps state. */
#ifndef TAUFORGE_MODEL_H
#define TAUFORGE_MODEL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TAUFORGE_MODEL_ABI 2

/* What a function is asked about; it reads what it needs. With a floating base q is position x y z, quaternion x y z w,
 * drives, and velocities are linear, angular (both in the base frame), drives. */
struct tauforge_state {
  const double* q;        /* nq: rad or m */
  const double* qd;       /* nv: rad/s or m/s */
  const double* qdd;      /* nv: rad/s^2 or m/s^2 */
  const double* tau;      /* nv: N m or N */
  const double* wrench;   /* 6: force, moment on the last link, in its frame; N, N m */
  const double* equation; /* of `synchronous`: the first results of `background`, all but the last nv */
  const double* b;        /* of `synchronous`, nv: velocity_torque plus the last nv results of `background`; N m or N */
  const double* friction_state; /* of friction with a memory; NULL: none */
  const void* reserved[4];      /* zero; for later versions of this struct */
};

/* Inputs that change rarely; those that the code was not generated for are not read (setup_reads). */
#define TAUFORGE_PAYLOAD 1u
#define TAUFORGE_GRAVITY 2u
#define TAUFORGE_INERTIAS 4u
#define TAUFORGE_FRICTION 8u
struct tauforge_run_time {
  const double* payload;  /* 10: m, first moments x y z, inertia xx yy zz xy yz xz, in the last link's frame */
  const double* gravity;  /* 3: acceleration in the world frame, m/s^2 */
  const double* inertias; /* 10 per link, as payload; a floating base first */
  const double* friction; /* per drive: coulomb, viscous, offset */
};

struct tauforge_function {
  const char* name; /* inverse_dynamics ... */
  const char* meaning;
  size_t results; /* how many numbers it writes */
  int multiplications, additions, sines_and_cosines;
  void (*call)(const void* constants, const struct tauforge_state* x, double* result);
  /* For many states, one after another in every array; several results of one state lie `count` states apart.
   * NULL where the code was generated without. */
  void (*batch)(size_t count, const void* constants, const struct tauforge_state* x, double* result);
  const void* reserved[2]; /* zero; derivatives may stand here */
};

struct tauforge_model {
  int abi;                         /* TAUFORGE_MODEL_ABI */
  const char* name;                /* of the robot */
  const char* source_hash;         /* of the description it was generated from */
  int nq, nv;                      /* positions; velocities, torques */
  int floating;                    /* 1: the base moves freely */
  const char* const* coordinates;  /* nv names */
  const char* const* torque_units; /* nv: "N m", "N" */
  const double *lower, *upper;     /* nv: position limits, -+ infinity where there is none */
  const double* max_velocity;      /* nv */
  const double* max_torque;        /* nv */
  size_t constants_size;           /* bytes of the struct that `setup` fills; 0: functions take NULL */
  void (*setup)(const struct tauforge_run_time* inputs, void* constants); /* NULL: nothing to set up */
  unsigned setup_reads; /* which of the inputs: TAUFORGE_PAYLOAD | ... */
  size_t function_count;
  const struct tauforge_function* functions;
  const void* reserved[4]; /* zero */
};

/* The function of that name, or NULL. */
static inline const struct tauforge_function* tauforge_find(const struct tauforge_model* model, const char* name) {
  size_t i, k;
  for (i = 0; i < model->function_count; ++i) {
    const char* other = model->functions[i].name;
    for (k = 0; name[k] != '\0' && name[k] == other[k]; ++k) {
    }
    if (name[k] == other[k]) return &model->functions[i];
  }
  return NULL;
}

#ifdef __cplusplus
}
#endif

#endif /* TAUFORGE_MODEL_H */
