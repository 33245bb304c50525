// tauforge identify: how far to trust it, what was chosen and why, parameters with intervals, errors by drive.

import { bars } from "./bars";
import { curves } from "./curve";
import type { Json } from "./data";
import { element, table } from "./element";
import { grid } from "./figure";
import { intervals, type Interval } from "./intervals";
import { count, percent, shown } from "./number";
import { facts, list, verdict } from "./verdict";

// What whoever goes on will use is the file as it reads back, so that is what counts; on fresh logs where there are any.
function written(report: Json): Json | null {
  const all: Json[] = report.written ?? [];
  return all.find((w) => String(w.file).endsWith(".reduced.toml")) ?? all[0] ?? null;
}

function headline(report: Json): HTMLElement {
  const file = written(report);
  const fresh = file?.validation_error ?? null;
  const error = fresh ?? file?.error ?? report.training?.all_percent;
  const on = fresh !== null ? "on logs it has not seen" : "on the logs it was fitted to";
  const said = report.verdict;
  if (said) {
    const doubts: string[] = (said.doubts ?? []).map((d: Json) => `${d.message}${d.hint ? ` \u2013 ${d.hint}` : ""}`);
    const noise = typeof said.noise === "number" ? ` Noise alone makes ${percent(said.noise)}` : "";
    const explained = typeof said.explained === "number" ? `${noise ? "; " : " "}${percent(said.explained, 4)} of the signal without its noise is explained.` : noise ? "." : "";
    return verdict(said.trusted ? "good" : "bad", `${said.trusted ? "To be trusted" : "Fitted, but not to be trusted"}: torques to ${percent(said.error ?? error)} ${said.fresh ? "on logs it has not seen" : "on these logs, every stretch predicted by a fit without it"}`,
      (noise + explained).trim(), doubts.length ? list(doubts) : null, next(report));
  }
  return verdict(
    error < 10 ? "good" : "bad",
    `The written model has the torques to ${percent(error)} ${on}`,
    fresh === null ? "No log was kept back to judge it by: --validate LOG says what it is worth on motions that it has not seen." : null,
    next(report),
  );
}

function next(report: Json): HTMLElement | null {
  const steps: string[] = report.verdict?.next ?? [];
  return steps.length ? element("div", {}, element("p", {}, element("b", {}, "Next")), list(steps)) : null;
}

function intervalOf(e: Json): Interval {
  const full = e.full ?? {};
  const value = full.value; // intervals are those of the full model, so its value stands in them
  const [low, high] = e.interval ?? [value - 2 * full.deviation, value + 2 * full.deviation];
  return {
    name: e.name,
    unit: e.unit ?? "",
    meaning: e.meaning ?? "",
    kept: !!e.significant,
    value,
    low: low ?? value,
    high: high ?? value,
    described: typeof e.described === "number" ? e.described : null,
  };
}

function errors(report: Json): HTMLElement {
  const drives: string[] = report.drives ?? [];
  const sets: [string, Json][] = [["logs it was fitted to", report.training]];
  for (const v of report.validation ?? []) sets.push([v.log, v.error]);
  return bars(
    "Error of the torques, by drive",
    "% of the torque, rms",
    sets.slice(0, 4).map(([name]) => name),
    drives.map((name, j) => ({ label: name, values: sets.slice(0, 4).map(([, e]) => e?.of_drive_percent?.[j] ?? null) })),
    "",
    false,
    560,
  );
}

function reduction(report: Json): HTMLElement | null {
  const steps: Json[] = (report.reduction ?? []).filter((s: Json) => s.error > 0);
  if (steps.length < 3) return null;
  return curves(
    {
      title: "How many parameters are worth keeping",
      xLabel: "columns of the model",
      yLabel: "error on left-out stretches",
      yUnit: "%",
      marks: [],
      caption: "Parameters go one by one, the least useful first; the smallest model that is close to the best is kept.",
    },
    [{ name: "error", x: steps.map((s) => s.columns), y: steps.map((s) => 100 * s.error), notes: steps.map((s) => s.left_out ? `without ${s.left_out}` : "") }],
  );
}

export function identification(report: Json): HTMLElement[] {
  const all: Interval[] = (report.estimates ?? []).map(intervalOf);
  // a description that has nothing but zeros says nothing about bodies
  if (all.every((p) => !p.described)) for (const p of all) p.described = null;
  const kept = all.filter((p) => p.kept);
  const others = all.filter((p) => !p.kept);
  const reasons: string[] = report.reasons ?? [];
  const notTold: Json[] = report.not_told ?? [];
  const file = written(report);
  return [
    headline(report),
    facts(
      [count(report.samples), `samples in ${report.logs?.length ?? "?"} logs`],
      [`${kept.length} of ${all.length}`, "parameters matter"],
      [percent(file?.error ?? report.training?.all_percent), "error of the file as it reads back"],
      report.validation?.length ? [percent(file?.validation_error ?? report.validation[0]?.error?.all_percent), "on logs it has not seen"] : null,
      report.conditioning_reduced ? [shown(report.conditioning_reduced.number, 3), `condition; ${shown(report.conditioning_full?.number, 3)} before the reduction`] : null,
    ),
    ...(reasons.length ? [element("h3", {}, "What was chosen, and why"), list(reasons)] : []),
    element("h3", {}, "Parameters"),
    intervals(`Parameters of the reduced model (${kept.length})`, kept, "Values and 95 % intervals are those of the full model; the reduced one may differ a little."),
    ...(others.length
      ? [element("details", {}, element("summary", {}, `${others.length} parameters that the reduced model does without`),
          intervals("Parameters that were left out", others, "Values and two standard deviations, by the full model."))]
      : []),
    ...(notTold.length
      ? [table(["not told by these logs", "value kept", "why"], notTold.map((n) => [n.name, shown(n.value), n.why]), "Not told by these logs, left as the robot's file has them")]
      : []),
    grid(...[errors(report), reduction(report)].filter((f): f is HTMLElement => f !== null)),
  ];
}
