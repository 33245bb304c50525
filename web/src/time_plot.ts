// Quantities over time: zoom (drag, + and -), pan (shift and drag, arrows), values under the pointer, series that hide.

import uPlot from "uplot";
import { button, element } from "./element";
import { figure } from "./figure";
import { shown } from "./number";
import { csvText, fileName, saveCanvas, saveText, type LegendEntry } from "./saving";
import { colour, onTheme, seriesColour } from "./theme";
import { cursor, sampleAt } from "./time_cursor";

export interface Series {
  name: string;
  values: Float64Array;
  dashed?: boolean;
  hidden?: boolean;
}

export interface TimePlotOptions {
  title: string;
  times: Float64Array;
  quantity: string;
  unit: string;
  series: Series[];
  shaded?: [number, number][]; // stretches of time that are to be seen with care
  caption?: string;
  use?: () => void; // the reader looks at this one
}

const waiting = new IntersectionObserver(
  (entries) => {
    for (const entry of entries)
      if (entry.isIntersecting) {
        waiting.unobserve(entry.target);
        plots.get(entry.target)?.draw();
      }
  },
  { rootMargin: "400px" },
);
const plots = new Map<Element, TimePlot>();

// What does not change is drawn in the middle, not at the foot of an axis up to 100.
function around(low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null) return [null, null]; // every series is hidden
  if (low !== high) return uPlot.rangeNum(low, high, 0.1, true);
  const half = low === 0 ? 1 : Math.abs(low) / 10;
  return [low - half, low + half];
}

// Every plot at once: a page is printed whole.
addEventListener("beforeprint", () => plots.forEach((plot) => plot.draw()));

export class TimePlot {
  readonly figure: HTMLElement;
  private drawn: (() => void) | null = null;
  private plot: uPlot | null = null;
  private readonly holder: HTMLDivElement;
  private readonly line: HTMLDivElement;
  private readonly readings: HTMLSpanElement[] = [];
  private readonly clock: HTMLSpanElement;

  constructor(private readonly options: TimePlotOptions) {
    this.holder = element("div", {
      class: "plot",
      tabindex: 0,
      role: "application",
      "aria-label": `${options.title}, ${options.unit}, over time. Arrows move the time, shift and arrows pan, plus and minus zoom, 0 shows all.`,
    });
    this.line = element("div", { class: "time-line" });
    this.clock = element("span", { class: "reading" });
    const legend = element("div", { class: "legend" }, this.clock, ...options.series.map((series, k) => this.entry(series, k)));
    const name = fileName(options.title, "");
    this.figure = figure(
      options.title,
      element("div", {}, this.holder, legend),
      {
        png: () => this.plot && saveCanvas(name + ".png", `${options.title} [${options.unit}]`, this.plot.ctx.canvas, this.entries()),
        csv: () => saveText(name + ".csv", this.csv()),
      },
      options.caption ?? "",
      [
        button("\u2212", "Zoom out", () => this.zoom(1.6)),
        button("+", "Zoom in", () => this.zoom(1 / 1.6)),
        button("All", "Show the whole time", () => this.show(this.first, this.last)),
      ],
    );
    this.holder.addEventListener("keydown", (event) => this.key(event));
    plots.set(this.holder, this);
    waiting.observe(this.holder);
    cursor.listen(() => this.follow());
    onTheme(() => this.rebuild());
  }

  // The plotted numbers, as they are.
  csv(): string {
    return csvText(["t", ...this.options.series.map((s) => s.name)], [this.options.times, ...this.options.series.map((s) => s.values)]);
  }

  private get first(): number {
    return this.options.times[0];
  }
  private get last(): number {
    return this.options.times[this.options.times.length - 1];
  }

  private entries(): LegendEntry[] {
    return this.options.series.flatMap((s, k) => (s.hidden ? [] : [{ name: s.name, series: k, dashed: s.dashed }]));
  }

  private entry(series: Series, k: number): HTMLElement {
    const reading = element("span", { class: "reading" });
    this.readings.push(reading);
    const made = button("", "Show or hide this series", () => {
      series.hidden = !series.hidden;
      made.setAttribute("aria-pressed", String(!series.hidden));
      this.plot?.setSeries(k + 1, { show: !series.hidden });
    });
    made.setAttribute("aria-pressed", String(!series.hidden));
    made.append(element("i", { class: `key key-${(k % 6) + 1}${series.dashed ? " dashed" : ""}` }), series.name, reading);
    return made;
  }

