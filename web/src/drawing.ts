// What every drawing of ours can do: series that hide, values under the pointer or the arrow keys, and, where an axis is
// continuous, zoom (drag, + and -) and pan (shift and drag, shift and arrows).

import { button, element, svg } from "./element";
import { figure } from "./figure";
import { fileName, saveDrawing, saveText, type LegendEntry } from "./saving";

export interface Kind {
  name: string;
  sign?: "line" | "box" | "diamond";
}

// The part of the continuous axis that is shown, as shares of the whole.
export interface View {
  from: number;
  to: number;
}

export interface Drawn {
  width: number;
  height: number;
  parts: Node[];
}

export interface DrawingOptions {
  title: string;
  kinds: Kind[]; // series; one alone has no legend
  draw: (visible: boolean[], view: View) => Drawn;
  along?: { left: number; right: number; top: number; bottom: number }; // where its continuous axis is, if it has one
  csv: () => string;
  caption?: string;
  body?: string; // class of what holds it
}

// Something that has a value: shown when the pointer or the keys come to it.
export function told(part: SVGElement, text: string): SVGElement {
  part.setAttribute("data-reading", text);
  return part;
}

const all: View = { from: 0, to: 1 };

export function drawing(options: DrawingOptions): HTMLElement {
  return new Drawing(options).figure;
}

class Drawing {
  readonly figure: HTMLElement;
  private readonly visible: boolean[];
  private readonly holder: HTMLDivElement;
  private readonly tip = element("div", { class: "tip", role: "status", hidden: true });
  private readonly legend: HTMLElement;
  private canvas!: SVGSVGElement;
  private marks: SVGGraphicsElement[] = [];
  private near: SVGGraphicsElement | null = null;
  private view: View = all;
  private width = 1;

  constructor(private readonly options: DrawingOptions) {
    const { title, kinds, along } = options;
    this.visible = kinds.map(() => true);
    const keys = along ? "Arrows go from value to value, plus and minus zoom, shift and arrows pan, 0 shows all." : "Arrows go from value to value.";
    this.holder = element("div", { class: "drawn", tabindex: 0, role: "application", "aria-label": `${title}. ${keys}` });
    this.legend = element("div", { class: "legend" }, ...(kinds.length > 1 ? kinds.map((kind, k) => this.entry(kind, k)) : []));
    this.redraw();
    const name = fileName(title, "");
    this.figure = figure(
      title,
      element("div", { class: options.body ?? "" }, this.holder, this.legend),
      {
        png: () => saveDrawing(name + ".png", title, this.canvas, this.entries()),
        csv: () => saveText(name + ".csv", options.csv()),
      },
      options.caption ?? "",
      along
        ? [
            button("\u2212", "Zoom out", () => this.zoom(1.6)),
            button("+", "Zoom in", () => this.zoom(1 / 1.6)),
            button("All", "Show the whole axis", () => this.show(all)),
          ]
        : [],
    );
    this.holder.addEventListener("pointermove", (event) => this.point(event));
    this.holder.addEventListener("pointerleave", () => this.read(null));
    this.holder.addEventListener("blur", () => this.read(null));
    this.holder.addEventListener("keydown", (event) => this.key(event));
    if (along) this.holder.addEventListener("mousedown", (event) => this.drag(event));
  }

  private entry(kind: Kind, k: number): HTMLElement {
    const made = button("", "Show or hide this series", () => {
      this.visible[k] = !this.visible[k];
      made.setAttribute("aria-pressed", String(this.visible[k]));
      this.redraw();
    });
    made.setAttribute("aria-pressed", "true");
    made.append(element("i", { class: signClass(kind, k) }), kind.name);
    return made;
  }

  private entries(): LegendEntry[] {
    if (this.options.kinds.length < 2) return [];
    return this.options.kinds.flatMap((kind, k) => (this.visible[k] ? [{ name: kind.name, series: kind.sign === "diamond" ? 1 : k, box: kind.sign !== "line" }] : []));
  }

  private redraw(): void {
    const { width, height, parts } = this.options.draw(this.visible, this.view);
    this.width = width;
    this.canvas = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", class: "drawing" }, ...parts) as SVGSVGElement;
    this.marks = [...this.canvas.querySelectorAll<SVGGraphicsElement>("[data-reading]")];
    this.near = null;
    this.tip.hidden = true;
    this.holder.replaceChildren(this.canvas, this.tip);
  }

  // ---- values

