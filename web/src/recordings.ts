// Logs of a chapter: together in one plot where a document says so, else one at a time, as the reader chooses.

import { timeOf, type Chapter, type RobotScene, type Table } from "./data";
import { element } from "./element";
import { drivesOf, quantityPlots, residualPlots, trackingPlots } from "./motion_plots";
import { overlayOf, overlays } from "./overlay";

export type ShowMotion = (table: Table, robot: number | null) => void;

function isResidual(table: Table): boolean {
  return table.columns.some(({ name }) => /^predicted/.test(name));
}

function plots(table: Table, robot: RobotScene | null, cutoff: number | null, use: () => void): HTMLElement[] {
  const drives = drivesOf(table, robot);
  if (isResidual(table)) return [...residualPlots(table, drives, cutoff, use), ...quantityPlots(table, drives, use, ["Torques"], "as measured, filtered")];
  const tracking = trackingPlots(table, drives, use);
  return [...(tracking ? [element("h3", {}, "Tracking errors"), tracking] : []), ...quantityPlots(table, drives, use)];
}

// Several logs become a choice, one is shown as it is; nothing where there is none.
export function recordings(chapter: Chapter, robots: RobotScene[], show: ShowMotion): HTMLElement[] {
  const tables = chapter.tables.filter((table) => timeOf(table) && table.rows > 1);
  if (!tables.length) return [];
  const robot = chapter.robot === null ? null : robots[chapter.robot];
  const cutoff: number | null = chapter.documents.find((d) => d.kind === "identification")?.value?.cutoff_hz ?? null;
  const place = element("div", {});
  const choose = (table: Table) => {
    const use = () => show(table, chapter.robot);
    place.replaceChildren(...plots(table, robot, cutoff, use));
    use();
  };
  const select = element("select", { "aria-label": "log" }, ...tables.map((table, k) => element("option", { value: k }, table.name)));
  select.addEventListener("change", () => choose(tables[Number(select.value)]));
  const choice = [
    element("div", { class: "tools" }, element("label", {}, "Log\u2002", tables.length > 1 ? select : element("b", {}, tables[0].name)),
      element("span", { class: "quiet" }, `${tables.length > 1 ? `${tables.length} logs; ` : ""}the pointer moves the time, here and of the robot; drag to zoom`)),
    place,
  ];
  const overlay = overlayOf(chapter);
  if (!overlay) {
    choose(tables[0]);
    return choice;
  }
  const single = element("details", {}, element("summary", {}, `Positions, velocities and torques of each of these ${tables.length} logs`), ...choice);
  single.addEventListener("toggle", () => single.open && !place.childElementCount && choose(tables[Number(select.value)]));
  show(tables[0], chapter.robot);
  return [...overlays(overlay, tables, robot, (table) => show(table, chapter.robot)), single];
}
