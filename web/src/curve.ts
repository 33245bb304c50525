// One quantity against another: points joined by lines, axes linear or logarithmic; zooms along x.

import { bottomAxis, leftAxis, linear, logarithmic, part, windowOf } from "./axis";
import { drawing, told, type View } from "./drawing";
import { svg } from "./element";
import { shown } from "./number";
import { csvText } from "./saving";

export interface Curve {
  name: string;
  x: number[];
  y: number[];
  notes?: string[];
}

export interface CurveOptions {
  title: string;
  xLabel: string;
  xUnit?: string;
  yLabel: string;
  yUnit?: string;
  logX?: boolean;
  logY?: boolean;
  marks?: { y: number; label: string }[];
  caption?: string;
}

const labelled = (label: string, unit?: string) => (unit ? `${label} [${unit}]` : label);
const measured = (value: number, unit?: string) => shown(value) + (unit ? `\u00a0${unit}` : "");

function rangeOf(values: number[], log: boolean): [number, number] {
  const fine = values.filter((v) => Number.isFinite(v) && (!log || v > 0));
  if (!fine.length) return log ? [0.1, 10] : [0, 1];
  const [low, high] = [Math.min(...fine), Math.max(...fine)];
  return log ? [low / 1.25, high * 1.25] : [Math.min(0, low), high + 0.05 * (high - Math.min(0, low) || 1)];
}

export function curves(options: CurveOptions, all: Curve[]): HTMLElement {
  const [width, height, left, right, top, bottom] = [560, 330, 70, 540, 16, 274];
  const { logX = false, logY = false, marks = [] } = options;
  const whole = rangeOf(all.flatMap((c) => c.x), logX);
  const draw = (visible: boolean[], view: View) => {
    const [x0, x1] = part(...whole, logX, view);
    const inside = all.flatMap((c, k) => (visible[k] ? c.y.filter((_, i) => c.x[i] >= x0 && c.x[i] <= x1) : []));
    const [y0, y1] = rangeOf([...inside, ...(view.to - view.from === 1 ? marks.map((m) => m.y) : [])], logY);
    const x = logX ? logarithmic(x0, x1, left, right) : linear(x0, x1, left, right);
    const y = logY ? logarithmic(y0, y1, bottom, top) : linear(y0, y1, bottom, top);
    const lines: Node[] = [];
    for (const mark of marks)
      lines.push(
        svg("line", { class: "mark", x1: left, x2: right, y1: y.at(mark.y), y2: y.at(mark.y) }),
        svg("text", { class: "tick", x: right - 4, y: y.at(mark.y) - 5, "text-anchor": "end" }, mark.label),
      );
    const dots: Node[] = [];
    all.forEach((curve, k) => {
      if (!visible[k]) return;
      const points = curve.x.map((value, i) => ({ a: x.at(value), b: y.at(curve.y[i]), i })).filter(({ a, b }) => Number.isFinite(a) && Number.isFinite(b));
      lines.push(svg("polyline", { class: `line-${k + 1}`, points: points.map(({ a, b }) => `${a},${b}`).join(" ") }));
      for (const { a, b, i } of points) {
        if (curve.x[i] < x0 || curve.x[i] > x1) continue;
        // shapes besides colours
        const shape = k % 2
          ? svg("rect", { class: `dot-${k + 1}`, x: a - 3.6, y: b - 3.6, width: 7.2, height: 7.2 })
          : svg("circle", { class: `dot-${k + 1}`, cx: a, cy: b, r: 4 });
        const note = curve.notes?.[i] ? `; ${curve.notes[i]}` : "";
        dots.push(told(shape, `${all.length > 1 ? `${curve.name}: ` : ""}${options.xLabel} ${measured(curve.x[i], options.xUnit)}, ${options.yLabel} ${measured(curve.y[i], options.yUnit)}${note}`));
      }
    });
    const parts = [
      ...leftAxis(y, left, right, labelled(options.yLabel, options.yUnit), (top + bottom) / 2),
      ...bottomAxis(x, bottom, top, labelled(options.xLabel, options.xUnit), (left + right) / 2),
      ...windowOf(left - 6, top - 6, right + 6, bottom + 6, lines),
      ...dots,
    ];
    return { width, height, parts };
  };
  const rows = all.flatMap((c) => c.x.map((value, i) => [c.name, value, c.y[i]] as const));
  return drawing({
    title: options.title,
    kinds: all.map((c) => ({ name: c.name, sign: "line" })),
    draw,
    along: { left, right, top, bottom },
    csv: () => csvText(["series", labelled(options.xLabel, options.xUnit), labelled(options.yLabel, options.yUnit)], [rows.map((r) => r[0]), rows.map((r) => r[1]), rows.map((r) => r[2])]),
    caption: options.caption,
  });
}
