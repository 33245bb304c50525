// Move the robot and watch the torques: positions, speeds, accelerations, a payload, gravity, friction.

import { button, element, table } from "./element";
import { shown } from "./number";
import type { Inputs, RobotModel } from "./robot_model";

interface Parts {
  torque: Float64Array;
  gravity: Float64Array | null;
  velocity: Float64Array | null;
  friction: Float64Array | null;
}

const degrees = 180 / Math.PI;

export class PosePanel {
  readonly controls: HTMLElement;
  readonly results: HTMLElement;
  inputs: Inputs;
  private readonly torques: HTMLElement;
  private readonly matrix: HTMLElement;
  private readonly sliders: HTMLInputElement[][] = [];
  private readonly values: HTMLElement[][] = [];
  private readonly base: number;

  constructor(
    private readonly model: RobotModel,
    private readonly changed: () => void,
    private readonly byHand: () => void,
  ) {
    this.inputs = model.initial();
    this.base = model.scene.floating ? 7 : 0;
    this.torques = element("div", { "aria-live": "off" });
    this.matrix = element("div", {});
    this.controls = element("div", { class: "controls" }, this.joints(), this.load(), this.friction());
    this.results = element("div", { class: "results" }, this.torques, this.matrix);
    this.update();
  }

  // As a recording has it; what is null stays as it is.
  follow(q: number[], qd: (number | null)[], qdd: (number | null)[]): void {
    q.forEach((value, j) => this.set(0, j, value, false));
    qd.forEach((value, j) => value !== null && this.set(1, j, value, false));
    qdd.forEach((value, j) => value !== null && this.set(2, j, value, false));
    this.update();
  }

  private list(kind: number): number[] {
    return [this.inputs.q, this.inputs.qd, this.inputs.qdd][kind];
  }
  private place(kind: number, j: number): number {
    return j + (kind === 0 ? this.base : this.model.scene.floating ? 6 : 0);
  }

  private set(kind: number, j: number, value: number, update = true): void {
    this.list(kind)[this.place(kind, j)] = value;
    const drive = this.model.scene.drives[j];
    const scale = drive.slides ? 1 : degrees;
    this.sliders[j][kind].value = String(value);
    this.values[j][kind].textContent = `${shown(value * scale, 4)} ${unitOf(drive.slides, kind)}`;
    if (update) this.update();
  }

  private joints(): HTMLElement {
    const rows = this.model.scene.drives.map((drive, j) => {
      const range = drive.slides ? 1 : Math.PI;
      const limits = [
        [drive.lower ?? -range, drive.upper ?? range],
        [-(drive.velocity ?? (drive.slides ? 1 : Math.PI)), drive.velocity ?? (drive.slides ? 1 : Math.PI)],
        [-10, 10],
      ];
      this.sliders.push([]);
      this.values.push([]);
      const cells = ["position", "speed", "acceleration"].map((word, kind) => {
        const slider = element("input", {
          type: "range",
          min: limits[kind][0],
          max: limits[kind][1],
          step: "any",
          "aria-label": `${drive.name}: ${word}`,
          "data-drive": j,
          "data-kind": kind,
        });
        const value = element("output", {});
        this.sliders[j].push(slider);
        this.values[j].push(value);
        slider.addEventListener("input", () => {
          this.byHand();
          this.set(kind, j, Number(slider.value));
        });
        slider.addEventListener("keydown", (event) => this.step(event, kind, j, limits[kind]));
        return element("div", { class: "slider" }, slider, value);
      });
      return element("div", { class: "drive" }, element("b", {}, drive.name), ...cells);
    });
    this.model.scene.drives.forEach((_, j) => {
      for (const kind of [0, 1, 2]) this.set(kind, j, this.list(kind)[this.place(kind, j)], false);
    });
    const rest = button("At rest", "Speeds and accelerations to zero", () => {
      this.byHand();
      this.model.scene.drives.forEach((_, j) => (this.set(1, j, 0, false), this.set(2, j, 0, false)));
      this.update();
    });
    return group(
      "Joints",
      true,
      element("div", { class: "drive head" }, element("span", {}, ""), ...["position", "speed", "acceleration"].map((w) => element("span", {}, w))),
      ...rows,
      element("div", { class: "tools" }, rest),
    );
  }

  // A range without steps does not answer to arrows in every browser.
  private step(event: KeyboardEvent, kind: number, j: number, [low, high]: number[]): void {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.byHand();
    const value = this.list(kind)[this.place(kind, j)] + (by * (high - low)) / 200;
    this.set(kind, j, Math.max(low, Math.min(high, value)));
  }

  private load(): HTMLElement {
    const mass = { m: 0, c: [0, 0, 0] };
    const take = () => {
      const { m, c } = mass;
      const cc = c[0] ** 2 + c[1] ** 2 + c[2] ** 2;
      this.inputs.payload = [
        m, m * c[0], m * c[1], m * c[2],
        m * (cc - c[0] ** 2), m * (cc - c[1] ** 2), m * (cc - c[2] ** 2),
        -m * c[0] * c[1], -m * c[1] * c[2], -m * c[0] * c[2],
      ];
      this.update();
    };
    const has = (word: string) => this.model.scene.run_time.includes(word);
    return group(
      "Payload and gravity",
      false,
      has("payload")
        ? element(
            "div",
            { class: "numbers" },
            number("mass [kg]", 0, (v) => ((mass.m = Math.max(0, v)), take()), 0.1, 0),
            ...["x", "y", "z"].map((axis, k) => number(`centre ${axis} [m]`, 0, (v) => ((mass.c[k] = v), take()), 0.01)),
          )
        : element("p", { class: "quiet" }, "This model leaves no place for a payload."),
      element("p", { class: "quiet" }, "A point mass on the last link, in that link's frame."),
      has("gravity")
        ? element(
            "div",
            { class: "numbers" },
            ...["x", "y", "z"].map((axis, k) =>
              number(`gravity ${axis} [m/s\u00b2]`, this.inputs.gravity[k], (v) => ((this.inputs.gravity[k] = v), this.update()), 0.1),
            ),
          )
        : element("p", { class: "quiet" }, "The parameters of this model hold for its own gravity alone."),
    );
  }

