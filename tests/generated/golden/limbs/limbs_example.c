/* Calls every function of limbs once. Build: cmake -S . -B build && cmake --build build */
#include <stdio.h>

#include "limbs.h"

static void print(const char *name, const double *values, int count)
{
  int i;
  printf("%s =", name);
  for (i = 0; i < count && i < 12; ++i) printf(" %g", (double)values[i]);
  printf(count > 12 ? " ...\n" : "\n");
}

int main(void)
{
  {
    static const double q[19] = {0.1};
    static const double qd[18] = {0.1};
    static const double qdd[18] = {0.1};
    double tau[18];
    limbs_inverse_dynamics(q, qd, qdd, tau);
    print("inverse_dynamics: tau", tau, 18);
  }
  return 0;
}
