// What a signal that ends the program (Ctrl-C, an end, a hang-up) removes first: a file, or a folder with all that is in it.
// A signal that is ignored (nohup) stays ignored.
#pragma once

#include <string>

namespace tauforge::native {

// From now on. Signals belong to the program: where it does not ask for this, they are left alone, and destructors
// remove what they can.
void answer_signals();

class RemovedOnSignal {
 public:
  // It need not exist, now or ever.
  explicit RemovedOnSignal(const std::string& path);
  RemovedOnSignal(const RemovedOnSignal&) = delete;
  ~RemovedOnSignal();  // from now on it stays

 private:
  char* place_;  // in the list of the handler; null: it was full
};

}  // namespace tauforge::native
