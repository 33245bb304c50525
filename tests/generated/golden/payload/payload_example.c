/* Calls every function of payload once. Build: cmake -S . -B build && cmake --build build */
#include <stdio.h>

#include "payload.h"

static void print(const char *name, const double *values, int count)
{
  int i;
  printf("%s =", name);
  for (i = 0; i < count && i < 12; ++i) printf(" %g", (double)values[i]);
  printf(count > 12 ? " ...\n" : "\n");
}

int main(void)
{
  struct payload_constants constants;
  static const double payload[10] = {0};
  payload_setup(payload, &constants);
  {
    static const double q[4] = {0.1};
    static const double qd[4] = {0.1};
    static const double qdd[4] = {0.1};
    double tau[4];
    payload_inverse_dynamics(&constants, q, qd, qdd, tau);
    print("inverse_dynamics: tau", tau, 4);
  }
  {
    static const double q[4] = {0.1};
    double g[4];
    payload_gravity(&constants, q, g);
    print("gravity: g", g, 4);
  }
  return 0;
}
