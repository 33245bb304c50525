// Quantities side by side: a row per thing, a bar per kind.

import { bottomAxis, linear, logarithmic } from "./axis";
import { drawing, told } from "./drawing";
import { svg } from "./element";
import { shown } from "./number";
import { csvText } from "./saving";

export interface BarRow {
  label: string;
  values: (number | null)[]; // one per kind
  notes?: string[]; // beside the bars, instead of their values
}

export function bars(title: string, unit: string, kinds: string[], rows: BarRow[], caption = "", log = false, width = 760): HTMLElement {
  const thick = kinds.length > 2 ? 13 : 16;
  const left = Math.min(260, 20 + 7.3 * Math.max(...rows.map((row) => row.label.length)));
  const right = width - 130;
  const gap = 16;
  const draw = (visible: boolean[]) => {
    const chosen = kinds.map((_, k) => k).filter((k) => visible[k]);
    const tall = Math.max(1, chosen.length) * thick + gap;
    const bottom = 8 + rows.length * tall;
    const all = rows.flatMap((row) => chosen.map((k) => row.values[k])).filter((v): v is number => v !== null && v > 0);
    const high = Math.max(1e-9, ...all) * (log ? 1.3 : 1);
    const low = log ? Math.max(1e-12, Math.min(...all, high) / 2) : 0;
    const scale = log ? logarithmic(low, high, left, right) : linear(0, high, left, right);
    const parts: Node[] = [...bottomAxis(scale, bottom, 4, unit, (left + right) / 2)];
    rows.forEach((row, r) => {
      const top = 8 + gap / 2 + r * tall;
      parts.push(svg("text", { class: "name", x: left - 10, y: top + (tall - gap) / 2 + 4, "text-anchor": "end" }, row.label));
      chosen.forEach((k, place) => {
        const value = row.values[k];
        if (value === null) return;
        const end = value > 0 ? scale.at(value) : left;
        const bar = svg("rect", { class: `fill-${k + 1}`, x: left, y: top + place * thick + 1, width: Math.max(1, end - left), height: thick - 2, rx: 1.5 });
        parts.push(
          told(bar, `${row.label}${kinds.length > 1 ? `, ${kinds[k]}` : ""}: ${shown(value)} ${unit}`),
          svg("text", { class: "tick", x: end + 6, y: top + place * thick + thick - 3.5 }, row.notes?.[k] ?? shown(value)),
        );
      });
    });
    return { width, height: bottom + 44, parts };
  };
  return drawing({
    title,
    kinds: kinds.map((name) => ({ name })),
    draw,
    csv: () => csvText(["", ...kinds], [rows.map((r) => r.label), ...kinds.map((_, k) => rows.map((r) => r.values[k]))]),
    caption,
  });
}
