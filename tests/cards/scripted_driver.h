/* What scripted_driver.c remembers, under the symbol `scripted_seen`. */
#ifndef TAUFORGE_TESTS_CARDS_SCRIPTED_DRIVER_H
#define TAUFORGE_TESTS_CARDS_SCRIPTED_DRIVER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCRIPTED_DRIVES 32

struct scripted_seen {
  char options[256];
  unsigned long reads, writes, closings, wrong_heartbeats;
  uint32_t heartbeat;
  double volts[SCRIPTED_DRIVES];
  uint64_t digital;
  int enable;
};

#ifdef __cplusplus
}
#endif

#endif /* TAUFORGE_TESTS_CARDS_SCRIPTED_DRIVER_H */
