// tauforge derive --trade-off: operations against torque error, a point for every error that was allowed.

import { curves } from "./curve";
import type { Json } from "./data";

export function tradeOff(result: Json): HTMLElement | null {
  const points: Json[] = (result.trade_off?.points ?? []).filter((p: Json) => p.calculations > 0 && Math.max(...(p.bound_shares ?? [0])) > 0);
  if (points.length < 2) return null;
  const x = points.map((p) => p.calculations);
  return curves(
    {
      title: "What abbreviation costs and what it saves",
      xLabel: "operations of the whole model",
      yLabel: "torque error",
      yUnit: "% of the largest",
      logY: true,
      caption: `Every point is a model of its own: the fewer operations, the larger the error. In full it takes ${result.trade_off.full}.`,
    },
    [
      { name: "proved bound, worst joint", x, y: points.map((p) => 100 * Math.max(...p.bound_shares)), notes: points.map((p) => `${p.dropped} terms dropped`) },
      { name: "allowed", x, y: points.map((p) => 100 * p.allowed_share) },
    ],
  );
}
