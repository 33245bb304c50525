// tauforge generate and count: operations beside plain formulations and published figures.

import { bars, type BarRow } from "./bars";
import type { Json } from "./data";
import { element, table } from "./element";
import { count, shown } from "./number";
import { facts, verdict } from "./verdict";

const sum = (o: Json) => (o ? o.total ?? o.multiplications + o.additions : null);
const pair = (o: Json) => (o ? (o.total && o.multiplications === undefined ? `${o.total} in all` : `${o.multiplications} / ${o.additions}`) : "");

export function generation(result: Json): HTMLElement[] {
  const functions: Json[] = result.functions ?? [];
  const verified = functions.filter((f) => f.deviation !== undefined);
  const worst = Math.max(0, ...verified.map((f) => f.deviation));
  const published = functions.some((f) => f.published);
  const rows: BarRow[] = functions.map((f) => ({
    label: f.function,
    values: published ? [sum(f.published), sum(f.plain), sum(f.generated)] : [sum(f.plain), sum(f.generated)],
    notes: published ? [f.published ? `${pair(f.published)}  ${f.published.by ?? ""}` : "", pair(f.plain), pair(f.generated)] : [pair(f.plain), pair(f.generated)],
  }));
  return [
    verified.length === functions.length && functions.length
      ? verdict("good", `${functions.length} functions, compiled and equal to the templates to ${shown(worst, 2)} of the largest result`,
          `Compared at 1000 random states each before anything was written. Compiled with ${result.compiler}.`)
      : verdict("note", `${functions.length} functions, written without having been compiled`),
    bars("Operations of a call", "multiplications and additions", published ? ["published", "plain formulation on this robot", "generated"] : ["plain formulation on this robot", "generated"],
      rows, "Numbers beside the bars: multiplications / additions. Sines and cosines are counted apart."),
    table(
      ["function", "multiplications / additions", "sines + cosines", "time of a call", "deviation", "allowed"],
      functions.map((f) => [f.function, pair(f.generated), `${f.sines} + ${f.cosines}`, f.nanoseconds ? `${shown(f.nanoseconds, 3)} ns` : "", shown(f.deviation, 2), shown(f.allowed, 2)]),
      "Generated functions",
    ),
  ];
}

export function counts(result: Json): HTMLElement[] {
  return (result.robots ?? [result]).flatMap((robot: Json) => {
    const rows: Json[] = (robot.rows ?? []).filter((row: Json) => row.published?.length);
    if (!rows.length) return [];
    return [
      element("h3", {}, String(robot.robot)),
      bars(`Operations of ${robot.robot} beside published figures`, "multiplications and additions", ["published", "counted here, for this robot", "counted here, for free symbols"],
        rows.map((row) => ({
          label: `${row.function}, ${row.formulation}`,
          values: [sum(row.published[0]), sum(row.given), sum(row.free)],
          notes: [`${pair(row.published[0])}  ${row.published[0].by ?? ""}`, pair(row.given), pair(row.free)],
        })), "Multiplications / additions, by the rules of the papers."),
    ];
  });
}

export function derivation(result: Json): HTMLElement[] {
  const { full, abbreviated } = result.calculations ?? {};
  const share = result.abbreviation?.share;
  const certificate: Json[] = result.abbreviation?.certificate ?? [];
  const worst = Math.max(0, ...certificate.map((c) => c.bound / c.largest_torque));
  const parts: [string, string][] = [["whole", "whole model"], ["configuration", "terms of the configuration"], ["rates", "terms of the speeds"], ["kinetic_energy_matrix", "kinetic energy matrix"]];
  return [
    abbreviated
      ? verdict("good", `${count(sum(abbreviated.whole))} operations instead of ${count(sum(full.whole))}, torques off by at most ${shown(100 * worst, 3)} % of the largest`,
          `Abbreviated by significance at ${shown(100 * share)} %: ${result.abbreviation.dropped} of ${result.abbreviation.terms} terms went. The bound is proved for the whole range of motion.`)
      : verdict("note", `Closed form of ${result.robot}: ${count(sum(full?.whole))} operations`),
    facts([String(result.constants?.length ?? ""), "lumped constants"], [`${result.christoffel?.distinct ?? ""} of ${result.christoffel?.possible ?? ""}`, "distinct Christoffel symbols"],
      [count(sum(full?.whole) ?? 0), "operations in full"], abbreviated ? [count(sum(abbreviated.whole)), "abbreviated"] : null),
    bars("Operations of the closed form", "multiplications and additions", abbreviated ? ["in full", "abbreviated"] : ["in full"],
      parts.map(([key, label]) => ({ label, values: abbreviated ? [sum(full[key]), sum(abbreviated[key])] : [sum(full[key])], notes: abbreviated ? [pair(full[key]), pair(abbreviated[key])] : [pair(full[key])] }))),
    ...(certificate.length
      ? [bars("Torque error of the abbreviated model", "% of the largest torque of the drive", ["proved bound", "largest that was found"],
          certificate.map((c, j) => ({ label: `joint ${j + 1}`, values: [(100 * c.bound) / c.largest_torque, (100 * c.found) / c.largest_torque] })))]
      : []),
  ];
}