  private friction(): HTMLElement {
    if (!this.model.scene.run_time.includes("friction"))
      return group("Friction", false, element("p", { class: "quiet" }, "Friction is fixed in this model."));
    const rows = this.model.scene.drives.map((drive, j) =>
      element(
        "div",
        { class: "numbers" },
        element("b", {}, drive.name),
        ...["dry", "viscous", "offset"].map((word, k) =>
          number(`${word} [${["N m", "N m s", "N m"][k].replace("N m", drive.slides ? "N" : "N m")}]`, this.inputs.friction[3 * j + k], (v) => {
            this.inputs.friction[3 * j + k] = v;
            this.update();
          }, 0.1, k < 2 ? 0 : undefined, drive.name),
        ),
      ),
    );
    return group("Friction", false, ...rows);
  }

  private parts(): Parts {
    const of = (name: string) => (this.model.has(name) ? this.model.call(name, this.inputs) : null);
    return {
      torque: this.model.call("inverse_dynamics", this.inputs),
      gravity: of("gravity"),
      velocity: of("velocity_torque"),
      friction: of("friction"),
    };
  }

  private update(): void {
    const { drives } = this.model.scene;
    const first = this.model.scene.floating ? 6 : 0;
    const parts = this.parts();
    const largest = Math.max(1e-9, ...drives.map((_, j) => Math.abs(parts.torque[first + j])));
    this.torques.replaceChildren(
      table(
        ["drive", "torque", "", "gravity", "speed", "friction", "acceleration"],
        drives.map((drive, j) => {
          const at = first + j;
          const [g, v, f] = [parts.gravity, parts.velocity, parts.friction].map((part) => part?.[at] ?? 0);
          const rest = parts.torque[at] - g - v - f;
          const a = Math.abs(rest) < 1e-12 * largest ? 0 : rest; // what rounding leaves is no torque
          const exact = element("output", { "data-torque": j, "data-value": String(parts.torque[at]) },
            `${shown(Math.abs(parts.torque[at]) < 1e-12 * largest ? 0 : parts.torque[at], 5)} ${drive.slides ? "N" : "N\u00a0m"}`);
          return [drive.name, exact, bar(parts.torque[at] / largest, drive.torque !== null && Math.abs(parts.torque[at]) > drive.torque),
            shown(g, 4), shown(v, 3), shown(f, 3), shown(a, 4)];
        }),
        "Torques of this state, and what they are made of",
      ),
    );
    if (this.model.has("mass_matrix")) this.showMatrix(this.model.call("mass_matrix", this.inputs), first);
    this.changed();
  }

  private showMatrix(M: Float64Array, first: number): void {
    const { drives } = this.model.scene;
    const n = first + drives.length;
    const largest = Math.max(1e-12, ...M.map(Math.abs));
    this.matrix.replaceChildren(
      table(
        ["mass matrix", ...drives.map((drive) => drive.name)],
        drives.map((drive, i) => [
          drive.name,
          ...drives.map((_, j) => {
            const value = M[(first + i) * n + first + j];
            const cell = element("span", { class: "cell" }, shown(Math.abs(value) < 1e-12 * largest ? 0 : value, 4));
            cell.style.setProperty("--share", String(Math.sqrt(Math.abs(value) / largest)));
            return cell;
          }),
        ]),
        "Mass matrix of this pose [kg m\u00b2, kg m, kg]",
      ),
    );
  }
}

function unitOf(slides: boolean, kind: number): string {
  return (slides ? ["m", "m/s", "m/s\u00b2"] : ["\u00b0", "\u00b0/s", "\u00b0/s\u00b2"])[kind];
}

function group(title: string, open: boolean, ...children: Node[]): HTMLElement {
  return element("details", { open }, element("summary", {}, title), ...children);
}

function number(label: string, value: number, take: (value: number) => void, step: number, least?: number, owner = ""): HTMLElement {
  const input = element("input", { type: "number", step, value: Number(value.toPrecision(6)), min: least, "aria-label": owner ? `${owner}: ${label}` : label });
  input.addEventListener("input", () => Number.isFinite(input.valueAsNumber) && take(input.valueAsNumber));
  return element("label", {}, element("span", {}, label), input);
}

// From the middle to the left or right.
function bar(share: number, beyond: boolean): HTMLElement {
  const made = element("span", { class: beyond ? "bar beyond" : "bar", title: beyond ? "beyond the limit of this drive" : "" });
  made.style.setProperty("--from", `${50 + Math.min(0, share) * 50}%`);
  made.style.setProperty("--size", `${Math.abs(share) * 50}%`);
  return made;
}
