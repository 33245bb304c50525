/* A driver for `tauforge run --hardware`, in plain C99: a flywheel on a motor, simulated in here so that it runs anywhere.
 * To drive cards of your own, keep the frame and fill in the five places marked HERE.            docs/hardware.md
 *
 *   J w' = k u - b w - c sign(w)      as long as the drive has power and its brake is open                      (1)
 *
 * options:  friction=0.002            c [N m]
 *           watchdog_ms=50            the drive switches itself off after so long without a heartbeat            */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tauforge/hardware.h"

static const double J = 0.01;                        /* kg m^2 */
static const double b = 0.005;                       /* N m s/rad */
static const double k = 0.1;                         /* N m/V: torque_per_volt of flywheel_machine.toml */
static const double step = 6.283185307179586 / 4096; /* rad: encoder_step */
static const double longest_step = 1e-4;             /* s, of the integration */

struct flywheel {
  double q, w, u, c;       /* rad, rad/s, V, N m */
  int64_t last_ns, fed_ns; /* of the last call; of the last heartbeat */
  int64_t watchdog_ns;
  uint32_t heartbeat;
  int running, braked, enabled, fired;
  unsigned long firings;
};

static void integrate(struct flywheel* f, int64_t now_ns) { /* (1), up to now */
  double left = f->running ? 1e-9 * (double)(now_ns - f->last_ns) : 0.0;
  f->running = 1, f->last_ns = now_ns;
  if (left > 1.0) left = 1.0; /* nobody looked for so long: it does not matter any more */
  while (left > 0.0) {
    const double dt = left < longest_step ? left : longest_step;
    const double u = f->enabled && !f->fired ? f->u : 0.0;
    const double dry = f->c * (f->w > 0.0 ? 1.0 : f->w < 0.0 ? -1.0 : 0.0);
    f->w = f->braked || f->fired ? 0.0 : f->w + dt * (k * u - b * f->w - dry) / J;
    f->q += dt * f->w;
    left -= dt;
  }
}

static void* open_cards(const char* options, size_t* drives, unsigned* equipment, char* why, size_t why_size) {
  double friction = 0.002, watchdog_ms = 50.0;
  char word[64];
  int length = 0;
  for (; sscanf(options, " %63s%n", word, &length) == 1; options += length) {
    if (sscanf(word, "friction=%lf", &friction) == 1 && friction >= 0.0) continue;
    if (sscanf(word, "watchdog_ms=%lf", &watchdog_ms) == 1 && watchdog_ms > 0.0) continue;
    snprintf(why, why_size, "'%s' is no option; options are friction=N.M and watchdog_ms=MS", word);
    return NULL;
  }
  /* HERE: open the cards. It may take its time, and it may say no: write the reason into `why` and return NULL. */
  struct flywheel* f = calloc(1, sizeof *f);
  if (!f) {
    snprintf(why, why_size, "no memory");
    return NULL;
  }
  f->c = friction, f->watchdog_ns = (int64_t)(1e6 * watchdog_ms), f->braked = 1;
  *drives = 1;
  *equipment = TAUFORGE_HAS_WATCHDOG | TAUFORGE_HAS_EMERGENCY_STOP | TAUFORGE_HAS_BRAKES | TAUFORGE_HAS_BRAKE_FEEDBACK;
  return f;
}

static int read_cards(void* cards, int64_t now_ns, struct tauforge_inputs* inputs) {
  struct flywheel* f = cards;
  /* HERE: read the counters. Do not wait: where nothing new has come, return TAUFORGE_CARDS_STALE. */
  if (f->heartbeat != 0 && !f->fired && now_ns - f->fed_ns > f->watchdog_ns) f->fired = 1, ++f->firings;
  integrate(f, now_ns);
  inputs->counts[0] = (int64_t)floor(f->q / step);
  inputs->engaged = f->braked || f->fired ? 1 : 0;
  inputs->emergency_stop = 0; /* HERE: 1 while the button is pressed, and when its wire is broken */
  return f->fired ? TAUFORGE_CARDS_FAILED : TAUFORGE_CARDS_FINE;
}

static int write_cards(void* cards, int64_t now_ns, const struct tauforge_outputs* outputs) {
  struct flywheel* f = cards;
  /* HERE: write the volts and the outputs. Hand the heartbeat on: the drives must notice when it stops, whatever happens to
   * this program. This flywheel has nobody else, so it looks at the clock itself. */
  integrate(f, now_ns);
  if (outputs->heartbeat != f->heartbeat) f->fed_ns = now_ns;
  f->heartbeat = outputs->heartbeat;
  f->u = outputs->volts[0];
  f->braked = (outputs->digital & 1u) != 0;
  f->enabled = outputs->enable;
  return f->fired ? TAUFORGE_CARDS_FAILED : TAUFORGE_CARDS_FINE;
}

static void report(void* cards, char* text, size_t text_size) {
  const struct flywheel* f = cards;
  snprintf(text, text_size, "the watchdog of the drive fired %lu times", f->firings);
}

static void close_cards(void* cards) { free(cards); } /* HERE: the machine is stopped already; let go of the cards */

const struct tauforge_hardware* tauforge_hardware(void) {
  static const struct tauforge_hardware driver = {TAUFORGE_HARDWARE_ABI, "flywheel in a box", open_cards, read_cards,
                                                  write_cards,           close_cards,         report,     {NULL}};
  return &driver;
}
