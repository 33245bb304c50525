// How often which duration: bins of a histogram on logarithmic axes.

import { bottomAxis, canvasOf, leftAxis, logarithmic } from "./axis";
import { svg } from "./element";
import { figure } from "./figure";
import { count, duration } from "./number";
import { csvText, fileName, saveDrawing, saveText } from "./saving";

export interface Bin {
  from: number; // [ns]
  to: number;
  count: number;
}

export function histogram(title: string, bins: Bin[], marks: { at: number; label: string }[], caption = ""): HTMLElement {
  const [width, height, left, right, bottom] = [560, 290, 70, 540, 236];
  const low = Math.max(1, bins[0].from || 1) / 1e3;
  const high = Math.max(bins[bins.length - 1].to, ...marks.map((m) => m.at)) / 1e3;
  const x = logarithmic(low, high * 1.15, left, right);
  const most = Math.max(...bins.map((bin) => bin.count));
  const y = logarithmic(0.7, most * 1.4, bottom, 22);
  const parts: Node[] = [
    ...leftAxis(y, left, right, "steps", (22 + bottom) / 2),
    ...bottomAxis(x, bottom, 22, "\u00b5s", (left + right) / 2),
    ...bins.map((bin) => {
      const from = x.at(Math.max(bin.from / 1e3, low));
      const box = svg("rect", { class: "fill-1", x: from, y: y.at(bin.count), width: Math.max(1.5, x.at(bin.to / 1e3) - from - 0.6), height: bottom - y.at(bin.count) });
      box.append(svg("title", {}, `${duration(bin.from)} to ${duration(bin.to)}: ${count(bin.count)}`));
      return box;
    }),
    ...marks.flatMap((mark) => [
      svg("line", { class: "mark", x1: x.at(mark.at / 1e3), x2: x.at(mark.at / 1e3), y1: 14, y2: bottom }),
      svg("text", { class: "tick", x: x.at(mark.at / 1e3) - 4, y: 12, "text-anchor": "end" }, mark.label),
    ]),
  ];
  const drawing = canvasOf(width, height, title, parts);
  return figure(title, drawing, {
    png: () => saveDrawing(fileName(title, ".png"), title, drawing),
    csv: () => saveText(fileName(title, ".csv"), csvText(["from_ns", "to_ns", "count"], [bins.map((b) => b.from), bins.map((b) => b.to), bins.map((b) => b.count)])),
  }, caption);
}
