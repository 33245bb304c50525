// Whether this thread has its core to itself.
//
// Two threads of a core share its units. On a virtual machine the other one may be anybody's, nothing says so, and code
// that keeps the units busy then takes up to twice as long while code that waits for results hardly notices: ratios of
// times move by a third. A loop that keeps the units busy shows it.
#pragma once

namespace tauforge::native {

// Time of this thread only: what others take from the machine while it waits is not counted.
double thread_nanoseconds();

class QuietCore {
 public:
  // Watches the loop for so long: the best that it sees is quiet. Neighbours come and go within a second.
  explicit QuietCore(double seconds);
  bool is_quiet() const;  // runs the loop once

 private:
  double quiet_ = 0;  // [ns]
};

}  // namespace tauforge::native
