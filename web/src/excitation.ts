// tauforge excite: how well a motion tells parameters apart, and how much of its limits each joint uses.

import { bars } from "./bars";
import type { Json } from "./data";
import { shown } from "./number";
import { facts, verdict } from "./verdict";

export function excitation(result: Json): HTMLElement[] {
  const joints: Json[] = result.joints ?? [];
  const of = (key: string) => (j: Json) => (j[key] === null || j[key] === undefined ? null : 100 * j[key]);
  return [
    result.within_limits
      ? verdict("good", `The motion stays within every limit and tells ${result.visible} parameters apart`, "Neither the robot's own links nor its surroundings were looked at: try it slowly first.")
      : verdict("bad", "The motion does not stay within every limit"),
    facts([shown(result.condition, 3), "condition of the regressor"], [shown(result.random_condition, 3), "of random motions, median"],
      [`${shown(result.duration, 3)} s`, "duration"], result.limited_by ? [String(result.limited_by), "limits it"] : null),
    bars("Share of its limits that each joint uses", "%", ["position", "velocity", "acceleration", "torque"],
      joints.map((j) => ({ label: j.name, values: ["position_share", "velocity_share", "acceleration_share", "torque_share"].map((key) => of(key)(j)) }))),
  ];
}
