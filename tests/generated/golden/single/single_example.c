/* Calls every function of single once. Build: cmake -S . -B build && cmake --build build */
#include <stdio.h>

#include "single.h"

static void print(const char *name, const float *values, int count)
{
  int i;
  printf("%s =", name);
  for (i = 0; i < count && i < 12; ++i) printf(" %g", (double)values[i]);
  printf(count > 12 ? " ...\n" : "\n");
}

int main(void)
{
  {
    static const float q[6] = {0.1f};
    float M[36];
    single_mass_matrix(q, M);
    print("mass_matrix: M", M, 36);
  }
  return 0;
}
