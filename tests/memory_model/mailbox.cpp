// The mailbox under every run of a few values: nobody sees half a value, none that is older than one seen before, and who
// has heard of a value gets it or a newer one.
#include "tauforge/executive/mailbox.h"

#include <gtest/gtest.h>

#include <memory>

#include "explorer.h"

namespace tauforge::tests::memory_model {
namespace {

constexpr int published = 3, looks = 3;

struct Model {
  Plain<int> first{0}, second{0};
};

struct Shared {
  executive::Mailbox<Model, Atomic> mailbox;
  Atomic<int> heard{0};  // the newest that was published: another way to hear of it
};

int whole(const Model& model) {
  const int value = model.first.get();
  expect(model.second.get() == value, "half a value");
  return value;
}

Program mailbox_program() {
  auto shared = std::make_shared<Shared>();
  const auto writer = [&s = *shared] {
    for (int k = 1; k <= published; ++k) {
      s.mailbox.draft().first = k;
      s.mailbox.draft().second = k;
      s.mailbox.publish();
      s.heard.store(k, std::memory_order_release);
    }
  };
  const auto reader = [&s = *shared] {
    int newest = 0;
    for (int look = 0; look < looks; ++look) {
      const int heard = s.heard.load(std::memory_order_acquire);
      const Model& model = s.mailbox.latest();
      const int value = whole(model);
      expect(value >= newest, "an older value than before");
      expect(value >= heard, "a value that was known to be there is lost");
      expect(whole(model) == value, "a value that changes while it is read");
      newest = value;
    }
  };
  return {{writer, reader}, [shared] {
            const int last = whole(shared->mailbox.latest());
            expect(last == published, "the newest value is lost");
            return std::to_string(last);
          }};
}

TEST(MailboxInEveryRun, GivesWholeValuesAndLosesNoneThatIsNewest) {
  const Exploration e = explore(mailbox_program);
  EXPECT_EQ(e.fault, "");
  EXPECT_GT(e.runs, 1000u);  // it did explore
  RecordProperty("runs", std::to_string(e.runs));
}

TEST(MailboxInEveryRun, NeedsEachOfItsMemoryOrders) {
  const Weakened w = weaken_each(mailbox_program, "executive/mailbox.h");
  EXPECT_EQ(w.tried, 6u);  // two exchanges that acquire and release
  EXPECT_EQ(w.unnoticed, std::vector<std::string>{});
}

}  // namespace
}  // namespace tauforge::tests::memory_model
