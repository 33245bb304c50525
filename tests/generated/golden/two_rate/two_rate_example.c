/* Calls every function of two_rate once. Build: cmake -S . -B build && cmake --build build */
#include <stdio.h>

#include "two_rate.h"

static void print(const char *name, const double *values, int count)
{
  int i;
  printf("%s =", name);
  for (i = 0; i < count && i < 12; ++i) printf(" %g", (double)values[i]);
  printf(count > 12 ? " ...\n" : "\n");
}

int main(void)
{
  struct two_rate_equation equation;
  {
    static const double q[6] = {0.1};
    double DI[6];
    two_rate_background(q, &equation, DI);
    print("background: DI", DI, 6);
  }
  {
    static const double b[6] = {0.1};
    static const double qdd[6] = {0.1};
    double tau[6];
    two_rate_synchronous(&equation, b, qdd, tau);
    print("synchronous: tau", tau, 6);
  }
  return 0;
}
