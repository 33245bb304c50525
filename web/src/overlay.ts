// Several logs in one plot: what a document beside them says belongs together.
//   { "overlays": [{ "heading", "caption", "plots": [{ "title", "of", "drive", "series": [{ "name", "log" }] }] }] }
// of: "tracking_error" or "torque"; drive: from 1; log: the name of a table of the same chapter.

import { driveColumn, timeOf, type Chapter, type Json, type RobotScene, type Table } from "./data";
import { element } from "./element";
import { grid } from "./figure";
import { drivesOf, timePlot, trackingError } from "./motion_plots";
import type { Series } from "./time_plot";

export function overlayOf(chapter: Chapter): Json | null {
  return chapter.documents.find((d) => d.kind === "overlay")?.value ?? null;
}

function plotOf(plot: Json, tables: Table[], robot: RobotScene | null, show: (table: Table) => void): HTMLElement[] {
  const j = plot.drive - 1;
  const found = (plot.series ?? []).flatMap((s: Json) => {
    const table = tables.find((t) => t.name === s.log);
    if (!table || !timeOf(table)) return [];
    const drives = drivesOf(table, robot);
    const values = plot.of === "torque" ? driveColumn(table, "tau", drives, j) : trackingError(table, drives, j);
    return values ? [{ name: String(s.name), table, values, slides: !!drives[j]?.slides }] : [];
  });
  if (!found.length) return [];
  const rows = Math.min(...found.map((f: Json) => f.values.length));
  const { slides, table } = found[0];
  const unit = plot.of === "torque" ? (slides ? "N" : "N m") : slides ? "mm" : "\u00b0";
  const series: Series[] = found.map((f: Json, k: number) => ({ name: f.name, values: f.values.subarray(0, rows), dashed: k > 0 }));
  return [timePlot({ title: plot.title, times: timeOf(table)!.subarray(0, rows), quantity: plot.of === "torque" ? "torque" : "error", unit, series, use: () => show(table) })];
}

export function overlays(document: Json, tables: Table[], robot: RobotScene | null, show: (table: Table) => void): HTMLElement[] {
  return (document.overlays ?? []).flatMap((part: Json) => {
    const plots = (part.plots ?? []).flatMap((plot: Json) => plotOf(plot, tables, robot, show));
    if (!plots.length) return [];
    return [element("h3", {}, String(part.heading)), ...(part.caption ? [element("p", {}, String(part.caption))] : []), grid(...plots)];
  });
}
