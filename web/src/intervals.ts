// Parameters with their intervals beside what the description says, as differences from the identified value in percent.

import { bottomAxis, linear } from "./axis";
import { drawing, told } from "./drawing";
import { svg } from "./element";
import { shown, unitText } from "./number";
import { csvText } from "./saving";

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
  const described = all.some((p) => p.described !== null);
  const value = (p: Interval, v: number) => `${shown(v, 4)}\u00a0${unitText(p.unit)}`;
  const draw = ([identified, other]: boolean[]) => {
    const parts: Node[] = [];
    all.forEach((p, k) => k % 2 && parts.push(svg("rect", { x: 0, y: 12 + k * row, width, height: row, class: "stripe" })));
    parts.push(...bottomAxis(x, bottom, 12, "difference from the identified value [%]", (left + right) / 2));
    parts.push(svg("line", { class: "mark", x1: x.at(0), x2: x.at(0), y1: 12, y2: bottom }));
    all.forEach((p, k) => {
      const y = 12 + (k + 0.5) * row;
      const beyond = p.described === null ? "" : `; ${beside}: ${value(p, p.described)}`;
      parts.push(
        svg("text", { class: p.kept ? "name" : "name quiet", x: left - 14, y: y + 4, "text-anchor": "end" }, p.name),
        svg("text", { class: "tick", x: right + 22, y: y + 4 }, `${shown(p.value, 4)} ${unitText(p.unit)}   (${shown(p.low, 4)} \u2026 ${shown(p.high, 4)})`),
      );
      if (identified)
        parts.push(
          svg("line", { class: p.kept ? "interval" : "interval quiet", x1: clipped(share(p, p.low)), x2: clipped(share(p, p.high)), y1: y, y2: y }),
          told(svg("circle", { class: p.kept ? "dot-1" : "dot-quiet", cx: x.at(0), cy: y, r: 4 }),
            `${p.name}: ${value(p, p.value)} (${shown(p.low)} to ${shown(p.high)})${beyond}${p.meaning ? `. ${p.meaning}` : ""}`),
        );
      if (other && p.described !== null) {
        const at = share(p, p.described);
        const d = clipped(at);
        const shape = at > reach ? `M${d - 3} ${y - 6}L${d + 7} ${y}L${d - 3} ${y + 6}Z` : at < -reach ? `M${d + 3} ${y - 6}L${d - 7} ${y}L${d + 3} ${y + 6}Z` : `M${d} ${y - 6}L${d + 5} ${y}L${d} ${y + 6}L${d - 5} ${y}Z`;
        parts.push(told(svg("path", { class: "dot-2", d: shape }), `${p.name}, ${beside}: ${value(p, p.described)}`));
      }
    });
    return { width, height: bottom + 44, parts };
  };
  return drawing({
    title,
    kinds: [{ name: "identified, with its interval", sign: "line" }, ...(described ? [{ name: `${beside} (an arrow: further off)`, sign: "diamond" as const }] : [])],
    draw,
    csv: () =>
      csvText(["name", "unit", "value", "low", "high", "described"],
        [all.map((p) => p.name), all.map((p) => p.unit), all.map((p) => p.value), all.map((p) => p.low), all.map((p) => p.high), all.map((p) => p.described)]),
    caption,
    body: "wide-drawing",
  });
}
