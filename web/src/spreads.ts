// Many values of each thing, as dots on a logarithmic axis with a bar at their median.

import { bottomAxis, logarithmic } from "./axis";
import { drawing, told } from "./drawing";
import { svg } from "./element";
import { median, shown } from "./number";
import { csvText } from "./saving";

export interface Spread {
  label: string;
  values: number[];
}

export function spreads(title: string, unit: string, groups: { name: string; spreads: Spread[] }[], caption = ""): HTMLElement {
  const [width, left, right, step] = [760, 150, 730, 15];
  const labels = groups[0].spreads.map((s) => s.label);
  const draw = (visible: boolean[]) => {
    const chosen = groups.map((group, g) => ({ group, g })).filter(({ g }) => visible[g]);
    const tall = Math.max(1, chosen.length) * step + 16;
    const bottom = 10 + labels.length * tall;
    const all = chosen.flatMap(({ group }) => group.spreads.flatMap((s) => s.values)).filter((v) => v > 0);
    const x = logarithmic(Math.min(...all, 100) / 1.3, Math.max(...all, 1) * 1.3, left, right);
    const parts: Node[] = [];
    labels.forEach((_, r) => r % 2 && parts.push(svg("rect", { class: "stripe", x: 0, y: 10 + r * tall, width, height: tall })));
    parts.push(...bottomAxis(x, bottom, 4, unit, (left + right) / 2));
    labels.forEach((label, r) => {
      const top = 10 + r * tall;
      parts.push(svg("text", { class: "name", x: left - 12, y: top + tall / 2 + 4, "text-anchor": "end" }, label));
      chosen.forEach(({ group, g }, place) => {
        const y = top + 8 + step * (place + 0.5);
        const { values } = group.spreads[r];
        for (const value of values)
          parts.push(told(svg("circle", { class: `dot-${g + 1}`, opacity: 0.42, cx: x.at(value), cy: y, r: 3.4 }), `${label}, ${group.name}: ${shown(value, 3)} ${unit}`));
        const m = median(values);
        parts.push(told(svg("rect", { class: `fill-${g + 1}`, x: x.at(m) - 1.5, y: y - 7, width: 3, height: 14 }),
          `${label}, ${group.name}: median ${shown(m, 3)} (${shown(Math.min(...values), 3)} to ${shown(Math.max(...values), 3)}) ${unit}`));
      });
    });
    return { width, height: bottom + 44, parts };
  };
  const rows = groups.flatMap((g) => g.spreads.flatMap((s) => s.values.map((v) => [g.name, s.label, v] as const)));
  return drawing({
    title,
    kinds: groups.map(({ name }) => ({ name })),
    draw,
    csv: () => csvText(["kind", "of", unit], [rows.map((r) => r[0]), rows.map((r) => r[1]), rows.map((r) => r[2])]),
    caption,
    body: "wide-drawing",
  });
}
