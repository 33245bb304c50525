// Axes of drawings: linear or logarithmic, with round values.

import { svg } from "./element";
import { shown, ticks } from "./number";

export interface Scale {
  at(value: number): number;
  ticks: number[];
}

export function linear(low: number, high: number, from: number, to: number, parts = 6): Scale {
  const span = high - low || 1;
  return { at: (value) => from + ((value - low) / span) * (to - from), ticks: ticks(low, high, parts) };
}

export function logarithmic(low: number, high: number, from: number, to: number): Scale {
  const [a, b] = [Math.log10(low), Math.log10(high)];
  const all: number[] = [];
  const wide = b - a > 3.2;
  for (let decade = Math.floor(a); decade <= Math.ceil(b); ++decade)
    for (const k of wide ? [1] : [1, 2, 5]) {
      const value = Number((k * 10 ** decade).toPrecision(3));
      if (value >= low * 0.999 && value <= high * 1.001) all.push(value);
    }
  if (all.length < 2) all.splice(0, all.length, ...ticks(low, high, 5).filter((value) => value > 0)); // a part of a decade
  return { at: (value) => from + ((Math.log10(Math.max(value, 1e-2 * low)) - a) / (b - a || 1)) * (to - from), ticks: all };
}

export function bottomAxis(scale: Scale, y: number, top: number, label: string, middle: number): SVGElement[] {
  return [
    ...scale.ticks.flatMap((value) => [
      svg("line", { class: "grid-line", x1: scale.at(value), x2: scale.at(value), y1: top, y2: y }),
      svg("text", { class: "tick", x: scale.at(value), y: y + 16, "text-anchor": "middle" }, shown(value, 3)),
    ]),
    svg("text", { class: "axis", x: middle, y: y + 36, "text-anchor": "middle" }, label),
  ];
}

export function leftAxis(scale: Scale, x: number, right: number, label: string, middle: number): SVGElement[] {
  return [
    ...scale.ticks.flatMap((value) => [
      svg("line", { class: "grid-line", x1: x, x2: right, y1: scale.at(value), y2: scale.at(value) }),
      svg("text", { class: "tick", x: x - 7, y: scale.at(value) + 4, "text-anchor": "end" }, shown(value, 3)),
    ]),
    svg("text", { class: "axis", x: 13, y: middle, "text-anchor": "middle", transform: `rotate(-90 13 ${middle})` }, label),
  ];
}

// The ends of an axis of which a part is shown.
export function part(low: number, high: number, log: boolean, view: { from: number; to: number }): [number, number] {
  if (!log) return [low + view.from * (high - low), low + view.to * (high - low)];
  const [a, b] = [Math.log10(low), Math.log10(high)];
  return [10 ** (a + view.from * (b - a)), 10 ** (a + view.to * (b - a))];
}

let windows = 0;
// What is drawn inside is seen within these bounds alone.
export function windowOf(left: number, top: number, right: number, bottom: number, inside: Node[]): SVGElement[] {
  const id = `window-${++windows}`;
  return [
    svg("clipPath", { id }, svg("rect", { x: left, y: top, width: right - left, height: bottom - top })),
    svg("g", { "clip-path": `url(#${id})` }, ...inside),
  ];
}
