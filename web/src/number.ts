// Numbers as people read them.

const minus = (text: string) => text.replaceAll("-", "\u2212");

export function shown(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "\u2212\u221e";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(Math.max(0, digits - 2)).split("e");
    return minus(`${mantissa}\u00b710${superscript(Number(exponent))}`);
  }
  return minus(String(Number(value.toPrecision(digits))));
}

const raised = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
function superscript(value: number): string {
  return (value < 0 ? "\u207b" : "") + [...String(Math.abs(value))].map((digit) => raised[Number(digit)]).join("");
}

// Units of files in the letters of print.
export function unitText(unit: string): string {
  return unit.replaceAll("^2", "\u00b2").replaceAll("^3", "\u00b3").replaceAll(" ", "\u00a0");
}

export function percent(value: number | null | undefined, digits = 3): string {
  return value === null || value === undefined ? "\u2013" : `${shown(value, digits)}\u00a0%`;
}

export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// Of a duration in nanoseconds.
export function duration(ns: number): string {
  if (ns < 1e3) return `${shown(ns, 3)}\u00a0ns`;
  if (ns < 1e6) return `${shown(ns / 1e3, 3)}\u00a0\u00b5s`;
  if (ns < 1e9) return `${shown(ns / 1e6, 3)}\u00a0ms`;
  return `${shown(ns / 1e9, 3)}\u00a0s`;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// Round values that divide a range into about `parts`.
export function ticks(low: number, high: number, parts: number): number[] {
  const step0 = (high - low) / Math.max(1, parts);
  if (!(step0 > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(step0));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= step0)!;
  const all: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) all.push(k * step);
  return all;
}
