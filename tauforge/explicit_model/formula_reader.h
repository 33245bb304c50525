// Printed formulas, read again: what print.h, document.h and the C writer put on paper, as expressions that can be computed.
//
//   sum     = [-] product { (+|-) product }
//   product = power { [* | /] power }            LaTeX multiplies without a sign
//   power   = (number | name | sin(sum) | cos(sum) | (sum)) [^ whole number]
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tauforge/expression/expr.h"

namespace tauforge::explicit_model {

using expression::Expr;

// Nothing for a name that is not known.
using Names = std::function<std::optional<Expr>(const std::string& name)>;

// Nothing where the text is no formula; `why_not` then says where. LaTeX: s_{23}, c_4^2, I_{5}, 1.2\cdot 10^{-3}.
std::optional<Expr> read_formula(const std::string& text, const Names& names, std::string& why_not);

// S23, CC4, SC5, C1m2 and q3 of printed models, as expressions of the joint positions: names as factor_name writes them.
std::optional<Expr> read_factor(const std::string& name, const std::vector<Expr>& q);

// a_{11} as a11, I_{\mathrm{m}1} as Im1, s_{23} as S23: what print.h made subscripts of.
std::string plain_formula(const std::string& latex);

}  // namespace tauforge::explicit_model
