// tauforge simulate and run: whether the arm went where it should, what happened on the way, and how time was kept.

import { bars } from "./bars";
import type { Json, RobotScene } from "./data";
import { element, table } from "./element";
import { grid } from "./figure";
import { histogram, type Bin } from "./histogram";
import { count, duration, percent, shown } from "./number";
import { facts, list, verdict } from "./verdict";

const degrees = 180 / Math.PI;

function headline(result: Json): HTMLElement {
  const events = (result.events ?? []).slice(0, 6).map((e: Json) => `${shown(e.time_s)} s: ${e.what}`);
  if (result.stopped) return verdict("bad", `Stopped after ${shown(result.stopped.time_s)} s`, result.stopped.why, list(events));
  if (result.diverged_at_s) return verdict("bad", `The arm was lost after ${shown(result.diverged_at_s)} s`, list(events));
  const overruns = overrunCount(result.timing?.overruns);
  const what = `${count(result.samples)} samples in ${shown(result.duration_s)} s, one every ${duration(1e9 * result.period_s)}`;
  if (overruns > 0)
    return verdict("note", `It went to its end, with ${count(overruns)} late ${overruns === 1 ? "step" : "steps"}`, what, events.length ? list(events) : null);
  return verdict("good", "It went to its end, and every step was in time", what, events.length ? list(events) : null);
}

function overrunCount(overruns: Json): number {
  return ["computation", "scheduling", "page_fault", "virtual_arm"].reduce((sum, cause) => sum + (overruns?.[cause] ?? 0), 0);
}

function drives(result: Json, robot: RobotScene | null): HTMLElement {
  const rows: Json[] = result.drives ?? [];
  const slides = (name: string) => !!robot?.drives.find((drive) => drive.name === name)?.slides;
  const way = (d: Json, value: number, digits = 3) => (slides(d.name) ? `${shown(1000 * value, digits)}\u00a0mm` : `${shown(value * degrees, digits)}\u00b0`);
  const effort = (d: Json, value: number) => `${shown(value)}\u00a0${slides(d.name) ? "N" : "N\u00a0m"}`;
  return table(
    ["drive", "range", "largest error", "rms error", "at the end", "largest torque", "rms torque"],
    rows.map((d) => [
      d.name,
      way(d, d.range, 4),
      way(d, d.largest_error),
      way(d, d.rms_error),
      way(d, d.final_error),
      effort(d, d.largest_torque),
      effort(d, d.rms_torque),
    ]),
    "Tracking, drive by drive",
  );
}

const causes: [string, string][] = [
  ["computation", "the step itself computed for too long"],
  ["scheduling", "something else had the processor"],
  ["page_fault", "memory was not there"],
  ["virtual_arm", "computing the virtual arm"],
];

export function timing(t: Json): HTMLElement[] {
  const names: [string, string][] = [["latency", "Wake-up latency"], ["computation", "Computation of a step"], ["jitter", "Jitter of the period"], ["model_age", "Age of the model"]];
  const drawn = names.flatMap(([key, title]) => {
    const h = t.timing_ns?.[key];
    const bins: Bin[] = (h?.bins ?? []).map(([first, last, n]: number[]) => ({ from: first, to: last + 1, count: n }));
    if (!bins.length || h.largest <= 0) return [];
    return [histogram(title, bins, [{ at: h.p99, label: "99 %" }, { at: Math.max(1, h.largest), label: "largest" }],
      `Half are below ${duration(h.p50)}, 99.9 % below ${duration(h["p99.9"])}; the largest is ${duration(h.largest)}.`)];
  });
  const overruns = overrunCount(t.overruns);
  const late = overruns > 0
    ? bars("Causes of late steps", "steps", ["late"], causes.map(([key, label]) => ({ label, values: [t.overruns?.[key] ?? 0] })), `${count(t.overruns?.lost_releases ?? 0)} releases were lost while late steps ran.`, false, 560)
    : null;
  return [
    element("h3", {}, "How time was kept"),
    facts(
      [count(t.steps ?? 0), `steps, one every ${duration(t.period_ns)}`],
      [count(overruns), overruns === 1 ? "late step" : "late steps"],
      t.timing_ns?.latency ? [duration(t.timing_ns.latency.largest), "largest wake-up latency"] : null,
      t.timing_ns?.computation ? [duration(t.timing_ns.computation.largest), "longest computation"] : null,
      [percent((100 * (t.actions?.full ?? 0)) / Math.max(1, t.steps)), "of the steps with the full law"],
    ),
    grid(...drawn, ...(late ? [late] : [])),
    ...(t.granted?.some((g: Json) => !g.granted)
      ? [element("h3", {}, "What the machine refused"), list(t.granted.filter((g: Json) => !g.granted).map((g: Json) => `${g.wish}: ${g.because}. ${g.way_out}`))]
      : []),
  ];
}

export function simulation(result: Json, robot: RobotScene | null): HTMLElement[] {
  const real = result.timing?.granted;
  return [headline(result), drives(result, robot), ...(real ? timing(result.timing) : [])];
}
