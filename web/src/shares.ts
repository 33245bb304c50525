// What a whole is made of: a bar per row, split. A kind that is hidden leaves the whole, too.

import { bottomAxis, linear } from "./axis";
import { drawing, told } from "./drawing";
import { svg } from "./element";
import { shown } from "./number";
import { csvText } from "./saving";

export interface ShareRow {
  label: string;
  counts: number[]; // one per kind
}

export function shares(title: string, kinds: string[], rows: ShareRow[], caption = ""): HTMLElement {
  const [width, left, right, row] = [760, 160, 730, 24];
  const bottom = 8 + rows.length * row;
  const x = linear(0, 100, left, right, 5);
  const draw = (visible: boolean[]) => {
    const parts: Node[] = [...bottomAxis(x, bottom, 4, "% of the runs", (left + right) / 2)];
    rows.forEach(({ label, counts }, r) => {
      const y = 8 + r * row;
      const all = counts.reduce((a, b, k) => a + (visible[k] ? b : 0), 0) || 1;
      parts.push(svg("text", { class: "name", x: left - 10, y: y + row / 2 + 4, "text-anchor": "end" }, label));
      let before = 0;
      counts.forEach((n, k) => {
        if (!n || !visible[k]) return;
        const from = x.at((100 * before) / all);
        const size = x.at((100 * (before + n)) / all) - from;
        before += n;
        const box = svg("rect", { class: `fill-${k + 1}`, x: from, y: y + 4, width: Math.max(1, size - 1), height: row - 8, rx: 1.5 });
        parts.push(told(box, `${label}, ${kinds[k]}: ${n} of ${all} runs (${shown((100 * n) / all, 3)} %)`));
        if (size > 22) parts.push(svg("text", { class: "inside", x: from + size / 2, y: y + row / 2 + 4, "text-anchor": "middle" }, String(n)));
      });
    });
    return { width, height: bottom + 44, parts };
  };
  return drawing({
    title,
    kinds: kinds.map((name) => ({ name })),
    draw,
    csv: () => csvText(["", ...kinds], [rows.map((r) => r.label), ...kinds.map((_, k) => rows.map((r) => r.counts[k]))]),
    caption,
    body: "wide-drawing",
  });
}
