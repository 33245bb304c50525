// What it saves to leave terms out of a model whose elements share brackets: counted on the recorded program, without
// recording it again.
//
// A node all of whose terms are left out is zero; a product with zero is zero, a sum with zero is the other one and costs
// nothing; what nothing needs any longer costs nothing.
#pragma once

#include <functional>

#include "tauforge/explicit_model/record.h"

namespace tauforge::explicit_model {

class Savings {
 public:
  using Place = BracketWriter::Place;
  using Group = std::vector<std::size_t>;  // of terms

  // `number` gives a term for every place, from 0 up to `terms`.
  Savings(const ExplicitModel& model, const std::vector<Element>& complete,
          const std::function<std::size_t(const Place&)>& number, std::size_t terms);

  // Terms that stand behind one node each, in all elements that share it.
  const std::vector<Group>& groups() const { return groups_; }

  int operations() const { return operations_; }  // now
  int saved_by(const Group& terms);               // if these went as well; negative never
  void leave_out(const Group& terms);

 private:
  int counted();
  void take(const Group& terms, int sign);

  Program program_;
  std::vector<Group> groups_, nodes_of_;  // by term: the nodes that stand for it, among others
  std::vector<int> kept_;                 // terms of a node that are still there; -1: a node that stands for no terms
  std::vector<bool> is_out_;              // terms
  std::vector<expression::NodeIndex> order_;
  std::vector<expression::NodeIndex> stands_;  // what a node is now: itself, another one, or nothing (-1)
  std::vector<bool> needed_;
  int operations_ = 0;
};

}  // namespace tauforge::explicit_model
