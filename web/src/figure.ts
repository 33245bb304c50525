// The frame of everything that is drawn: a title, what to do with it, a caption.

import { button, element } from "./element";

export interface Saves {
  png: () => void;
  csv: () => void;
}

export function figure(title: string, body: Node, saves: Saves, caption = "", tools: Node[] = []): HTMLElement {
  const bar = element(
    "div",
    { class: "tools" },
    ...tools,
    button("PNG", `Save "${title}" as a picture`, saves.png),
    button("CSV", `Save the numbers of "${title}"`, saves.csv),
  );
  return element(
    "figure",
    {},
    element("div", { class: "figure-head" }, element("h4", {}, title), bar),
    body,
    caption ? element("figcaption", {}, caption) : null,
  );
}

export function grid(...figures: Node[]): HTMLElement {
  return element("div", { class: "grid" }, ...figures);
}
