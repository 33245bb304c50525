/* The cards of a machine of one's own, for `tauforge run --hardware ./libmycards.so`. Plain C99.
 *
 * A driver is a shared library that exports `const struct tauforge_hardware* tauforge_hardware(void)`. After open() no
 * call may allocate, lock or wait: read() and write() are called once per period from the synchronous task. Every call
 * returns a status. Lists have one value per drive. What the equipment does not name is neither read nor written. */
#ifndef TAUFORGE_HARDWARE_H
#define TAUFORGE_HARDWARE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TAUFORGE_HARDWARE_ABI 1

enum tauforge_card_status {
  TAUFORGE_CARDS_FINE = 0,
  TAUFORGE_CARDS_STALE = 1, /* read: nothing new has arrived. write: nobody knows whether it arrived */
  TAUFORGE_CARDS_FAILED = 2 /* the cards are gone, or contradict themselves */
};

/* What a machine has besides counters and analogue outputs. */
#define TAUFORGE_HAS_WATCHDOG 1u       /* drives switch themselves off when the heartbeat stops */
#define TAUFORGE_HAS_EMERGENCY_STOP 2u /* there is a button, and it can be read */
#define TAUFORGE_HAS_BRAKES 4u
#define TAUFORGE_HAS_BRAKE_FEEDBACK 8u  /* brakes say whether they are engaged */
#define TAUFORGE_HAS_POTENTIOMETERS 16u /* absolute positions */
#define TAUFORGE_HAS_CURRENTS 32u       /* of the motors, measured */
#define TAUFORGE_HAS_THERMAL 64u        /* switches in the motors */
#define TAUFORGE_HAS_INDEX 128u         /* index pulses of the counters */

/* Filled by read(). Bit i of a mask is drive i. */
struct tauforge_inputs {
  int64_t* counts;        /* of the incremental encoders */
  int64_t* index_counts;  /* counts at the last index pulse */
  uint32_t* index_pulses; /* how many have passed */
  double* potentiometers; /* V */
  double* currents;       /* A */
  uint64_t hot;           /* thermal switches that have opened */
  uint64_t engaged;       /* brakes that say so */
  uint64_t digital;       /* inputs of the user's own */
  int emergency_stop;     /* 1: the button is pressed, or its wire is broken */
  const void* reserved[4];
};

/* Read by write(); they hold until the next call. */
struct tauforge_outputs {
  const double* volts; /* what the amplifiers are told */
  uint64_t digital;    /* bit 0: engage the brakes; others: tools */
  int enable;          /* 0: the drives lose their power */
  uint32_t heartbeat;  /* one more at every call, for the watchdog of the drives */
  const void* reserved[4];
};

struct tauforge_hardware {
  int abi; /* TAUFORGE_HARDWARE_ABI */
  const char* name;
  /* `configuration`: what stands behind --hardware-options, or "". Returns the cards, or NULL with the reason in `why`.
   * `drives` and `equipment` (TAUFORGE_HAS_... | ...) are told to the caller. It may allocate and wait. */
  void* (*open)(const char* configuration, size_t* drives, unsigned* equipment, char* why, size_t why_size);
  int (*read)(void* cards, int64_t now_ns, struct tauforge_inputs* inputs);
  int (*write)(void* cards, int64_t now_ns, const struct tauforge_outputs* outputs);
  void (*close)(void* cards); /* after a last write() that stops the machine */
  /* May be NULL. What the user is told when the run is over, in lines of text with a 0 at the end: counters, losses. Called
   * between the last write() and close(); it may allocate and wait. */
  void (*report)(void* cards, char* text, size_t text_size);
  const void* reserved[4];
};

#ifdef __cplusplus
}
#endif

#endif /* TAUFORGE_HARDWARE_H */