  draw(): void {
    if (this.plot) return;
    const axis = (label: string): uPlot.Axis => ({
      label,
      labelSize: 22,
      labelFont: "12px system-ui, sans-serif",
      font: "11px system-ui, sans-serif",
      stroke: colour("soft"),
      grid: { stroke: colour("line"), width: 1 },
      ticks: { stroke: colour("line"), width: 1, size: 5 },
      values: (_, values) => values.map((v) => shown(v)),
    });
    const y = axis(`${this.options.quantity} [${this.options.unit}]`);
    y.size = 58;
    const x = axis("time [s]");
    x.size = 30;
    const plot = new uPlot(
      {
        width: Math.max(240, this.holder.clientWidth),
        height: 240,
        legend: { show: false },
        scales: { x: { time: false }, y: { range: (_, low, high) => around(low, high) } },
        cursor: {
          y: false,
          points: { size: 7 },
          drag: { x: true, y: false, setScale: true },
          bind: {
            mousedown: (_, __, handler) => (event: MouseEvent) => {
              if (event.shiftKey) this.pan(event);
              else handler(event);
              return null;
            },
          },
        },
        axes: [x, y],
        series: [
          {},
          ...this.options.series.map((series, k) => ({
            label: series.name,
            stroke: seriesColour(k),
            width: 1.5,
            dash: series.dashed ? [6, 4] : undefined,
            show: !series.hidden,
            points: { show: false },
          })),
        ],
        hooks: {
          setCursor: [
            (u) => {
              const { left } = u.cursor;
              if (left !== undefined && left !== null && left >= 0 && !cursor.playing && this.holder.matches(":hover")) {
                this.options.use?.();
                cursor.set(u.posToVal(left, "x"));
              }
            },
          ],
          drawAxes: [(u) => this.shade(u)],
          setScale: [() => this.follow()],
          draw: [
            () => {
              this.follow();
              this.drawn?.();
              this.drawn = null;
            },
          ],
        },
      },
      [this.options.times, ...this.options.series.map((s) => s.values)] as unknown as uPlot.AlignedData,
      this.holder,
    );
    plot.over.append(this.line);
    this.plot = plot;
    this.follow();
    new ResizeObserver(() => {
      const width = Math.max(240, this.holder.clientWidth);
      if (this.plot && Math.abs(width - this.plot.width) > 1) this.plot.setSize({ width, height: 240 });
    }).observe(this.holder);
  }

  private shade(u: uPlot): void {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.globalAlpha = 0.7;
    ctx.fillStyle = colour("line");
    for (const [from, to] of this.options.shaded ?? []) {
      const left = Math.max(bbox.left, u.valToPos(from, "x", true));
      const right = Math.min(bbox.left + bbox.width, u.valToPos(to, "x", true));
      if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height);
    }
    ctx.restore();
  }

  // What a whole redraw takes [ms].
  measure(): Promise<number> {
    const begin = performance.now();
    return new Promise((resolve) => {
      this.drawn = () => resolve(performance.now() - begin);
      this.plot?.redraw(true, true);
    });
  }

  private rebuild(): void {
    if (!this.plot) return;
    const { min, max } = this.plot.scales.x;
    this.plot.destroy();
    this.plot = null;
    this.draw();
    this.show(min!, max!);
  }

  private follow(): void {
    const k = sampleAt(this.options.times, cursor.t);
    const inside = cursor.t >= this.first - 1e-9 && cursor.t <= this.last + 1e-9;
    if (this.plot) {
      const left = this.plot.valToPos(cursor.t, "x");
      this.line.style.display = inside && left >= 0 && left <= this.plot.over.clientWidth ? "" : "none";
      this.line.style.transform = `translateX(${left}px)`;
    }
    this.clock.textContent = inside ? `t = ${shown(this.options.times[k], 5)} s` : "";
    this.options.series.forEach((series, s) => {
      this.readings[s].textContent = inside ? `${shown(series.values[k])}\u00a0${this.options.unit}` : "";
    });
  }

  private show(from: number, to: number): void {
    this.plot?.setScale("x", { min: Math.max(this.first, from), max: Math.min(this.last, to) });
  }

  private zoom(factor: number): void {
    if (!this.plot) return;
    const { min, max } = this.plot.scales.x;
    const middle = cursor.t > min! && cursor.t < max! ? cursor.t : (min! + max!) / 2;
    this.show(middle - (middle - min!) * factor, middle + (max! - middle) * factor);
  }

  private shift(by: number): void {
    const { min, max } = this.plot!.scales.x;
    const step = Math.max(this.first - min!, Math.min(this.last - max!, by));
    this.show(min! + step, max! + step);
  }

  private pan(begin: MouseEvent): void {
    let at = begin.clientX;
    const move = (event: MouseEvent) => {
      const perPixel = (this.plot!.scales.x.max! - this.plot!.scales.x.min!) / this.plot!.over.clientWidth;
      this.shift((at - event.clientX) * perPixel);
      at = event.clientX;
    };
    const end = () => {
      removeEventListener("mousemove", move);
      removeEventListener("mouseup", end);
    };
    addEventListener("mousemove", move);
    addEventListener("mouseup", end);
  }

  private key(event: KeyboardEvent): void {
    if (!this.plot) return;
    const { min, max } = this.plot.scales.x;
    const step = (max! - min!) / 100;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? this.shift(-10 * step) : cursor.set(cursor.t - step)),
      ArrowRight: () => (event.shiftKey ? this.shift(10 * step) : cursor.set(cursor.t + step)),
      "+": () => this.zoom(1 / 1.6),
      "-": () => this.zoom(1.6),
      "0": () => this.show(this.first, this.last),
      " ": () => cursor.toggle(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    this.options.use?.();
    act();
  }
}
