// What was done, step by step, as the terminal told it: { "story": { "headline", "text", "trusted", "summary", "steps" } }.

import type { Json } from "./data";
import { element, table } from "./element";
import { verdict } from "./verdict";

type Cells = { head: string[]; rows: string[][]; caption?: string };

const cellsOf = (t: Json): HTMLElement | null => {
  const cells = t as Cells | undefined;
  return cells?.rows?.length ? table(cells.head, cells.rows, cells.caption ?? "") : null;
};

function stepOf(step: Json): HTMLElement {
  return element(
    "li",
    {},
    element("h3", {}, String(step.title)),
    ...(step.commands ?? []).map((command: string) => element("pre", { class: "command", tabindex: 0 }, `$ ${command}`)),
    ...(step.text ?? []).map((line: string) => element("p", {}, line)),
    cellsOf(step.table),
    step.listing ? element("details", {}, element("summary", {}, String(step.listing.title)), element("pre", { class: "listing", tabindex: 0 }, String(step.listing.text))) : null,
  );
}

export function story(document: Json): (HTMLElement | null)[] {
  const told = document.story ?? {};
  return [
    told.headline ? verdict(told.trusted === false ? "bad" : "good", told.headline, told.text ?? null) : null,
    cellsOf(told.summary),
    element("ol", { class: "story" }, ...(told.steps ?? []).map(stepOf)),
  ];
}
