/* Hardware in the loop: a driver whose cards are another process, reached by datagrams over UDP (udp_arm.cpp).
 *
 * write() sends a command, read() takes up the newest state that has arrived; neither waits. Policy:
 *
 *   a period without a newer state, or with an old one: it answers an earlier command than the last two, or one that was
 *   given more than two periods ago                 STALE: taken for new, an old position would look like a jump  (1)
 *   `fail_after` such periods in a row              FAILED                                                        (2)
 *   the other process is gone, or its watchdog fired  FAILED                                                      (3)
 *
 * Faults of a network can be injected, the same ones for the same seed: commands before they are sent, states before they are
 * believed. One that is delayed is overtaken by later ones; one that is swapped comes right after the next.
 *
 * options, with what they are when absent:
 *   port=47001 fail_after=20 wait_ms=2000 period_us=1000
 *   loss=0 delay=0 swap=0      shares of all datagrams, 0 to 1
 *   delay_periods=5            a delay is 1 to so many periods
 *   seed=1                                                                                                        */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tauforge/hardware.h"
#include "udp_datagram.h"

#define MOST_HELD 64 /* datagrams under way through the network that is not there */

struct settings {
  double port, fail_after, wait_ms, loss, delay, swap, delay_periods, seed, period_us;
};

/* What a network does to datagrams of one direction. `due`: the period in which a held one arrives. */
struct held_command {
  uint64_t due;
  int used;
  struct udp_command datagram;
};
struct held_state {
  uint64_t due;
  int used;
  struct udp_state datagram;
};

struct cards {
  int socket;
  struct settings set;
  uint32_t session, number; /* of the last command */
  uint64_t period, random;
  int64_t given_at[MOST_HELD]; /* the last commands, by their numbers */
  size_t drives;
  unsigned equipment;
  struct udp_state newest;
  uint32_t stale_in_a_row, longest_stale;
  uint64_t periods, stale, failed;
  uint64_t sent, not_sent;                               /* commands */
  uint64_t fresh, late, overtaken, foreign;              /* states */
  uint64_t lost_commands, lost_states, delayed, swapped; /* by injection */
  int gone;
  struct held_command commands[MOST_HELD];
  struct held_state states[MOST_HELD];
};

