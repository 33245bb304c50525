// The page: a title, the chapters' verdicts first, the robots, then everything else.

import { backgroundPeriod } from "./background_period";
import { campaign } from "./campaign";
import { chain } from "./chain";
import { readData, type Document, type Json, type PageData, type RobotScene, type Table } from "./data";
import { button, element, section } from "./element";
import { excitation } from "./excitation";
import { faultCampaign } from "./fault_campaign";
import { counts, derivation, generation } from "./generation";
import { identification } from "./identification";
import { overlayOf } from "./overlay";
import { recordings } from "./recordings";
import { RobotModel } from "./robot_model";
import { RobotSection } from "./robot_section";
import { simulation } from "./simulation";
import { story } from "./story";
import { startTheme, toggleTheme } from "./theme";
import { tradeOff } from "./trade_off";
import { twoRateLoss } from "./two_rate_loss";
import { verdict } from "./verdict";

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
  story: ["What was done", story],
  two_rate_loss: ["What two rates lose", twoRateLoss],
  background_period: ["How slow may the background be?", backgroundPeriod],
};

function documentSection(document: Document, robot: RobotScene | null): HTMLElement | null {
  const kind = kinds[document.kind];
  if (!kind) return null;
  const [title, show] = kind;
  const name = document.value?.title || (document.kind === "fault_campaign" && robot ? robot.name : "");
  return section(name ? `${title}: ${name}` : title, ...show(document.value, robot));
}

// Links stay short: a long title is that of the section itself.
function link(part: HTMLElement): HTMLElement {
  const title = part.querySelector("h2")!.textContent!;
  const short = title.length > 28 ? `${title.slice(0, 27).trimEnd()}\u2026` : title;
  return element("a", { href: `#${part.id}`, title: short === title ? undefined : title }, short);
}

// What is jumped to stands below the links, however many lines they take.
function keepRoomFor(nav: HTMLElement): void {
  const room = () => {
    const sticks = getComputedStyle(nav).position === "sticky";
    document.documentElement.style.setProperty("--links", `${sticks ? nav.offsetHeight : 0}px`);
  };
  new ResizeObserver(room).observe(nav);
  addEventListener("resize", room);
}

// Above all: that of the story or the only verdict itself; of several, what each says.
function inShort(parts: HTMLElement[], told: boolean): HTMLElement | null {
  const found = parts.flatMap((part) => {
    const made = part.querySelector<HTMLElement>(".verdict");
    return made ? [{ part, made }] : [];
  });
  if (!found.length) return null;
  if (told || found.length === 1) return found[0].made;
  const lines = found.map(({ part, made }) => element("li", {}, element("a", { href: `#${part.id}` }, part.querySelector("h2")!.textContent!), `: ${made.querySelector("strong")!.textContent!.trim()}`));
  const bad = found.some(({ made }) => made.classList.contains("bad"));
  return verdict(bad ? "bad" : "note", "In short", element("ul", { class: "plain" }, ...lines));
}

function build(data: PageData): void {
  const place = document.getElementById("page")!;
  document.title = data.title;
  const robots = data.robots.map((scene, k) => new RobotSection(new RobotModel(scene, k), data.robots.length === 1 ? "The robot" : `Robot: ${scene.name}`));
  const show = (table: Table, robot: number | null) => robot !== null && robots[robot].show(table);
  const parts: HTMLElement[] = [];
  const first: HTMLElement[] = []; // the story, before the robot
  for (const chapter of [...data.chapters].reverse()) {
    const robot = chapter.robot === null ? null : data.robots[chapter.robot];
    const sections = chapter.documents.flatMap((d) => {
      const made = documentSection(d, robot);
      if (made && d.kind === "story") first.unshift(made);
      return made && d.kind !== "story" ? [made] : [];
    });
    const logs = recordings(chapter, data.robots, show);
    const title = overlayOf(chapter)?.title ?? `Logs: ${chapter.title}`;
    parts.unshift(...sections, ...(logs.length ? [section(title, ...logs)] : [])); // from the last: the robot begins with the first log
  }
  const above = inShort([...first, ...parts], first.length > 0);
  const all = [...first, ...robots.map((robot) => robot.element), ...parts];
  const nav = all.length > 1 ? element("nav", { "aria-label": "Sections" }, ...all.map(link)) : null;
  place.append(
    element("a", { class: "skip", href: `#${all[0]?.id ?? "page"}` }, "To the content"),
    element(
      "div",
      { class: "frame" },
      element("header", { class: "top" }, element("h1", {}, data.title), element("div", { class: "tools" }, button("Light / dark", "Change between light and dark", toggleTheme))),
      element("p", { class: "made" }, `Made by ${data.program}. This file needs no network: everything on it is drawn and computed here.`),
      above,
      nav,
      element("main", {}, ...all),
      element("footer", {}, "SI units; angles in degrees where they are shown. Plots: drag to zoom, shift and drag to pan, click a name to hide a series; with the keyboard + and \u2212 zoom, arrows move the time or go from value to value, shift and arrows pan, 0 shows all."),
    ),
  );
  if (nav) keepRoomFor(nav);
}

startTheme();
build(readData());
