// How often which duration: bins of a histogram on logarithmic axes; zooms along the durations.

import { bottomAxis, leftAxis, logarithmic, part, windowOf } from "./axis";
import { drawing, told, type View } from "./drawing";
import { svg } from "./element";
import { count, duration } from "./number";
import { csvText } from "./saving";

export interface Bin {
  from: number; // [ns]
  to: number;
  count: number;
}

export function histogram(title: string, bins: Bin[], marks: { at: number; label: string }[], caption = ""): HTMLElement {
  const [width, height, left, right, top, bottom] = [560, 290, 70, 540, 22, 236];
  const low = Math.max(1, bins[0].from || 1) / 1e3;
  const high = (Math.max(bins[bins.length - 1].to, ...marks.map((m) => m.at)) / 1e3) * 1.15;
  const draw = (_: boolean[], view: View) => {
    const [x0, x1] = part(low, high, true, view);
    const x = logarithmic(x0, x1, left, right);
    const seen = bins.filter((bin) => bin.count > 0 && bin.to / 1e3 >= x0 && bin.from / 1e3 <= x1);
    const y = logarithmic(0.7, Math.max(1, ...seen.map((bin) => bin.count)) * 1.4, bottom, top);
    const boxes = seen.map((bin) => {
      const from = Math.max(left, x.at(Math.max(bin.from / 1e3, low)));
      const to = Math.min(right, x.at(bin.to / 1e3));
      const box = svg("rect", { class: "fill-1", x: from, y: y.at(bin.count), width: Math.max(1.5, to - from - 0.6), height: bottom - y.at(bin.count) });
      return told(box, `${duration(bin.from)} to ${duration(bin.to)}: ${count(bin.count)} steps`);
    });
    const lines = marks.flatMap((mark) => [
      svg("line", { class: "mark", x1: x.at(mark.at / 1e3), x2: x.at(mark.at / 1e3), y1: 14, y2: bottom }),
      svg("text", { class: "tick", x: x.at(mark.at / 1e3) - 4, y: 12, "text-anchor": "end" }, mark.label),
    ]);
    const parts = [
      ...leftAxis(y, left, right, "steps", (top + bottom) / 2),
      ...bottomAxis(x, bottom, top, "\u00b5s", (left + right) / 2),
      ...boxes,
      ...windowOf(left - 50, 0, right + 6, bottom, lines),
    ];
    return { width, height, parts };
  };
  return drawing({
    title,
    kinds: [{ name: title }],
    draw,
    along: { left, right, top, bottom },
    csv: () => csvText(["from_ns", "to_ns", "count"], [bins.map((b) => b.from), bins.map((b) => b.to), bins.map((b) => b.count)]),
    caption,
  });
}
