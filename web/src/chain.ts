// examples/paper000/run: the chain over many seeds, as figures 6 to 9 of the paper have it: errors slow and fast, with and
// without gravity at the measured position. Figures 6 and 8 have joints alone, 7 and 9 have them together.

import type { Json } from "./data";
import { median, percent, shown } from "./number";
import { spreads, type Spread } from "./spreads";
import { facts, verdict } from "./verdict";

const kinds: [string, string][] = [
  ["slow", "slow, open loop"],
  ["fast", "180\u00b0/s, open loop"],
  ["slow_gravity", "slow, gravity at the measured position"],
  ["fast_gravity", "180\u00b0/s, gravity at the measured position"],
];

export function chain(result: Json): HTMLElement[] {
  const rows: Json[] = result.rows ?? [];
  const fast = rows.flatMap((r) => r.fast);
  const gains = rows.flatMap((r) => r.gain ?? []);
  const below = fast.filter((e: number) => e < 10).length / Math.max(1, fast.length);
  const doubtful: number[] = result.doubtful ?? [];
  const present = kinds.filter(([key]) => rows.every((r) => r[key]));
  const drawn = (title: string, of: Json[], label: (r: Json) => string, figures: [number, number], caption: string): HTMLElement =>
    spreads(title, "% of the move", present.map(([key, name]) => ({ name: `${name} (figure ${figures[key.endsWith("gravity") ? 1 : 0]})`, spreads: of.map((r): Spread => ({ label: label(r), values: r[key] })) })), caption);
  const alone = rows.filter((r) => r.experiment !== "together");
  const together = rows.filter((r) => r.experiment === "together");
  return [
    verdict(below === 1 && !doubtful.length ? "good" : "note", `Fast moves of 90\u00b0, open loop: at most ${shown(Math.max(...fast), 2)} % of the move in ${result.seeds} seeds of noise`,
      `Paper of 1992: below 10 %. Gravity at the measured position makes slow moves ${shown(median(gains), 2)} times better (median of ${gains.length} moves).`,
      doubtful.length ? `In ${doubtful.length} of ${result.seeds} seeds the fit was not to be trusted (${doubtful.join(", ")}); they count like all others.` : null),
    facts([String(result.seeds), "seeds of noise and moves"], [percent(100 * below), "of the fast moves below 10 %"],
      [`${shown(median(result.kept), 3)}`, "parameters kept, median; the paper: 23"], [`${shown(median(gains), 2)}\u00d7`, "less error with measured gravity"],
      [`${doubtful.length} of ${result.seeds}`, "fits that were not to be trusted"]),
    drawn("Joints alone: largest error of a move of 90\u00b0", alone, (r) => `joint ${r.joint}`, [6, 8],
      "A dot per seed, the bar at the median. Open loop an arm is a double integrator: errors grow with the square of time, so slow moves err more."),
    drawn("Joints together: largest error of a move of 90\u00b0", together, (r) => `joint ${r.joint}`, [7, 9],
      "More than 100 %: where gravity pulls the arm further from its way, it falls over."),
  ];
}
