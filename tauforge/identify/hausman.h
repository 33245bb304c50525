// Whether least squares is biased by noise in its regressors: Hausman's test, which asks if least squares and instrumental
// variables (instruments.h) differ by more than chance.                                                    [Hau78]
//
//   e = tau - W x_iv                     residuals of the estimate that is right either way
//   g = W' e = sum_b g_b                 W' W (x_ls - x_iv): zero on the mean where least squares is right        (1)
//   g_b = W_b' e_b - W'W (What' What)^-1 What_b' e_b         of B short blocks, x_iv's own error in it            (2)
//   T^2 = g' S^-1 g,   S = B / (B - 1) sum_b (g_b - g/B) (g_b - g/B)'                                             (3)
//   F = T^2 (B - r) / ((B - 1) r)        of Fisher's distribution with r and B - r degrees of freedom             (4)
//
// By the blocks' own spread S holds for residuals that are alike from sample to sample, where textbook's V_iv - V_ls is far too
// small. r: columns that the instruments do not reproduce exactly. B is three times the columns.
//
// The loop has to be simulated, so logs of more than two minutes in all are tested by twelve parts of ten seconds from all along.
// Rows are made twice, once for x_iv and (1) of instruments.h and once for (2), since factors of so many blocks are large.
//
// A model that is wrong in another way, friction of another form above all, makes W and e correlate, too, and is rejected alike.
#pragma once

#include "tauforge/identify/identify.h"

namespace tauforge::identify {

// `logs` are those of `found`, whose full model is tested; the loop is simulated with `robot`, as found. Progress is told often.
HausmanTest hausman_test(const robot::Robot& prior, const std::vector<recording::Recording>& logs,
                         const Settings& settings, const Identification& found, const robot::Robot& robot,
                         const Progress& progress = {});

}  // namespace tauforge::identify
