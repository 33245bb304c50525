// Logs of a chapter, one at a time: the reader chooses which.

import { timeOf, type Chapter, type RobotScene, type Table } from "./data";
import { element } from "./element";
import { drivesOf, quantityPlots, residualPlots, trackingPlots } from "./motion_plots";

export type ShowMotion = (table: Table, robot: number | null) => void;

function isResidual(table: Table): boolean {
  return table.columns.some(({ name }) => /^predicted/.test(name));
}

function plots(table: Table, robot: RobotScene | null, use: () => void): HTMLElement[] {
  const drives = drivesOf(table, robot);
  const tracking = trackingPlots(table, drives, use);
  if (isResidual(table)) return [residualPlots(table, drives, use), ...quantityPlots(table, drives, use, ["Torques"])];
  const [first, ...rest] = quantityPlots(table, drives, use);
  return [
    ...(tracking ? [element("h3", {}, "Tracking errors"), tracking] : []),
    ...(first ? [first, ...rest] : []),
  ];
}

// Several logs become a choice, one is shown as it is; nothing where there is none.
export function recordings(chapter: Chapter, robots: RobotScene[], show: ShowMotion): HTMLElement[] {
  const tables = chapter.tables.filter((table) => timeOf(table) && table.rows > 1);
  if (!tables.length) return [];
  const robot = chapter.robot === null ? null : robots[chapter.robot];
  const place = element("div", {});
  const choose = (table: Table) => {
    const use = () => show(table, chapter.robot);
    place.replaceChildren(...plots(table, robot, use));
    use();
  };
  const select = element("select", { "aria-label": "log" }, ...tables.map((table, k) => element("option", { value: k }, table.name)));
  select.addEventListener("change", () => choose(tables[Number(select.value)]));
  choose(tables[0]);
  return [
    element("div", { class: "tools" }, element("label", {}, "Log\u2002", tables.length > 1 ? select : element("b", {}, tables[0].name)),
      element("span", { class: "quiet" }, `${tables.length > 1 ? `${tables.length} logs; ` : ""}the pointer moves the time, here and of the robot; drag to zoom`)),
    place,
  ];
}
