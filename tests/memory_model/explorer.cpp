#include "explorer.h"

#include <ucontext.h>

#include <algorithm>
#include <memory>

#include "memory.h"
#include "tauforge/diagnostic/require.h"

namespace tauforge::tests::memory_model {

namespace {

constexpr std::size_t stack_size = std::size_t{256} * 1024;

struct Access {
  std::size_t location = 0;
  bool writes = false;
};

bool matter_to_one_another(const Access& a, const Access& b) {
  return a.location == b.location && (a.writes || b.writes);
}

// Thread 0 makes the program and looks at what came of it; it is where explore() runs.
class Explorer {
 public:
  explicit Explorer(const Weakening& weakening) : weakening_(weakening) {}
  Exploration result;

  void explore(const std::function<Program()>& make) {
    do {
      run(make);
    } while (result.fault.empty() && next());
  }

  Memory& memory() { return *memory_; }
  std::size_t running() const { return running_; }

  // Before an atomic access: others may go first.
  void access(const Access& wanted) {
    if (running_ == 0) return;
    threads_[running_]->wanted = wanted;
    swapcontext(&threads_[running_]->context, &scheduler_);
  }

  std::memory_order order_at(const std::source_location& at, std::memory_order order) {
    const Site site{at.file_name(), at.line(), at.column()};
    result.sites.emplace(site, order);
    return site == weakening_.site ? weakening_.order : order;
  }

 private:
  struct Thread {
    std::vector<char> stack = std::vector<char>(stack_size);
    ucontext_t context{};
    std::function<void()> work;
    Access wanted;  // next
    bool ended = false, asleep = false;
  };
  struct Taken {
    std::size_t taken, possible;
  };

  std::size_t choose(std::size_t possible) {
    if (possible == 1) return 0;
    if (depth_ == trail_.size()) trail_.push_back({0, possible});
    diagnostic::require(trail_[depth_].possible == possible, "a run is replayed as it was");
    return trail_[depth_++].taken;
  }

  // The trail of the next run; false: there is none.
  bool next() {
    while (!trail_.empty() && trail_.back().taken + 1 == trail_.back().possible) trail_.pop_back();
    if (trail_.empty()) return false;
    ++trail_.back().taken;
    return true;
  }

  void run(const std::function<Program()>& make) {
    depth_ = 0;
    memory_ = std::make_unique<Memory>([this](std::size_t possible) { return choose(possible); });
    const Program program = make();
    const std::size_t all = program.threads.size() + 1;
    diagnostic::require(all <= most_threads, "a handful of threads");
    while (threads_.size() < all) threads_.push_back(std::make_unique<Thread>());
    for (std::size_t t = 1; t < all; ++t) {
      memory_->tell(0, t);
      begin(t, program.threads[t - 1]);
    }
    if (!take_turns(all)) return;
    for (std::size_t t = 1; t < all; ++t) memory_->tell(t, 0);
    ++result.of[program.afterwards()];
    ++result.runs;
    result.fault = memory_->fault();
  }

  // False: the rest of this run has been seen in another order.
  bool take_turns(std::size_t all) {
    for (;;) {
      std::vector<std::size_t> awake;
      bool any = false;
      for (std::size_t t = 1; t < all; ++t) {
        any = any || !threads_[t]->ended;
        if (!threads_[t]->ended && !threads_[t]->asleep) awake.push_back(t);
      }
      if (!any) return true;
      if (awake.empty()) return false;
      const std::size_t taken = choose(awake.size());
      for (std::size_t k = 0; k < taken; ++k) threads_[awake[k]]->asleep = true;  // seen in runs before
      const Access made = threads_[awake[taken]]->wanted;
      resume(awake[taken]);
      for (std::size_t t = 1; t < all; ++t)
        if (matter_to_one_another(threads_[t]->wanted, made)) threads_[t]->asleep = false;
    }
  }

  void begin(std::size_t t, const std::function<void()>& work) {
    Thread& thread = *threads_[t];
    thread.work = work, thread.ended = thread.asleep = false;
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.data();
    thread.context.uc_stack.ss_size = thread.stack.size();
    thread.context.uc_link = &scheduler_;
    makecontext(&thread.context, &Explorer::enter, 0);
    resume(t);
  }

  void resume(std::size_t t) {
    running_ = t;
    swapcontext(&scheduler_, &threads_[t]->context);
    running_ = 0;
  }

  static void enter();

  Weakening weakening_;
  std::unique_ptr<Memory> memory_;
  std::vector<std::unique_ptr<Thread>> threads_{1};
  ucontext_t scheduler_{};
  std::size_t running_ = 0;
  std::vector<Taken> trail_;
  std::size_t depth_ = 0;
};

Explorer* explorer = nullptr;

void Explorer::enter() {
  Thread& thread = *explorer->threads_[explorer->running_];
  thread.work();
  thread.ended = true;
}

const char* to_text(std::memory_order order) {
  switch (order) {
    case std::memory_order_acquire: return "acquire";
    case std::memory_order_release: return "release";
    case std::memory_order_relaxed: return "relaxed";
    default: return "?";
  }
}

}  // namespace

Exploration explore(const std::function<Program()>& make, const Weakening& weakening) {
  Explorer mine(weakening);
  explorer = &mine;
  mine.explore(make);
  explorer = nullptr;
  return mine.result;
}

std::vector<std::memory_order> weaker_than(std::memory_order order) {
  if (order == std::memory_order_acq_rel)
    return {std::memory_order_acquire, std::memory_order_release, std::memory_order_relaxed};
  if (order == std::memory_order_relaxed) return {};
  return {std::memory_order_relaxed};
}

Weakened weaken_each(const std::function<Program()>& make, const std::string& file) {
  Weakened result;
  for (const auto& [site, order] : explore(make).sites) {
    if (site.file.find(file) == std::string::npos) continue;
    for (const std::memory_order weaker : weaker_than(order)) {
      ++result.tried;
      if (explore(make, {site, weaker}).fault.empty())
        result.unnoticed.push_back(site.file + ":" + std::to_string(site.line) + ": " + to_text(weaker));
    }
  }
  return result;
}

void note_read(const void* place) { explorer->memory().read(explorer->running(), place); }
void note_write(const void* place) { explorer->memory().write(explorer->running(), place); }
void expect(bool truth, const char* otherwise) {
  if (!truth) explorer->memory().fail(otherwise);
}

namespace detail {

std::size_t new_location(std::uint64_t value) { return explorer->memory().new_location(value); }

std::uint64_t load(std::size_t location, std::memory_order order, const std::source_location& at) {
  explorer->access({location, false});
  return explorer->memory().load(explorer->running(), location, explorer->order_at(at, order));
}

void store(std::size_t location, std::uint64_t value, std::memory_order order, const std::source_location& at) {
  explorer->access({location, true});
  explorer->memory().store(explorer->running(), location, value, explorer->order_at(at, order));
}

std::uint64_t exchange(std::size_t location, std::uint64_t value, std::memory_order order,
                       const std::source_location& at) {
  explorer->access({location, true});
  return explorer->memory().exchange(explorer->running(), location, value, explorer->order_at(at, order));
}

}  // namespace detail

}  // namespace tauforge::tests::memory_model