  private point(event: PointerEvent): void {
    if (event.buttons) return this.read(null);
    const at = this.place(event.clientX, event.clientY);
    const perPixel = this.width / this.canvas.clientWidth;
    let best: SVGGraphicsElement | null = null;
    let least = 14 * perPixel;
    for (const mark of this.marks) {
      const box = mark.getBBox();
      const far = Math.hypot(Math.max(box.x - at.x, 0, at.x - box.x - box.width), Math.max(box.y - at.y, 0, at.y - box.y - box.height));
      if (far <= least && (far < least || best === null || box.width * box.height < sizeOf(best))) (best = mark), (least = far);
    }
    this.read(best);
  }

  private read(mark: SVGGraphicsElement | null): void {
    if (mark === this.near) return;
    this.near?.classList.remove("near");
    this.near = mark;
    this.tip.hidden = !mark;
    if (!mark) return;
    mark.classList.add("near");
    this.tip.textContent = mark.getAttribute("data-reading");
    const box = mark.getBBox();
    const scale = this.canvas.clientWidth / this.width;
    const wide = this.holder.clientWidth;
    const middle = Math.min(box.x + Math.min(box.width, 400), box.x + box.width) * scale;
    const half = this.tip.offsetWidth / 2;
    this.tip.style.left = `${Math.max(0, Math.min(wide - 2 * half, middle - half))}px`;
    const above = box.y * scale - this.tip.offsetHeight - 6;
    this.tip.style.top = `${above >= 0 ? above : (box.y + box.height) * scale + 8}px`;
  }

  private place(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.width / box.width;
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
  }

  // ---- the continuous axis

  private show(view: View): void {
    const span = Math.min(1, Math.max(0.002, view.to - view.from));
    const from = Math.max(0, Math.min(1 - span, view.from));
    this.view = { from, to: from + span };
    this.redraw();
  }

  private zoom(factor: number, at = (this.view.from + this.view.to) / 2): void {
    this.show({ from: at - (at - this.view.from) * factor, to: at + (this.view.to - at) * factor });
  }

  private shift(by: number): void {
    const span = this.view.to - this.view.from;
    this.show({ from: this.view.from + by * span, to: this.view.to + by * span });
  }

  private drag(begin: MouseEvent): void {
    const { left, right, top, bottom } = this.options.along!;
    const share = (event: MouseEvent) => Math.max(0, Math.min(1, (this.place(event.clientX, event.clientY).x - left) / (right - left)));
    let first = share(begin);
    let last = first;
    const box = svg("rect", { class: "selected", x: 0, y: top, width: 0, height: bottom - top });
    const move = (event: MouseEvent) => {
      if (begin.shiftKey) {
        const now = share(event);
        this.shift(first - now);
        first = now;
        return;
      }
      last = share(event);
      if (!box.isConnected) this.canvas.append(box);
      box.setAttribute("x", String(left + Math.min(first, last) * (right - left)));
      box.setAttribute("width", String(Math.abs(last - first) * (right - left)));
    };
    const end = () => {
      removeEventListener("mousemove", move);
      removeEventListener("mouseup", end);
      box.remove();
      if (begin.shiftKey || Math.abs(last - first) < 0.02) return;
      const { from, to } = this.view;
      this.show({ from: from + Math.min(first, last) * (to - from), to: from + Math.max(first, last) * (to - from) });
    };
    begin.preventDefault();
    this.holder.focus({ preventScroll: true });
    addEventListener("mousemove", move);
    addEventListener("mouseup", end);
  }

  private key(event: KeyboardEvent): void {
    const next = (by: number) => {
      const k = this.near ? this.marks.indexOf(this.near) + by : by > 0 ? 0 : this.marks.length - 1;
      this.read(this.marks[Math.max(0, Math.min(this.marks.length - 1, k))] ?? null);
    };
    const along = !!this.options.along;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey && along ? this.shift(-0.1) : next(-1)),
      ArrowRight: () => (event.shiftKey && along ? this.shift(0.1) : next(1)),
      ArrowUp: () => next(-1),
      ArrowDown: () => next(1),
      Escape: () => this.read(null),
      ...(along ? { "+": () => this.zoom(1 / 1.6), "-": () => this.zoom(1.6), "0": () => this.show(all) } : {}),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

function sizeOf(mark: SVGGraphicsElement): number {
  const box = mark.getBBox();
  return box.width * box.height;
}

function signClass(kind: Kind, k: number): string {
  if (kind.sign === "diamond") return "key diamond";
  return kind.sign === "line" ? `key key-${(k % 6) + 1}` : `key box-${(k % 6) + 1}`;
}
