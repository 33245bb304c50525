// What the reader takes away: pictures and tables.

import { colour } from "./theme";

function save(name: string, url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

export function fileName(title: string, ending: string): string {
  return (title.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "") || "tauforge") + ending;
}

export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  save(name, url);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Numbers read back exactly.
export function csvText(head: string[], columns: ArrayLike<number | null | undefined | string>[]): string {
  const cell = (value: number | string | null | undefined) =>
    value === null || value === undefined ? "nan" : typeof value === "number" ? String(value) : quoted(value);
  const lines = [head.map(quoted).join(",")];
  for (let row = 0; row < (columns[0]?.length ?? 0); ++row) lines.push(columns.map((column) => cell(column[row])).join(","));
  return lines.join("\n") + "\n";
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// A canvas on the colour of the page, with its title above.
export function saveCanvas(name: string, title: string, canvas: HTMLCanvasElement): void {
  const scale = devicePixelRatio || 1;
  const copy = document.createElement("canvas");
  const head = Math.round(34 * scale);
  copy.width = canvas.width + Math.round(24 * scale);
  copy.height = canvas.height + head + Math.round(12 * scale);
  const draw = copy.getContext("2d")!;
  draw.fillStyle = colour("paper");
  draw.fillRect(0, 0, copy.width, copy.height);
  draw.fillStyle = colour("ink");
  draw.font = `600 ${Math.round(15 * scale)}px system-ui, sans-serif`;
  draw.fillText(title, Math.round(12 * scale), Math.round(23 * scale));
  draw.drawImage(canvas, Math.round(12 * scale), head);
  copy.toBlob((blob) => blob && saveBlob(name, blob));
}

function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  save(name, url);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// A drawing of ours: its colours are those of the page at this moment.
export function saveDrawing(name: string, title: string, drawing: SVGElement): void {
  const copy = drawing.cloneNode(true) as SVGElement;
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("width", String(width)), copy.setAttribute("height", String(height));
  const originals = drawing.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((part, k) => {
    const style = getComputedStyle(originals[k]);
    for (const property of ["fill", "stroke", "stroke-width", "font", "text-anchor", "opacity", "stroke-dasharray"])
      (part as SVGElement).style.setProperty(property, style.getPropertyValue(property));
  });
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2 * width, canvas.height = 2 * height;
    const draw = canvas.getContext("2d")!;
    draw.drawImage(image, 0, 0, canvas.width, canvas.height);
    saveCanvas(name, title, canvas);
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
}
