/* What udp_cards (the driver) and udp_arm (the machine) send each other. Plain C99.
 *
 *   driver -> arm   hello until it is welcomed; a command per period; goodbye
 *   arm -> driver   welcome; a state per command, with that command's number
 *
 * A session is one open() of the driver: datagrams of another are old and not believed. Numbers go up by one per command, so
 * either side knows what was lost, what came late and what was overtaken. Both ends run on the same machine: bytes are in its
 * own order. */
#ifndef UDP_DATAGRAM_H
#define UDP_DATAGRAM_H

#include <stdint.h>

#define UDP_MAGIC 0x54465545u /* another version, another number */
#define UDP_MOST_DRIVES 32

enum udp_kind { UDP_HELLO = 1, UDP_WELCOME, UDP_COMMAND, UDP_STATE, UDP_GOODBYE };

struct udp_command {
  uint32_t magic, kind, session, number;
  int64_t time_ns; /* of the sender's clock, CLOCK_MONOTONIC */
  uint64_t digital;
  uint32_t enable, heartbeat;
  double volts[UDP_MOST_DRIVES];
};

struct udp_state {
  uint32_t magic, kind, session, number; /* of the command that it answers */
  int64_t time_ns;
  uint32_t drives, equipment;
  uint64_t hot, engaged, digital;
  uint32_t emergency_stop, watchdog; /* the watchdog: 1 once it has fired */
  int64_t counts[UDP_MOST_DRIVES], index_counts[UDP_MOST_DRIVES];
  uint32_t index_pulses[UDP_MOST_DRIVES];
  double potentiometers[UDP_MOST_DRIVES], currents[UDP_MOST_DRIVES];
};

#endif /* UDP_DATAGRAM_H */
