// One quantity against another: points joined by lines, axes linear or logarithmic.

import { bottomAxis, canvasOf, leftAxis, linear, logarithmic } from "./axis";
import { element, svg } from "./element";
import { figure } from "./figure";
import { shown } from "./number";
import { csvText, fileName, saveDrawing, saveText } from "./saving";

export interface Curve {
  name: string;
  x: number[];
  y: number[];
  notes?: string[];
}

export interface CurveOptions {
  title: string;
  xLabel: string;
  yLabel: string;
  logX?: boolean;
  logY?: boolean;
  marks?: { y: number; label: string }[];
  caption?: string;
}

export function curves(options: CurveOptions, all: Curve[]): HTMLElement {
  const [width, height, left, right, top, bottom] = [560, 330, 70, 540, 16, 274];
  const range = (values: number[], log: boolean) => {
    const fine = values.filter((v) => Number.isFinite(v) && (!log || v > 0));
    const [low, high] = [Math.min(...fine), Math.max(...fine)];
    return log ? [low / 1.25, high * 1.25] : [Math.min(0, low), high + 0.05 * (high - Math.min(0, low) || 1)];
  };
  const [x0, x1] = range(all.flatMap((c) => c.x), !!options.logX);
  const [y0, y1] = range([...all.flatMap((c) => c.y), ...(options.marks ?? []).map((m) => m.y)], !!options.logY);
  const x = options.logX ? logarithmic(x0, x1, left, right) : linear(x0, x1, left, right);
  const y = options.logY ? logarithmic(y0, y1, bottom, top) : linear(y0, y1, bottom, top);
  const parts: Node[] = [
    ...leftAxis(y, left, right, options.yLabel, (top + bottom) / 2),
    ...bottomAxis(x, bottom, top, options.xLabel, (left + right) / 2),
  ];
  for (const mark of options.marks ?? [])
    parts.push(
      svg("line", { class: "mark", x1: left, x2: right, y1: y.at(mark.y), y2: y.at(mark.y) }),
      svg("text", { class: "tick", x: right - 4, y: y.at(mark.y) - 5, "text-anchor": "end" }, mark.label),
    );
  all.forEach((curve, k) => {
    const points = curve.x.map((value, i) => [x.at(value), y.at(curve.y[i])]).filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
    parts.push(svg("polyline", { class: `line-${k + 1}`, points: points.map((p) => p.join(",")).join(" ") }));
    points.forEach(([a, b], i) => {
      // shapes besides colours
      const shape = k % 2
        ? svg("rect", { class: `dot-${k + 1}`, x: a - 3.6, y: b - 3.6, width: 7.2, height: 7.2 })
        : svg("circle", { class: `dot-${k + 1}`, cx: a, cy: b, r: 4 });
      shape.append(svg("title", {}, `${curve.name}: ${shown(curve.x[i])}, ${shown(curve.y[i])}${curve.notes ? ` \u2013 ${curve.notes[i]}` : ""}`));
      parts.push(shape);
    });
  });
  const drawing = canvasOf(width, height, options.title, parts);
  const legend = element("div", { class: "legend" }, ...(all.length > 1 ? all.map((c, k) => element("span", {}, element("i", { class: `key key-${k + 1}` }), c.name)) : []));
  const rows = all.flatMap((c) => c.x.map((value, i) => [c.name, value, c.y[i]] as const));
  return figure(options.title, element("div", {}, drawing, legend), {
    png: () => saveDrawing(fileName(options.title, ".png"), options.title, drawing),
    csv: () => saveText(fileName(options.title, ".csv"), csvText(["series", options.xLabel, options.yLabel], [rows.map((r) => r[0]), rows.map((r) => r[1]), rows.map((r) => r[2])])),
  }, options.caption);
}
