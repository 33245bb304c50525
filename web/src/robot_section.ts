// A robot to look at, to move, and to watch along a log.

import { driveColumn, timeOf, type Table } from "./data";
import { button, element, section } from "./element";
import { fileName, saveCanvas } from "./saving";
import { shown } from "./number";
import { PosePanel } from "./pose_panel";
import type { Inputs, RobotModel } from "./robot_model";
import { RobotView, type Switch } from "./robot_view";
import { cursor, sampleAt } from "./time_cursor";
import { verdict } from "./verdict";

export class RobotSection {
  readonly element: HTMLElement;
  private readonly view: RobotView | null;
  private readonly panel: PosePanel;
  private table: Table | null = null;
  private following = false;
  private readonly playback: HTMLElement;
  private readonly which: HTMLElement;

  constructor(
    private readonly model: RobotModel,
    title: string,
  ) {
    let view: RobotView | null = null;
    try {
      view = new RobotView(model);
    } catch {
      view = null; // no WebGL: everything else still works
    }
    this.view = view;
    this.panel = new PosePanel(
      model,
      () => this.view?.pose(this.panel?.inputs ?? model.initial()),
      () => this.release(),
    );
    this.which = element("span", { class: "quiet" });
    this.playback = this.controls();
    this.playback.hidden = true;
    const test = model.selfTest();
    this.element = section(
      title,
      element("p", { class: "quiet" }, [model.scene.file, model.scene.source].filter(Boolean).join(" \u2013 ")),
      test.fine ? null : verdict("bad", "This browser computes something else than the templates did", "Torques on this page are not to be trusted."),
      element(
        "div",
        { class: "robot-part" },
        element("div", { class: "stage" }, view ? view.canvas : verdict("note", "This browser has no WebGL, so the robot is not drawn"), this.playback, this.switches()),
        element("div", {}, this.panel.controls),
      ),
      this.panel.results,
      element(
        "p",
        { class: "quiet self-test" },
        `Computed here, by the robot's own generated functions: equal to the templates to ${shown(test.deviation, 2)} of the largest result in ${test.states} states that this page carries and compared when it was opened.`,
      ),
    );
    cursor.listen(() => this.follow());
  }

  // Moves along a table from now on.
  show(table: Table): void {
    if (this.table === table && this.following) return;
    const times = timeOf(table);
    if (!times || !driveColumn(table, "q", this.model.scene.drives, 0)) return;
    this.table = table;
    this.following = true;
    this.playback.hidden = false;
    this.which.textContent = table.name;
    this.view?.frame(this.along(table));
    cursor.range(times[0], times[times.length - 1]);
  }

  // Some positions of a log, from its beginning to its end.
  private along(table: Table): Inputs[] {
    const { drives } = this.model.scene;
    const columns = drives.map((_, j) => driveColumn(table, "q", drives, j));
    const step = Math.max(1, Math.floor(table.rows / 60));
    const all: Inputs[] = [];
    for (let k = 0; k < table.rows; k += step) {
      const inputs = this.model.initial();
      columns.forEach((column, j) => {
        if (column && Number.isFinite(column[k])) inputs.q[j + (this.model.scene.floating ? 7 : 0)] = column[k];
      });
      all.push(inputs);
    }
    return all;
  }

  private release(): void {
    this.following = false;
    if (cursor.playing) cursor.pause();
  }

  private follow(): void {
    if (!this.table || !this.following) return;
    const times = timeOf(this.table)!;
    const k = sampleAt(times, cursor.t);
    const { drives } = this.model.scene;
    const value = (letters: string[], j: number): number | null => {
      for (const letter of letters) {
        const column = driveColumn(this.table!, letter, drives, j);
        if (column && Number.isFinite(column[k])) return column[k];
      }
      return null;
    };
    this.panel.follow(
      drives.map((_, j) => value(["qtrue", "q"], j) ?? 0),
      drives.map((_, j) => value(["qdtrue", "qd", "qdref"], j)),
      drives.map((_, j) => value(["qdd", "qddref"], j)),
    );
  }

  private controls(): HTMLElement {
    const play = button("Play", "Play or pause the motion", () => {
      this.following = true;
      cursor.toggle();
    });
    play.classList.add("main");
    const slider = element("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "time" });
    const clock = element("output", {});
    const speed = element("select", { "aria-label": "speed of the motion" }, ...[0.1, 0.25, 0.5, 1, 2, 5].map((s) => element("option", { value: s, selected: s === 1 }, `${s}\u00d7`)));
    speed.addEventListener("change", () => (cursor.speed = Number(speed.value)));
    const go = (t: number) => {
      this.following = true;
      cursor.set(t);
    };
    slider.addEventListener("input", () => go(Number(slider.value)));
    slider.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      go(cursor.t + (by * (cursor.last - cursor.first)) / 200);
    });
    cursor.listen(() => {
      play.textContent = cursor.playing ? "Pause" : "Play";
      slider.min = String(cursor.first);
      slider.max = String(cursor.last);
      slider.value = String(cursor.t);
      clock.textContent = `${cursor.t.toFixed(3)} of ${shown(cursor.last)} s`;
    });
    return element("div", { class: "playback" }, play, slider, clock, speed, this.which);
  }

  private switches(): HTMLElement {
    const all: [Switch, string][] = [["frames", "frames of the links"], ["centres", "centres of mass"], ["ellipsoids", "inertia ellipsoids"]];
    const boxes = this.view
      ? all.map(([what, text]) => {
          const box = element("input", { type: "checkbox" });
          box.addEventListener("change", () => this.view!.show(what, box.checked));
          return element("label", {}, box, text);
        })
      : [];
    const save = button("PNG", "Save this view as a picture", () => this.view && saveCanvas(fileName(this.model.scene.name, ".png"), this.model.scene.name, this.view.canvas));
    return element("div", { class: "switches" }, ...boxes, save);
  }
}
