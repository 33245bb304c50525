// A program as sums of signed terms and products of factors, any number of each: the form in which common factors and
// common pairs can be seen. Everything that is neither sum nor product is a leaf.
#pragma once

#include <map>
#include <random>
#include <set>
#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::passes {

class TermForest {
 public:
  explicit TermForest(const expression::Program& program);

  // The best single rewriting, chosen by `random` among equals; false when nothing is left to gain.
  bool improve(std::mt19937& random);
  // Undoes one sharing or factoring, chosen by `random`: improving again may find another, better one.
  void perturb(std::mt19937& random);
  int cost() const;  // multiplications and additions
  expression::Program program(const expression::Program& original) const;

 private:
  using Id = int;
  struct Term {
    int sign;
    Id id;
    friend bool operator==(const Term&, const Term&) = default;
    friend auto operator<=>(const Term&, const Term&) = default;
  };
  struct Candidate {
    enum class Kind { factor, sum_pair, product_pair } kind;
    int gain;
    Id where;          // factor: the sum
    Id a, b;           // factor: the factor; pairs: the two members
    int relative = 1;  // sum_pair: sign of b relative to a
  };

  static constexpr double rounding = 1e-14;  // of a constant computed in two ways, relative to what it is made of

  Id constant(double value);
  bool is_constant(Id id) const { return constants_.count(id) > 0; }
  std::map<Id, int> uses() const;
  void flatten();
  void merge_constants();
  void cancel_terms();
  void double_by_adding();
  void perturb_sum(Id sum, std::mt19937& random);
  void perturb_product(Id product);
  void distribute(Id sum, std::size_t term);
  void merge_constant_terms();
  bool sink_a_constant();
  void sink_constants();
  void drop_unused();
  void share_equals();
  void replace(Id old, Term by);  // `old` everywhere by a signed other
  void dissolve_single_terms();   // a sum of one term is that term
  std::vector<Candidate> candidates() const;
  void take(const Candidate& candidate);
  void factor_out(Id sum, Id factor);
  void share_pair_in_sums(Id a, Id b, int relative);
  void share_pair_in_products(Id a, Id b);

  std::map<Id, std::vector<Term>> sums_;
  std::map<Id, std::vector<Id>> products_;
  std::map<Id, double> constants_;
  std::map<Id, expression::NodeIndex> leaves_;  // node of the original program
  std::vector<std::vector<Term>> outputs_;      // per output, its elements
  std::set<Id> negated_;                        // products that stand for the negative of their node
  Id next_ = 0;
};

}  // namespace tauforge::passes