static int64_t clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static double uniform(struct cards* c) { /* 0 to 1; splitmix64 */
  uint64_t z = (c->random += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* When a datagram of this period arrives: now (0), in a later period, or never (UINT64_MAX). */
static uint64_t fate(struct cards* c, uint64_t* lost) {
  if (uniform(c) < c->set.loss) {
    ++*lost;
    return UINT64_MAX;
  }
  if (uniform(c) < c->set.delay) {
    ++c->delayed;
    return c->period + 1 + (uint64_t)(uniform(c) * c->set.delay_periods);
  }
  if (uniform(c) < c->set.swap) {
    ++c->swapped;
    return c->period + 1;
  }
  return 0;
}

static void send_command(struct cards* c, const struct udp_command* datagram) {
  if (send(c->socket, datagram, sizeof *datagram, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)sizeof *datagram) {
    ++c->sent;
    return;
  }
  ++c->not_sent;
  if (errno == ECONNREFUSED) c->gone = 1; /* (3) */
}

static void believe(struct cards* c, const struct udp_state* state) {
  const uint32_t ahead = state->number - c->newest.number; /* of the newest so far; numbers may wrap */
  if (state->magic != UDP_MAGIC || state->kind != UDP_STATE || state->session != c->session ||
      state->drives != c->drives) {
    ++c->foreign;
  } else if (ahead == 0 || ahead > 0x80000000u) {
    ++c->overtaken;
  } else {
    ++c->fresh;
    if (c->number - state->number > 0) ++c->late; /* it answers an earlier command than the last */
    c->newest = *state;
  }
}

static void receive(struct cards* c) {
  struct udp_state state;
  for (int k = 0; k < 2 * MOST_HELD; ++k) { /* never more: somebody could send faster than we read */
    const ssize_t size = recv(c->socket, &state, sizeof state, MSG_DONTWAIT);
    if (size < 0) {
      if (errno == ECONNREFUSED) c->gone = 1;
      break;
    }
    if (size != (ssize_t)sizeof state) {
      ++c->foreign;
      continue;
    }
    const uint64_t due = fate(c, &c->lost_states);
    if (due == UINT64_MAX) continue;
    int place = 0;
    while (due > 0 && place < MOST_HELD && c->states[place].used) ++place;
    if (due == 0 || place == MOST_HELD) {
      believe(c, &state);
    } else {
      c->states[place].due = due, c->states[place].used = 1, c->states[place].datagram = state;
    }
  }
  for (int k = 0; k < MOST_HELD; ++k) { /* those that arrive late, after what came in time */
    if (!c->states[k].used || c->states[k].due > c->period) continue;
    c->states[k].used = 0;
    believe(c, &c->states[k].datagram);
  }
}

static int read_options(const char* text, struct settings* set, char* why, size_t why_size) {
  const struct {
    const char* name;
    double* value;
    double least, most;
  } known[] = {{"port", &set->port, 1, 65535},
               {"fail_after", &set->fail_after, 1, 1e6},
               {"wait_ms", &set->wait_ms, 0, 60000},
               {"loss", &set->loss, 0, 1},
               {"delay", &set->delay, 0, 1},
               {"swap", &set->swap, 0, 1},
               {"delay_periods", &set->delay_periods, 1, MOST_HELD / 2},
               {"seed", &set->seed, 0, 9e15},
               {"period_us", &set->period_us, 1, 1e6}};
  char word[64];
  int length = 0;
  for (; sscanf(text, " %63s%n", word, &length) == 1; text += length) {
    size_t k = 0, n = sizeof known / sizeof *known;
    char* equal = strchr(word, '=');
    char* end = NULL;
    if (equal) *equal = '\0';
    while (k < n && strcmp(word, known[k].name) != 0) ++k;
    const double value = equal && k < n ? strtod(equal + 1, &end) : 0.0;
    if (!equal || k == n || end == equal + 1 || *end || !(value >= known[k].least && value <= known[k].most)) {
      snprintf(why, why_size, k < n ? "the option '%s' wants a number from %g to %g" : "'%s' is no option", word,
               k < n ? known[k].least : 0.0, k < n ? known[k].most : 0.0);
      return 0;
    }
    *known[k].value = value;
  }
  return 1;
}

/* Says hello until the arm answers, for wait_ms. */
static int meet(struct cards* c) {
  struct udp_command hello = {UDP_MAGIC, UDP_HELLO, c->session, 0, 0, 0, 0, 0, {0}};
  struct udp_state state;
  const int64_t end = clock_ns() + (int64_t)(1e6 * c->set.wait_ms);
  for (int64_t said = 0; clock_ns() < end;) {
    if (clock_ns() - said > 20000000) {
      said = hello.time_ns = clock_ns();
      (void)!send(c->socket, &hello, sizeof hello, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    const ssize_t size = recv(c->socket, &state, sizeof state, MSG_DONTWAIT);
    if (size == (ssize_t)sizeof state && state.magic == UDP_MAGIC && state.kind == UDP_WELCOME &&
        state.session == c->session && state.drives <= UDP_MOST_DRIVES) {
      c->drives = state.drives, c->equipment = state.equipment, c->newest = state;
      return 1;
    }
    const struct timespec nap = {0, 1000000};
    nanosleep(&nap, NULL);
  }
  return 0;
}

static void* open_cards(const char* options, size_t* drives, unsigned* equipment, char* why, size_t why_size) {
  struct settings set = {47001, 20, 2000, 0, 0, 0, 5, 1, 1000};
  if (!read_options(options, &set, why, why_size)) return NULL;
  struct cards* c = calloc(1, sizeof *c);
  if (!c || (c->socket = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) < 0) {
    snprintf(why, why_size, "no socket: %s", strerror(errno));
    free(c);
    return NULL;
  }
  c->set = set, c->random = (uint64_t)set.seed, c->session = (uint32_t)(clock_ns() >> 10) ^ ((uint32_t)getpid() << 16);
  struct sockaddr_in arm = {0};
  arm.sin_family = AF_INET, arm.sin_port = htons((uint16_t)set.port), arm.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(c->socket, (struct sockaddr*)&arm, sizeof arm) != 0 || !meet(c)) {
    snprintf(why, why_size, "no arm answers at 127.0.0.1:%.0f within %.0f ms", set.port, set.wait_ms);
    close(c->socket);
    free(c);
    return NULL;
  }
  *drives = c->drives, *equipment = c->equipment;
  return c;
}

/* A machine that stood still for a while, and with it this program, finds a state from before it. */
static int is_old(const struct cards* c, int64_t now_ns) {
  const uint32_t behind = c->number - c->newest.number;
  return behind > 1 || (double)(now_ns - c->given_at[c->newest.number % MOST_HELD]) > 2000 * c->set.period_us;
}

static int read_cards(void* cards, int64_t now_ns, struct tauforge_inputs* inputs) {
  struct cards* c = cards;
  const uint64_t fresh = c->fresh;
  ++c->periods, ++c->period;
  receive(c);
  for (size_t i = 0; i < c->drives; ++i) {
    inputs->counts[i] = c->newest.counts[i];
    inputs->index_counts[i] = c->newest.index_counts[i], inputs->index_pulses[i] = c->newest.index_pulses[i];
    inputs->potentiometers[i] = c->newest.potentiometers[i], inputs->currents[i] = c->newest.currents[i];
  }
  inputs->hot = c->newest.hot, inputs->engaged = c->newest.engaged, inputs->digital = c->newest.digital;
  inputs->emergency_stop = (int)c->newest.emergency_stop;
  /* before the first command the welcome is the state */
  const int nothing_new = c->number > 0 && (c->fresh == fresh || is_old(c, now_ns));
  c->stale_in_a_row = nothing_new ? c->stale_in_a_row + 1 : 0;
  if (c->stale_in_a_row > c->longest_stale) c->longest_stale = c->stale_in_a_row;
  if (c->gone || c->newest.watchdog || c->stale_in_a_row >= c->set.fail_after) { /* (2), (3) */
    ++c->failed;
    return TAUFORGE_CARDS_FAILED;
  }
  if (!nothing_new) return TAUFORGE_CARDS_FINE;
  ++c->stale; /* (1) */
  return TAUFORGE_CARDS_STALE;
}

static int write_cards(void* cards, int64_t now_ns, const struct tauforge_outputs* outputs) {
  struct cards* c = cards;
  struct udp_command command = {
      UDP_MAGIC,          UDP_COMMAND, c->session, ++c->number, clock_ns(), outputs->digital, (uint32_t)outputs->enable,
      outputs->heartbeat, {0}};
  c->given_at[c->number % MOST_HELD] = now_ns;
  memcpy(command.volts, outputs->volts, c->drives * sizeof(double));
  const uint64_t not_sent = c->not_sent;
  const uint64_t due = fate(c, &c->lost_commands);
  int place = 0;
  while (due > 0 && due < UINT64_MAX && place < MOST_HELD && c->commands[place].used) ++place;
  if (due == 0 || place == MOST_HELD)
    send_command(c, &command);
  else if (due < UINT64_MAX)
    c->commands[place].due = due, c->commands[place].used = 1, c->commands[place].datagram = command;
  for (int k = 0; k < MOST_HELD; ++k) {
    if (!c->commands[k].used || c->commands[k].due > c->period) continue;
    c->commands[k].used = 0;
    send_command(c, &c->commands[k].datagram);
  }
  if (c->gone) return TAUFORGE_CARDS_FAILED;
  return c->not_sent == not_sent ? TAUFORGE_CARDS_FINE : TAUFORGE_CARDS_STALE;
}

static void report(void* cards, char* text, size_t text_size) {
  const struct cards* c = cards;
  const uint64_t never = c->number - (c->fresh + c->overtaken);
  snprintf(text, text_size,
           "periods: %llu, of them %llu stale (at most %u in a row) and %llu failed\n"
           "commands: %u, of them %llu sent, %llu refused by the system\n"
           "states: %llu new, of them %llu late; %llu overtaken, %llu never came, %llu of others\n"
           "injected: %llu commands and %llu states lost, %llu delayed, %llu swapped%s%s",
           (unsigned long long)c->periods, (unsigned long long)c->stale, c->longest_stale,
           (unsigned long long)c->failed, c->number, (unsigned long long)c->sent, (unsigned long long)c->not_sent,
           (unsigned long long)c->fresh, (unsigned long long)c->late, (unsigned long long)c->overtaken,
           (unsigned long long)never, (unsigned long long)c->foreign, (unsigned long long)c->lost_commands,
           (unsigned long long)c->lost_states, (unsigned long long)c->delayed, (unsigned long long)c->swapped,
           c->newest.watchdog ? "\nthe watchdog of the arm fired" : "", c->gone ? "\nthe arm's process is gone" : "");
}

static void close_cards(void* cards) {
  struct cards* c = cards;
  const struct udp_command goodbye = {UDP_MAGIC, UDP_GOODBYE, c->session, c->number, clock_ns(), 0, 0, 0, {0}};
  for (int k = 0; k < 3; ++k) (void)!send(c->socket, &goodbye, sizeof goodbye, MSG_DONTWAIT | MSG_NOSIGNAL);
  close(c->socket);
  free(c);
}

const struct tauforge_hardware* tauforge_hardware(void) {
  static const struct tauforge_hardware driver = {TAUFORGE_HARDWARE_ABI, "arm over UDP", open_cards, read_cards,
                                                  write_cards,           close_cards,    report,     {NULL}};
  return &driver;
}
