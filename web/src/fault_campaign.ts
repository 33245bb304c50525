// tauforge simulate --faults: what the guard finds, how soon, and what it misses.

import { bars } from "./bars";
import type { Json } from "./data";
import { table } from "./element";
import { count, duration, shown } from "./number";
import { shares } from "./shares";
import { facts, verdict } from "./verdict";

export function faultCampaign(result: Json): HTMLElement[] {
  const kinds: Json[] = result.kinds ?? [];
  const missed = (result.missed ?? []).length;
  const alarms = result.false_alarms ?? {};
  const words = (kind: string) => kind.replaceAll("_", " ");
  const time = (s: number | null) => (s === null || s === undefined ? "\u2013" : duration(1e9 * s));
  return [
    result.passes
      ? verdict("good", `${count(result.runs)} runs, and no fault was missed`, alarms.count ? `${alarms.count} false alarms.` : "No false alarm.")
      : verdict("bad", `${missed} faults were missed and ${alarms.count ?? 0} alarms were false in ${count(result.runs)} runs`),
    facts([count(result.runs), "runs, a fault each, drawn"], [String(missed), "missed"],
      [String(alarms.count ?? 0), `false alarms in ${shown((alarms.fault_free_s ?? 0) / 60, 3)} min without faults`],
      [`< ${shown(alarms.per_hour_95, 3)}`, "false alarms per hour, at 95 %"]),
    shares("What became of each kind of fault", ["found by the guard", "missed", "harmless"],
      kinds.map((k) => ({ label: words(k.kind), counts: [k.detected, k.missed, Math.max(0, k.runs - k.detected - k.missed)] })),
      "Harmless: the arm stayed within what is tolerated without help. Numbers in the bars are runs."),
    bars("How soon faults are found", "ms after they began", ["half of them", "the last of them"],
      kinds.filter((k) => k.detection_median_s).map((k) => ({ label: words(k.kind), values: [k.detection_median_s, k.detection_largest_s].map((s) => 1000 * s) })), "", true),
    table(["fault", "runs", "found", "half after", "95 % after", "the last after", "largest excursion", "while unseen", "worst run"],
      kinds.map((k) => [words(k.kind), String(k.runs), String(k.detected), time(k.detection_median_s), time(k.detection_95_s), time(k.detection_largest_s), shown(k.largest_excursion, 3), shown(k.largest_undetected_excursion, 3), String(k.worst_run ?? "")]),
      "Kinds of faults; excursions in shares of what is tolerated"),
  ];
}
