// Quantities side by side: a row per thing, a bar per kind.

import { bottomAxis, canvasOf, linear, logarithmic } from "./axis";
import { element, svg } from "./element";
import { figure } from "./figure";
import { shown } from "./number";
import { csvText, fileName, saveDrawing, saveText } from "./saving";

export interface BarRow {
  label: string;
  values: (number | null)[]; // one per kind
  notes?: string[]; // beside the bars, instead of their values
}

export function bars(title: string, unit: string, kinds: string[], rows: BarRow[], caption = "", log = false, width = 760): HTMLElement {
  const thick = kinds.length > 2 ? 13 : 16;
  const left = Math.min(260, 20 + 6.6 * Math.max(...rows.map((row) => row.label.length)));
  const right = width - 130;
  const gap = 16;
  const tall = kinds.length * thick + gap;
  const bottom = 8 + rows.length * tall;
  const all = rows.flatMap((row) => row.values).filter((v): v is number => v !== null && v > 0);
  const high = Math.max(1e-9, ...all) * (log ? 1.3 : 1);
  const low = log ? Math.max(1e-12, Math.min(...all) / 2) : 0;
  const scale = log ? logarithmic(low, high, left, right) : linear(0, high, left, right);
  const parts: Node[] = [...bottomAxis(scale, bottom, 4, unit, (left + right) / 2)];
  rows.forEach((row, r) => {
    const top = 8 + gap / 2 + r * tall;
    parts.push(svg("text", { class: "name", x: left - 10, y: top + (kinds.length * thick) / 2 + 4, "text-anchor": "end" }, row.label));
    row.values.forEach((value, k) => {
      if (value === null) return;
      const end = value > 0 ? scale.at(value) : left;
      const bar = svg("rect", { class: `fill-${k + 1}`, x: left, y: top + k * thick + 1, width: Math.max(1, end - left), height: thick - 2, rx: 1.5 });
      bar.append(svg("title", {}, `${row.label}, ${kinds[k]}: ${shown(value)} ${unit}`));
      parts.push(bar, svg("text", { class: "tick", x: end + 6, y: top + k * thick + thick - 3.5 }, row.notes?.[k] ?? shown(value)));
    });
  });
  const drawing = canvasOf(width, bottom + 44, title, parts);
  const legend = element("div", { class: "legend" }, ...(kinds.length > 1 ? kinds.map((kind, k) => element("span", {}, element("i", { class: `key box-${k + 1}` }), kind)) : []));
  return figure(title, element("div", {}, drawing, legend), {
    png: () => saveDrawing(fileName(title, ".png"), title, drawing),
    csv: () => saveText(fileName(title, ".csv"), csvText(["", ...kinds], [rows.map((r) => r.label), ...kinds.map((_, k) => rows.map((r) => r.values[k]))])),
  }, caption);
}
