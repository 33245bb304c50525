// examples/two_rate/run: what it costs when background tasks run more seldom.

import { curves } from "./curve";
import type { Json } from "./data";
import { grid } from "./figure";
import { shown } from "./number";
import { verdict } from "./verdict";

export function backgroundPeriod(result: Json): HTMLElement[] {
  const studies: Json[] = result.background_periods ?? [];
  const curve = (key: string) => studies.map((s) => ({ name: s.name, x: s.points.map((p: Json) => 1000 * p.period_s), y: s.points.map((p: Json) => p[key]) }));
  const paper = studies.flatMap((s) => s.points.filter((p: Json) => Math.abs(p.period_s - 0.02) < 1e-9).map((p: Json) => `${shown(p.torque_error_percent, 2)} % (${s.name})`));
  return [
    verdict("note", `At the paper's 20 ms beside 2 ms two rates lose ${[...new Set(paper)].join(" and ")} of the torques`, "Beside the same law in one pass: the largest difference of a joint over its largest torque."),
    grid(
      curves({ title: "Torque error against the period of background tasks", xLabel: "period of background tasks", xUnit: "ms", yLabel: "torque error", yUnit: "%", logX: true, logY: true }, curve("torque_error_percent")),
      curves({ title: "Tracking error against the period of background tasks", xLabel: "period of background tasks", xUnit: "ms", yLabel: "tracking error, rms", yUnit: "\u00b0", logX: true, logY: true,
        caption: studies.map((s) => `${s.name}, one pass: ${shown(s.one_pass_tracking_deg, 3)}\u00b0`).join("; ") }, curve("tracking_error_deg")),
    ),
  ];
}
