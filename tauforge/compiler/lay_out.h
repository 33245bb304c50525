// The last passes of the pipeline, 8 to 12: how the programs of a function are to be written down. emit/ prints what they
// decided.
//
//                 one state          set-up     many states      around limbs   limbs          Octave
//   8  lanes      yes                yes        -                -              -              -
//   9  schedule   yes                yes        yes              yes            yes            yes
//   10 angles     yes                -          yes              yes            yes            -
//   11 zeros      yes                yes        in the loop      yes            in the loop    -
//   12 stores     yes                -          -                -              -              -
#pragma once

#include <functional>

#include "tauforge/compiler/pass_list.h"
#include "tauforge/emit/c_unit.h"

namespace tauforge::compiler {

// Whoever wants to stand around a pass: it has to do the work.
using AroundPass = std::function<void(Pass, const std::function<void()>& work)>;

void lay_out(emit::UnitFunction& function, const emit::CStyle& style, const AroundPass& around = {});
void lay_out(emit::Unit& unit);  // every function of it

// None of the passes: every statement in the order of the recording.
void lay_out_as_recorded(emit::UnitFunction& function);

}  // namespace tauforge::compiler
