// What recording folds, and what it must leave alone because floating point would notice.
#include "tauforge/expression/graph.h"

#include <gtest/gtest.h>

#include "tauforge/expression/program.h"

namespace tauforge::tests {
namespace {

using expression::Binding;
using expression::Expr;
using expression::Operation;

class Folding : public ::testing::Test {
 protected:
  expression::Graph graph;
  Expr x = Expr::input(graph, "x", Binding::slow), y = Expr::input(graph, "y", Binding::fast),
       z = Expr::input(graph, "z", Binding::setup);
  Operation op(const Expr& e) const { return graph.node(e.node()).op; }
};

#define EXPECT_LITERAL(expression, number) \
  {                                        \
    const Expr e = (expression);           \
    EXPECT_TRUE(e.is_literal());           \
    EXPECT_EQ(e.literal(), number);        \
  }
#define EXPECT_SAME(left, right) EXPECT_EQ((left).node(), (right).node())

TEST_F(Folding, ZeroAndOneDisappear) {
  EXPECT_LITERAL(x * Expr(0.0), 0.0);
  EXPECT_LITERAL(Expr(0.0) * x, 0.0);
  EXPECT_LITERAL(Expr(0.0) / x, 0.0);
  EXPECT_LITERAL(x - x, 0.0);
  EXPECT_SAME(x * Expr(1.0), x);
  EXPECT_SAME(Expr(1.0) * x, x);
  EXPECT_SAME(x / Expr(1.0), x);
  EXPECT_SAME(x + Expr(0.0), x);
  EXPECT_SAME(Expr(0.0) + x, x);
  EXPECT_SAME(x - Expr(0.0), x);
  EXPECT_SAME(Expr(0.0) - x, -x);
  EXPECT_SAME(x * Expr(-1.0), -x);
  EXPECT_SAME(x / Expr(-1.0), -x);
}

TEST_F(Folding, LiteralsAreComputedAtOnce) {
  EXPECT_LITERAL(Expr(2.0) * Expr(3.0) + Expr(1.0), 7.0);
  EXPECT_LITERAL(cos(Expr(0.0)), 1.0);
  EXPECT_LITERAL(sqrt(Expr(9.0)), 3.0);
  EXPECT_LITERAL(sign(Expr(-2.0)), -1.0);
}

TEST_F(Folding, SignsMoveOutwards) {
  EXPECT_SAME(-(-x), x);
  EXPECT_SAME((-x) * y, -(x * y));
  EXPECT_SAME((-x) * (-y), x * y);
  EXPECT_SAME(x * Expr(-3.0), -(x * Expr(3.0)));
  EXPECT_SAME((-x) / y, -(x / y));
  EXPECT_SAME(x + (-y), x - y);
  EXPECT_SAME((-x) + y, y - x);
  EXPECT_SAME(x - (-y), x + y);
  EXPECT_SAME((-x) - y, -(x + y));
  EXPECT_SAME(sin(-x), -sin(x));
  EXPECT_SAME(tanh(-x), -tanh(x));
  EXPECT_SAME(sign(-x), -sign(x));
  EXPECT_SAME(cos(-x), cos(x));
}

TEST_F(Folding, ADifferenceAndItsOppositeAreOneSubtraction) {
  const Expr difference = x - y, opposite = y - x;
  EXPECT_EQ(op(difference), Operation::subtract);
  EXPECT_EQ(op(opposite), Operation::negate);
  EXPECT_SAME(-opposite, difference);
}

TEST_F(Folding, SumsAndProductsCommute) {
  EXPECT_SAME(x * y, y * x);
  EXPECT_SAME(x + y, y + x);
  EXPECT_NE((x / y).node(), (y / x).node());
}

// Each of these would change the last digit for some values.
TEST_F(Folding, WhatRoundsDifferentlyIsLeftAlone) {
  EXPECT_NE(((x + y) + z).node(), (x + (y + z)).node());
  EXPECT_NE(((x * y) * z).node(), (x * (y * z)).node());
  EXPECT_NE((x * (y + z)).node(), (x * y + x * z).node());
  EXPECT_NE(((x + y) - y).node(), x.node());
  EXPECT_NE(((x / y) * y).node(), x.node());
  EXPECT_NE((x / Expr(3.0)).node(), (x * Expr(1.0 / 3.0)).node());
  EXPECT_EQ(op(x / x), Operation::divide) << "0/0 is no 1";
  EXPECT_NE(exp(-x).node(), (Expr(1.0) / exp(x)).node());
}

TEST_F(Folding, EqualOperationsAreOneNode) {
  const auto before = (sin(x) * y).node();
  const auto size = graph.size();
  EXPECT_EQ((sin(x) * y).node(), before);
  EXPECT_EQ(graph.size(), size);
}

TEST_F(Folding, TheLatestBindingOfTheArgumentsWins) {
  EXPECT_EQ(graph.binding((z * z).node()), Binding::setup);
  EXPECT_EQ(graph.binding((z * x).node()), Binding::slow);
  EXPECT_EQ(graph.binding((x * y).node()), Binding::fast);
}

TEST_F(Folding, TheFirstNameOfANodeStays) {
  const Expr product = x * y;
  named(product, "w", 3, "x");
  named(product, "v", 1, "y");
  EXPECT_EQ(graph.name_of(product.node()), "w3_x");
  named(x, "w", 1, "x");
  EXPECT_EQ(graph.name_of(x.node()), "") << "an input keeps its own name";
}

}  // namespace
}  // namespace tauforge::tests
