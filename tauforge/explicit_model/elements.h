// The elements of A, B, C and g by name, in the order of the paper's tables: a11, b112 (multiplies qd1 qd2 in the first
// torque), c12 (multiplies qd2^2), G2. An element that equals another one up to a factor refers to it.
#pragma once

#include <string>
#include <vector>

#include "tauforge/explicit_model/explicit_model.h"

namespace tauforge::explicit_model {

enum class Table { A, B, C, g };

// Products of sines and cosines with their coefficients: what is printed in numbers, counted and computed.
using NumberSum = std::vector<std::pair<Product, double>>;

struct Element {
  Table table = Table::A;
  int i = 0, k = 0, l = 0;  // a_ik, b_ikl, c_ik, G_i; counted from 0
  std::string name;         // a11
  bool zero = true;
  TrigSum sum;         // of constants
  ProductSum written;  // the same as products of sines and cosines, for elements that stand for themselves
  NumberSum numbers;   // the same in numbers
  int same_as = -1;    // number of the element that it equals up to a factor; -1: it stands for itself
  double factor = 1;
  std::vector<int> joints;  // whose torques it is part of, itself or through others
};

// All of them, zeros too: 21 + 90 + 36 + 6 for six joints. What an element refers to comes before it.
std::vector<Element> elements(const ExplicitModel& model);

NumberSum in_numbers(const ExplicitModel& model, const ProductSum& sum);
double value(const NumberSum& sum, const std::vector<double>& q);

std::string element_name(Table table, int i, int k = -1, int l = -1);

}  // namespace tauforge::explicit_model
