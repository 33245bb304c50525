// Many values of each thing, as dots on a logarithmic axis with a bar at their median.

import { bottomAxis, canvasOf, logarithmic } from "./axis";
import { element, svg } from "./element";
import { figure } from "./figure";
import { median, shown } from "./number";
import { csvText, fileName, saveDrawing, saveText } from "./saving";

export interface Spread {
  label: string;
  values: number[];
}

export function axisRow(title: string, unit: string, groups: { name: string; spreads: Spread[] }[], caption = ""): HTMLElement {
  const [width, left, right, step] = [760, 150, 690, 15];
  const labels = groups[0].spreads.map((s) => s.label);
  const tall = groups.length * step + 16;
  const bottom = 10 + labels.length * tall;
  const all = groups.flatMap((g) => g.spreads.flatMap((s) => s.values)).filter((v) => v > 0);
  const x = logarithmic(Math.min(...all) / 1.3, Math.max(...all) * 1.3, left, right);
  const parts: Node[] = [...bottomAxis(x, bottom, 4, unit, (left + right) / 2)];
  labels.forEach((label, r) => {
    const top = 10 + r * tall;
    if (r % 2) parts.push(svg("rect", { class: "stripe", x: 0, y: top, width, height: tall }));
    parts.push(svg("text", { class: "name", x: left - 12, y: top + tall / 2 + 4, "text-anchor": "end" }, label));
    groups.forEach((group, g) => {
      const y = top + 8 + step * (g + 0.5);
      const values = group.spreads[r].values;
      for (const value of values) parts.push(svg("circle", { class: `dot-${g + 1}`, opacity: 0.42, cx: x.at(value), cy: y, r: 3.4 }, svg("title", {}, `${label}, ${group.name}: ${shown(value, 3)} ${unit}`)));
      const m = x.at(median(values));
      parts.push(svg("rect", { class: `fill-${g + 1}`, x: m - 1.5, y: y - 7, width: 3, height: 14 }));
    });
  });
  const drawing = canvasOf(width, bottom + 44, title, parts);
  const legend = element("div", { class: "legend" }, ...groups.map((g, k) => element("span", {}, element("i", { class: `key box-${k + 1}` }), g.name)));
  const rows = groups.flatMap((g) => g.spreads.flatMap((s) => s.values.map((v) => [g.name, s.label, v] as const)));
  return figure(title, element("div", {}, drawing, legend), {
    png: () => saveDrawing(fileName(title, ".png"), title, drawing),
    csv: () => saveText(fileName(title, ".csv"), csvText(["kind", "of", unit], [rows.map((r) => r[0]), rows.map((r) => r[1]), rows.map((r) => r[2])])),
  }, caption);
}
