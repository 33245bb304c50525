// The page: a title, the chapters' verdicts first, the robots, then everything else.

import { backgroundPeriod } from "./background_period";
import { campaign } from "./campaign";
import { chain } from "./chain";
import { readData, type Chapter, type Document, type Json, type PageData, type RobotScene, type Table } from "./data";
import { button, element, section } from "./element";
import { excitation } from "./excitation";
import { faultCampaign } from "./fault_campaign";
import { counts, derivation, generation } from "./generation";
import { identification } from "./identification";
import { recordings } from "./recordings";
import { RobotModel } from "./robot_model";
import { RobotSection } from "./robot_section";
import { simulation } from "./simulation";
import { startTheme, toggleTheme } from "./theme";
import { tradeOff } from "./trade_off";

const kinds: Record<string, [string, (value: Json, robot: RobotScene | null) => (HTMLElement | null)[]]> = {
  identification: ["Identification", identification],
  recipe: ["Identification by the recipe of 1992", campaign],
  campaign: ["The campaign of 1992", campaign],
  simulation: ["Simulation", simulation],
  run: ["Run on the real clock", simulation],
  generation: ["Generated code", generation],
  counts: ["Operations", counts],
  derivation: ["Closed form", (value) => [...derivation(value), tradeOff(value)]],
  excitation: ["Exciting motion", excitation],
  fault_campaign: ["Fault campaign", faultCampaign],
  chain: ["The chain over many noises", chain],
  background_period: ["How slow may the background be?", backgroundPeriod],
};

function documentSection(document: Document, robot: RobotScene | null): HTMLElement | null {
  const kind = kinds[document.kind];
  if (!kind) return null;
  const [title, show] = kind;
  const name = document.value?.title || "";
  return section(name ? `${title}: ${name}` : title, ...show(document.value, robot));
}

function build(data: PageData): void {
  const place = document.getElementById("page")!;
  document.title = data.title;
  const robots = data.robots.map((scene, k) => new RobotSection(new RobotModel(scene, k), data.robots.length === 1 ? "The robot" : `Robot: ${scene.name}`));
  const show = (table: Table, robot: number | null) => robot !== null && robots[robot].show(table);
  const parts: HTMLElement[] = [];
  const found = (chapter: Chapter) => chapter.documents.map((d) => documentSection(d, chapter.robot === null ? null : data.robots[chapter.robot])).filter((s): s is HTMLElement => s !== null);
  const before: HTMLElement[] = [];
  for (const chapter of [...data.chapters].reverse()) {
    const sections = found(chapter);
    const logs = recordings(chapter, data.robots, show);
    const shown = [...sections, ...(logs.length ? [section(sections.length ? `${chapter.title}: logs` : `Motion: ${chapter.title}`, ...logs)] : [])];
    parts.unshift(...shown); // built from the last, so that the robot begins with the first log
  }
  // the first verdict stands above the robot
  const verdict = parts.map((part) => part.querySelector(".verdict")).find((v) => v !== null);
  if (verdict) before.push(verdict as HTMLElement);
  const all = [...robots.map((robot) => robot.element), ...parts];
  const links = all.map((part) => element("a", { href: `#${part.id}` }, part.querySelector("h2")!.textContent!));
  place.append(
    element("a", { class: "skip", href: `#${all[0]?.id ?? "page"}` }, "To the content"),
    element(
      "div",
      { class: "frame" },
      element("header", { class: "top" }, element("h1", {}, data.title), element("div", { class: "tools" }, button("Light / dark", "Change between light and dark", toggleTheme))),
      element("p", { class: "made" }, `Made by ${data.program}. This file needs no network: everything on it is drawn and computed here.`),
      ...before,
      links.length > 1 ? element("nav", { "aria-label": "Sections" }, ...links) : null,
      element("main", {}, ...all),
      element("footer", {}, "SI units; angles in degrees where they are shown. Plots: drag to zoom, shift and drag to pan, click a name to hide a series; with the keyboard + and \u2212 zoom, arrows move the time, shift and arrows pan, 0 shows all."),
    ),
  );
}

startTheme();
build(readData());
