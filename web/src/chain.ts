// examples/paper000/run: the chain over many seeds, as figures 6 to 9 of the paper have it: errors slow and fast, with and
// without gravity at the measured position.

import { axisRow, type Spread } from "./spreads";
import type { Json } from "./data";
import { median, percent, shown } from "./number";
import { facts, verdict } from "./verdict";

export function chain(result: Json): HTMLElement[] {
  const rows: Json[] = result.rows ?? [];
  const fast = rows.flatMap((r) => r.fast);
  const gains = rows.flatMap((r) => r.gain ?? []);
  const below = fast.filter((e: number) => e < 10).length / Math.max(1, fast.length);
  const spreads = (key: string): Spread[] => rows.map((r) => ({ label: `${r.experiment}${r.experiment === "together" ? `, joint ${r.joint}` : ""}`, values: r[key] }));
  return [
    verdict(below === 1 ? "good" : "note", `Fast moves of 90\u00b0 stay within ${shown(Math.max(...fast), 2)} % of the move, in all ${result.seeds} seeds of noise`,
      `Paper of 1992: below 10 %. Gravity at the measured position makes slow moves ${shown(median(gains), 2)} times better (median).`),
    facts([String(result.seeds), "seeds of noise and moves"], [percent(100 * below), "of the fast moves below 10 %"],
      [`${shown(median(result.kept), 3)}`, "parameters kept, median; the paper: 23"], [`${shown(median(gains), 2)}\u00d7`, "less error with measured gravity"]),
    axisRow("Largest error of a move of 90\u00b0, open loop and with measured gravity", "% of the move", [
      { name: "slow, open loop (figure 6)", spreads: spreads("slow") },
      { name: "180\u00b0/s, open loop (figure 7)", spreads: spreads("fast") },
      { name: "slow, gravity at the measured position (figures 8, 9)", spreads: spreads("slow_gravity") },
    ], "A dot per seed, the bar at the median. Open loop an arm is a double integrator: errors grow with the square of time, so slow moves err more."),
  ];
}
