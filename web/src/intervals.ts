// Parameters with their intervals beside what the description says, as differences from the identified value in percent.

import { bottomAxis, canvasOf, linear } from "./axis";
import { element, svg } from "./element";
import { figure } from "./figure";
import { shown, unitText } from "./number";
import { csvText, fileName, saveDrawing, saveText } from "./saving";

export interface Interval {
  name: string;
  unit: string;
  meaning: string;
  kept: boolean;
  value: number;
  low: number;
  high: number;
  described: number | null;
}

// As wide as nearly all intervals need; what is beyond ends in an arrow.
function reachOf(all: Interval[], share: (p: Interval, v: number) => number): number {
  const widths = all.map((p) => Math.max(Math.abs(share(p, p.low)), Math.abs(share(p, p.high)))).filter(Number.isFinite).sort((a, b) => a - b);
  return Math.max(1, 1.25 * (widths[Math.floor(0.85 * (widths.length - 1))] ?? 1));
}

export function intervals(title: string, all: Interval[], caption: string, beside = "as the description has it"): HTMLElement {
  const [width, left, right, row] = [900, 110, 560, 22];
  const share = (p: Interval, v: number) => (100 * (v - p.value)) / Math.abs(p.value || 1);
  const reach = reachOf(all, share);
  const x = linear(-reach, reach, left, right, 6);
  const clipped = (v: number) => x.at(Math.max(-reach, Math.min(reach, v)));
  const bottom = 12 + all.length * row;
  const parts: Node[] = [];
  all.forEach((p, k) => {
    const y = 12 + (k + 0.5) * row;
    const tip = `${p.name}: ${shown(p.value)} (${shown(p.low)} to ${shown(p.high)}) ${unitText(p.unit)}${p.described === null ? "" : `, described ${shown(p.described)}`}. ${p.meaning}`;
    parts.push(svg("rect", { x: 0, y: y - row / 2, width, height: row, class: k % 2 ? "stripe" : "clear" }, svg("title", {}, tip)));
  });
  parts.push(...bottomAxis(x, bottom, 12, "difference from the identified value [%]", (left + right) / 2));
  parts.push(svg("line", { class: "mark", x1: x.at(0), x2: x.at(0), y1: 12, y2: bottom }));
  all.forEach((p, k) => {
    const y = 12 + (k + 0.5) * row;
    parts.push(
      svg("text", { class: p.kept ? "name" : "name quiet", x: left - 14, y: y + 4, "text-anchor": "end" }, p.name),
      svg("line", { class: p.kept ? "interval" : "interval quiet", x1: clipped(share(p, p.low)), x2: clipped(share(p, p.high)), y1: y, y2: y }),
      svg("circle", { class: p.kept ? "dot-1" : "dot-quiet", cx: x.at(0), cy: y, r: 4 }),
      svg("text", { class: "tick", x: right + 22, y: y + 4 }, `${shown(p.value, 4)} ${unitText(p.unit)}   (${shown(p.low, 4)} \u2026 ${shown(p.high, 4)})`),
    );
    if (p.described !== null) {
      const at = share(p, p.described);
      const d = clipped(at);
      const shape = at > reach ? `M${d - 3} ${y - 6}L${d + 7} ${y}L${d - 3} ${y + 6}Z` : at < -reach ? `M${d + 3} ${y - 6}L${d - 7} ${y}L${d + 3} ${y + 6}Z` : `M${d} ${y - 6}L${d + 5} ${y}L${d} ${y + 6}L${d - 5} ${y}Z`;
      parts.push(svg("path", { class: "dot-2", d: shape }, svg("title", {}, `${p.name}: described ${shown(p.described)} ${unitText(p.unit)}`)));
    }
  });
  const drawing = canvasOf(width, bottom + 44, title, parts);
  const legend = element(
    "div",
    { class: "legend" },
    element("span", {}, element("i", { class: "key key-1" }), "identified, with its interval"),
    all.some((p) => p.described !== null) ? element("span", {}, element("i", { class: "key diamond" }), `${beside} (an arrow: further off)`) : null,
  );
  return figure(title, element("div", { class: "wide-drawing" }, drawing, legend), {
    png: () => saveDrawing(fileName(title, ".png"), title, drawing),
    csv: () =>
      saveText(fileName(title, ".csv"), csvText(["name", "unit", "value", "low", "high", "described"],
        [all.map((p) => p.name), all.map((p) => p.unit), all.map((p) => p.value), all.map((p) => p.low), all.map((p) => p.high), all.map((p) => p.described)])),
  }, caption);
}
