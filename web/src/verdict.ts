// What came of it, before anything else.

import { element } from "./element";

export type Tone = "good" | "bad" | "note";

export function verdict(tone: Tone, headline: string, ...lines: (string | Node | null)[]): HTMLElement {
  const sign = { good: "\u2713", bad: "!", note: "" }[tone];
  return element(
    "div",
    { class: `verdict ${tone}`, role: "note" },
    element("strong", {}, (sign ? `${sign}\u2002` : "") + headline),
    ...lines.filter((line) => line !== null && line !== "").map((line) => (typeof line === "string" ? element("p", {}, line) : line)),
  );
}

export function facts(...all: ([string, string] | null)[]): HTMLElement {
  return element(
    "div",
    { class: "facts" },
    ...all.filter((fact) => fact !== null).map(([value, what]) => element("div", {}, element("b", {}, value), element("span", {}, what))),
  );
}

export function list(items: string[]): HTMLElement {
  return element("ul", { class: "plain" }, ...items.map((item) => element("li", {}, item)));
}
