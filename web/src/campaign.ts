// tauforge campaign, and identify --recipe 1992: parameters as the paper of 1992 found them, beside what it printed.

import type { Json } from "./data";
import { element, table } from "./element";
import { intervals, type Interval } from "./intervals";
import { percent, shown } from "./number";
import { facts, verdict } from "./verdict";

const middle = (v: Json): number => (typeof v === "number" ? v : v?.median);
const range = (v: Json): string => (typeof v === "number" ? shown(v, 3) : v ? `${shown(v.median, 3)} (${shown(v.smallest, 3)} \u2026 ${shown(v.largest, 3)})` : "");

export function campaign(result: Json): HTMLElement[] {
  const estimates: Json[] = result.estimates ?? [];
  const rows = estimates.map((e): Interval => {
    const t = e.table_2 ?? e.table_1;
    return { name: e.name, unit: e.unit, meaning: e.meaning, kept: e.significant, value: middle(t.mean), low: middle(t.smallest), high: middle(t.largest),
      described: typeof e.truth === "number" ? e.truth : t.paper?.mean ?? null };
  });
  const kept = rows.filter((r) => r.kept);
  const tables = [["table_3", "Friction beside table 3 of the paper"], ["gravity", "Gravity constants beside the paper"]] as const;
  return [
    verdict("note", `${range(result.significant)} of ${result.independent} independent parameters matter, by the recipe of 1992`, "Every log is fitted alone; what never makes 1 % of a drive's largest torque is dropped."),
    facts([String(result.parameters), "parameters of the bodies and drives"], [String(result.independent), "independent ones"], [range(result.significant), "significant ones; the paper: 23"],
      result.condition ? [shown(middle(result.condition.times_better), 3), "times better conditioned by the reduction"] : null),
    intervals(`Significant parameters (${kept.length})`, kept, "Mean, smallest and largest over the logs, each fitted alone; beside the true value of the virtual arm, or the paper's.", "true value, or the paper's"),
    ...tables.flatMap(([key, title]) => (result[key]?.length ? [table(["", "here", "paper", "Lloyd"], result[key].map((r: Json) => [r.name, range(r.value), shown(r.paper), shown(r.lloyd)]), title)] : [])),
    element("p", { class: "quiet" }, result.selection?.as_published !== undefined ? `The same parameters as the paper's in ${percent(100 * result.selection.as_published)} of the draws.` : ""),
  ];
}
