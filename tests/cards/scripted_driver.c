/* A driver that behaves as its options say, well or badly, and remembers what it was told. Options, separated by blanks:
 *
 *   drives=N equipment=BITS refuse      of open()
 *   status=N at=K                       what read() returns from its call K on (0: the first)
 *   write_status=N                      what write() returns
 *   past_the_end not_finite             what read() does wrong, from call K on
 *   stray_bits button                   masks beyond the drives; the emergency stop is pressed
 *
 * Compiled with WRONG_ABI, NO_FUNCTIONS, NULL_TABLE or NO_ENTRY it is wrong before it is opened. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tauforge/hardware.h"
#include "tests/cards/scripted_driver.h"

struct scripted_seen scripted_seen;

static struct {
  int refuse, status, at, write_status, past_the_end, not_finite, stray_bits, button;
  size_t drives;
  unsigned equipment;
} script;

static int number(const char* options, const char* name, int otherwise) {
  const char* found = strstr(options, name);
  return found && (found == options || found[-1] == ' ') ? atoi(found + strlen(name)) : otherwise;
}

static int asked(const char* options, const char* name) { return strstr(options, name) != NULL; }

static void* open_cards(const char* options, size_t* drives, unsigned* equipment, char* why, size_t why_size) {
  memset(&scripted_seen, 0, sizeof scripted_seen);
  snprintf(scripted_seen.options, sizeof scripted_seen.options, "%s", options);
  if (asked(options, "refuse")) {
    snprintf(why, why_size, "the fuse is blown");
    return NULL;
  }
  script.status = number(options, "status=", 0), script.at = number(options, "at=", 0);
  script.write_status = number(options, "write_status=", 0);
  script.past_the_end = asked(options, "past_the_end"), script.not_finite = asked(options, "not_finite");
  script.stray_bits = asked(options, "stray_bits"), script.button = asked(options, "button");
  script.drives = (size_t)number(options, "drives=", 2);
  script.equipment = (unsigned)number(options, "equipment=", 255);
  *drives = script.drives, *equipment = script.equipment;
  return &script;
}

static int read_cards(void* cards, int64_t now_ns, struct tauforge_inputs* inputs) {
  const int wrong = (int)scripted_seen.reads >= script.at;
  const int64_t k = (int64_t)scripted_seen.reads++;
  (void)cards, (void)now_ns;
  for (size_t i = 0; i < script.drives; ++i) {
    const int64_t d = (int64_t)i;
    inputs->counts[i] = 1000 * d + k, inputs->index_counts[i] = 100 + d, inputs->index_pulses[i] = (uint32_t)(7 + i);
    inputs->potentiometers[i] = 1.5 + (double)i, inputs->currents[i] = -0.5 - (double)i;
  }
  inputs->hot = script.stray_bits ? ~(uint64_t)0 : 2, inputs->engaged = script.stray_bits ? ~(uint64_t)0 : 1;
  inputs->digital = 5, inputs->emergency_stop = script.button;
  if (wrong && script.past_the_end) inputs->counts[script.drives] = 1;
  if (wrong && script.not_finite) inputs->potentiometers[0] = NAN;
  return wrong ? script.status : TAUFORGE_CARDS_FINE;
}

static int write_cards(void* cards, int64_t now_ns, const struct tauforge_outputs* outputs) {
  (void)cards, (void)now_ns;
  if (outputs->heartbeat != scripted_seen.heartbeat + 1) ++scripted_seen.wrong_heartbeats;
  scripted_seen.heartbeat = outputs->heartbeat;
  ++scripted_seen.writes;
  for (size_t i = 0; i < script.drives && i < SCRIPTED_DRIVES; ++i) scripted_seen.volts[i] = outputs->volts[i];
  scripted_seen.digital = outputs->digital, scripted_seen.enable = outputs->enable;
  return script.write_status;
}

static void report(void* cards, char* text, size_t text_size) {
  (void)cards;
  memset(text, 'x', text_size); /* and forgets the 0 at the end, unless it is short */
  if (!script.stray_bits) snprintf(text, text_size, "%lu reads\nsecond line", scripted_seen.reads);
}

static void close_cards(void* cards) {
  (void)cards;
  ++scripted_seen.closings;
}

#ifndef NO_ENTRY
const struct tauforge_hardware* tauforge_hardware(void) {
  static struct tauforge_hardware driver = {TAUFORGE_HARDWARE_ABI, "scripted cards", open_cards, read_cards,
                                            write_cards,           close_cards,      report,     {NULL}};
#ifdef WRONG_ABI
  driver.abi = TAUFORGE_HARDWARE_ABI + 41;
#endif
#ifdef NO_FUNCTIONS
  driver.read = NULL, driver.close = NULL;
#endif
#ifdef NULL_TABLE
  return NULL;
#endif
  return &driver;
}
#else
const void* scripted_unused[] = {(const void*)open_cards, (const void*)read_cards, (const void*)write_cards,
                                 (const void*)report, (const void*)close_cards};
#endif
