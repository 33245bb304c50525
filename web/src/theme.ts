// Light and dark: as the system has it, until the reader chooses. Canvases ask here for the colours of style.css.

type Theme = "light" | "dark";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let chosen: Theme | null = null;
let printing = false;

export function theme(): Theme {
  return printing ? "light" : chosen ?? (dark.matches ? "dark" : "light");
}

function apply(): void {
  document.documentElement.dataset.theme = theme();
  for (const listener of listeners) listener();
}

export function onTheme(listener: () => void): void {
  listeners.add(listener);
}

export function toggleTheme(): void {
  chosen = theme() === "dark" ? "light" : "dark";
  apply();
}

export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// Told apart by people who see red and green alike: after Okabe and Ito (2008), darker or lighter where contrast asks for it.
export function seriesColour(k: number): string {
  return colour(`series-${(k % 6) + 1}`);
}

export function startTheme(): void {
  dark.addEventListener("change", apply);
  addEventListener("beforeprint", () => ((printing = true), apply()));
  addEventListener("afterprint", () => ((printing = false), apply()));
  apply();
}
