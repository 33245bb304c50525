// The campaign of the program. The reasons of its figures are in docs/fault-campaign.md.
#include "tauforge/scenario/fault_distribution.h"

namespace tauforge::scenario {

const char* usual_campaign() {
  return R"(# What may go wrong with an arm, and how often a campaign tries it: docs/fault-campaign.md
#   tauforge simulate ROBOT SCENARIO --faults THIS_FILE
# A quantity is a number, [least, greatest] (uniform), { log = [least, greatest] } (logarithmically uniform; with
# either_sign = true also below zero) or { one_of = [...] }.
schema = 1
title = "One fault per run"
step = 0.001           # s, of the integrator (rk4), where the scenario names none
afterwards = 0.5       # s that a run goes on after its motion

[vary]
motion = "random"      # from somewhere to somewhere within the limits of the joints
near_limits = 0.3      # probability of each end of each joint to lie at a limit
clearance = 0.035      # rad or m, of all ends from the limits
speed = [0.2, 0.8]     # the largest of a joint, as a share of its limit
seconds = [1.5, 3.0]   # that a motion may take
torque = 0.7           # the largest of a drive, as a share of its limit
laws = ["tracking", "integral_tracking", "pd_with_gravity", "point_to_point", "feed_forward_with_gravity", "gravity"]
payload_share = [0, 0.03]   # of the mass of the arm; payload = [0, 2] would be kg
told = true            # the model knows it

# ---- encoders
[[fault]]
kind = "sensor_freezes"
for = { log = [0.02, 10] }

[[fault]]
kind = "encoder_jumps"
position = { log = [0.002, 1], either_sign = true }   # rad or m

[[fault]]
kind = "encoder_inverted"

[[fault]]
kind = "encoder_noisy"
position = { log = [0.0005, 0.1] }
for = { log = [0.02, 10] }

[[fault]]
kind = "encoder_delayed"
by = { log = [0.002, 0.1] }

# ---- drives
[[fault]]
kind = "torque_constant"
weight = 2
factor = { one_of = [0, -1, 0.5, 1.5] }

[[fault]]
kind = "motor_hot"
for = { log = [0.01, 3] }

# ---- the arm
[[fault]]
kind = "payload"
factor = { one_of = [0, 2] }    # of what it carries: dropped, or twice as much

[[fault]]
kind = "friction"
factor = { log = [2, 20] }

[[fault]]
kind = "brake_slips"            # worn from the beginning; the emergency stop is pressed at `at`
factor = [0, 0.8]

# ---- the computer and the way to the cards
[[fault]]
kind = "clock_jumps"
by = { log = [0.002, 2], either_sign = true }

[[fault]]
kind = "packet_loss"
probability = [0.05, 1]
for = { log = [0.01, 3] }

[[fault]]
kind = "emergency_stop"

[[fault]]
kind = "background_hangs"
for = { log = [0.05, 10] }

[[fault]]
kind = "background_late"
by = { log = [0.005, 0.2] }

[[fault]]
kind = "background_nan"
for = { log = [0.05, 10] }
)";
}

}  // namespace tauforge::scenario
