// What the torques lose by being computed at two rates: { "two_rate_loss": [{ "motion", "background", "percent" }] }.

import { bars } from "./bars";
import type { Json } from "./data";
import { shown } from "./number";
import { verdict } from "./verdict";

export function twoRateLoss(document: Json): HTMLElement[] {
  const all: Json[] = document.two_rate_loss ?? [];
  const motions = [...new Set(all.map((l) => String(l.motion)))];
  const backgrounds = [...new Set(all.map((l) => String(l.background)))];
  const lost = (motion: string, background: string): number | null => all.find((l) => l.motion === motion && l.background === background)?.percent ?? null;
  const worst = all.reduce((a, b) => (b.percent > a.percent ? b : a));
  return [
    verdict("note", `Two rates lose at most ${shown(worst.percent, 3)} % of the torques`, `${worst.motion}, background ${worst.background}. ${document.text ?? ""}`),
    bars("Torque lost by two rates beside one pass", "% of the largest torque", backgrounds.map((b) => `background ${b}`), motions.map((motion) => ({ label: motion, values: backgrounds.map((b) => lost(motion, b)) })),
      "The largest difference of a joint over its largest torque, the worst of joints 1 to 3."),
  ];
}
