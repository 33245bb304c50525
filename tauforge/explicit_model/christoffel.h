// Coriolis and centrifugal elements by Christoffel symbols of the first kind, each computed once.      [AKB86, eqs 4-10]
//
//   [kl,i] = 1/2 (da_ik/dq_l + da_il/dq_k - da_kl/dq_i)                                   (1)
//   b_ikl  = 2 [kl,i]  (k < l),    c_ij = [jj,i]                                          (2)
//
// Symbols vanish or equal one another up to sign for reasons that are tried in this order:
//   symmetry        a_jk = a_kj                                                           (3)
//   prior joints    da_jk/dq_l = 0 for l <= min(j, k)                                     (4)
//   last link       nothing depends on q_n: the last link is symmetric about its axis     (5)
//   parallel axes   [kl,i] = [k'l,i] for parallel axes k, k' up to l: the acceleration 2 w_k x v_l that it
//                   stands for knows only the direction of axis k; and derivatives that differ only by joints of
//                   one run are equal                                                     (6)
//   this robot      its lengths and link parameters make elements vanish or coincide      (7)
#pragma once

#include <array>
#include <vector>

#include "tauforge/explicit_model/trig_sum.h"

namespace tauforge::explicit_model {

enum class Reason { symmetry, prior_joints, last_link, parallel_axes, this_robot };
constexpr int reasons = 5;
const char* to_text(Reason reason);

// The symmetric matrix A by its upper half.
class UpperMatrix {
 public:
  explicit UpperMatrix(int n = 0) : n_(n), elements_(static_cast<std::size_t>(n * (n + 1) / 2)) {}
  int size() const { return n_; }
  TrigSum& at(int i, int j) { return elements_[index(i, j)]; }
  const TrigSum& at(int i, int j) const { return elements_[index(i, j)]; }
  std::vector<TrigSum>& elements() { return elements_; }
  const std::vector<TrigSum>& elements() const { return elements_; }

 private:
  std::size_t index(int i, int j) const {
    if (i > j) std::swap(i, j);
    return static_cast<std::size_t>(i * n_ - i * (i - 1) / 2 + (j - i));
  }
  int n_;
  std::vector<TrigSum> elements_;
};

struct SymbolIndex {  // [kl,i], k <= l, joints counted from 0
  int i = 0, k = 0, l = 0;
  friend auto operator<=>(const SymbolIndex&, const SymbolIndex&) = default;
};

// How one symbol is had from another: zero, or sign times the representative of its class.
struct SymbolUse {
  int distinct = -1;  // number of the distinct symbol; -1: zero
  int sign = 1;
};

struct Merge {
  SymbolIndex symbol;
  bool zero = false;
  SymbolIndex same_as;  // where it is not zero
  int sign = 1;
  Reason reason = Reason::symmetry;
};

struct Derivative {  // da_jk/dq_l, j <= k
  int j = 0, k = 0, l = 0;
};

struct Christoffel {
  int n = 0;
  std::vector<SymbolIndex> index;       // of the distinct symbols: the representatives
  std::vector<TrigSum> distinct;        // their values
  std::vector<Merge> merges;            // why every other symbol is not among them
  std::array<int, reasons> removed{};   // how many symbols each reason took away
  std::vector<Derivative> derivatives;  // that the distinct symbols need, each distinct up to sign

  SymbolUse use(int i, int k, int l) const;
  std::vector<SymbolUse> uses;  // by (i, k <= l)
};

Christoffel christoffel(const UpperMatrix& A, const Runs& runs);

}  // namespace tauforge::explicit_model
