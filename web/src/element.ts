// Elements of the page. Text enters as text, never as markup: names from files may hold anything.

type Child = Node | string | null | undefined | false;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  append(made, children);
  return made;
}

export function svg(tag: string, attributes: Record<string, string | number> = {}, ...children: Child[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  append(made, children);
  return made;
}

function append(to: Element, children: Child[]): void {
  for (const child of children) if (child) to.append(child);
}

// A button that works by click and by keyboard.
export function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", title }, text);
  made.addEventListener("click", act);
  return made;
}

export function section(title: string, ...children: Child[]): HTMLElement {
  const id = identifierOf(title);
  return element("section", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...children);
}

const taken = new Set<string>();
export function identifierOf(title: string): string {
  const stem = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "part";
  let id = stem;
  for (let k = 2; taken.has(id); ++k) id = `${stem}-${k}`;
  taken.add(id);
  return id;
}

export function table(head: string[], rows: Child[][], caption = ""): HTMLElement {
  const made = element(
    "table",
    {},
    caption ? element("caption", {}, caption) : null,
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
    element(
      "tbody",
      {},
      ...rows.map((row) =>
        element("tr", {}, ...row.map((cell, k) => (k === 0 ? element("th", { scope: "row" }, cell) : element("td", {}, cell)))),
      ),
    ),
  );
  return element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": caption || "table" }, made);
}
