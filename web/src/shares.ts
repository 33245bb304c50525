// What a whole is made of: a bar per row, split.

import { bottomAxis, canvasOf, linear } from "./axis";
import { element, svg } from "./element";
import { figure } from "./figure";
import { shown } from "./number";
import { csvText, fileName, saveDrawing, saveText } from "./saving";

export interface ShareRow {
  label: string;
  counts: number[]; // one per kind
}

export function shares(title: string, kinds: string[], rows: ShareRow[], caption = ""): HTMLElement {
  const [width, left, right, row] = [760, 160, 690, 24];
  const bottom = 8 + rows.length * row;
  const x = linear(0, 100, left, right, 5);
  const parts: Node[] = [...bottomAxis(x, bottom, 4, "% of the runs", (left + right) / 2)];
  rows.forEach(({ label, counts }, r) => {
    const y = 8 + r * row;
    const all = counts.reduce((a, b) => a + b, 0) || 1;
    parts.push(svg("text", { class: "name", x: left - 10, y: y + row / 2 + 4, "text-anchor": "end" }, label));
    let before = 0;
    counts.forEach((n, k) => {
      if (!n) return;
      const from = x.at((100 * before) / all);
      const size = x.at((100 * (before + n)) / all) - from;
      before += n;
      parts.push(svg("rect", { class: `fill-${k + 1}`, x: from, y: y + 4, width: Math.max(1, size - 1), height: row - 8, rx: 1.5 }, svg("title", {}, `${label}, ${kinds[k]}: ${n} of ${all} (${shown((100 * n) / all, 3)} %)`)));
      if (size > 22) parts.push(svg("text", { class: "inside", x: from + size / 2, y: y + row / 2 + 4, "text-anchor": "middle" }, String(n)));
    });
  });
  const drawing = canvasOf(width, bottom + 44, title, parts);
  const legend = element("div", { class: "legend" }, ...kinds.map((kind, k) => element("span", {}, element("i", { class: `key box-${k + 1}` }), kind)));
  return figure(title, element("div", {}, drawing, legend), {
    png: () => saveDrawing(fileName(title, ".png"), title, drawing),
    csv: () => saveText(fileName(title, ".csv"), csvText(["", ...kinds], [rows.map((r) => r.label), ...kinds.map((_, k) => rows.map((r) => r.counts[k]))])),
  }, caption);
}
