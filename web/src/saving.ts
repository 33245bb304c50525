// What the reader takes away: pictures and tables.

import { colour, seriesColour } from "./theme";

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

export interface LegendEntry {
  name: string;
  series: number;
  dashed?: boolean;
  box?: boolean;
}

// A canvas on the colour of the page, with its title above and what its colours mean below.
export function saveCanvas(name: string, title: string, canvas: HTMLCanvasElement, legend: LegendEntry[] = [], scale = devicePixelRatio || 1): void {
  const copy = document.createElement("canvas");
  const px = (n: number) => Math.round(n * scale);
  const draw = copy.getContext("2d")!;
  const font = `${px(13)}px system-ui, sans-serif`;
  draw.font = font;
  // entries from left to right, in as many lines as they need
  let [x, line] = [px(12), 0];
  const places = legend.map((entry) => {
    const wide = px(26) + draw.measureText(entry.name).width + px(18);
    if (x > px(12) && x + wide > canvas.width) (x = px(12)), ++line;
    const place = { x, line, entry };
    x += wide;
    return place;
  });
  const head = px(34);
  copy.width = canvas.width + px(24);
  copy.height = head + canvas.height + (legend.length ? px(22) * (line + 1) : 0) + px(12);
  draw.fillStyle = colour("paper");
  draw.fillRect(0, 0, copy.width, copy.height);
  draw.fillStyle = colour("ink");
  draw.font = `600 ${px(15)}px system-ui, sans-serif`;
  draw.fillText(title, px(12), px(23), copy.width - px(24));
  draw.drawImage(canvas, px(12), head);
  draw.font = font;
  for (const { x: left, line: row, entry } of places) {
    const y = head + canvas.height + px(22) * row + px(12);
    draw.fillStyle = draw.strokeStyle = seriesColour(entry.series);
    draw.lineWidth = px(2.5);
    draw.setLineDash(entry.dashed ? [px(5), px(4)] : []);
    if (entry.box) draw.fillRect(left, y - px(5), px(18), px(10));
    else draw.beginPath(), draw.moveTo(left, y), draw.lineTo(left + px(18), y), draw.stroke();
    draw.fillStyle = colour("ink");
    draw.fillText(entry.name, left + px(26), y + px(4.5));
  }
  copy.toBlob((blob) => blob && saveBlob(name, blob));
}

function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  save(name, url);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// A drawing of ours: its colours are those of the page at this moment.
export function saveDrawing(name: string, title: string, drawing: SVGElement, legend: LegendEntry[] = []): void {
  const copy = drawing.cloneNode(true) as SVGElement;
  const [, , width, height] = drawing.getAttribute("viewBox")!.split(" ").map(Number);
  copy.setAttribute("width", String(width)), copy.setAttribute("height", String(height));
  const originals = drawing.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((part, k) => {
    const style = getComputedStyle(originals[k]);
    for (const property of ["fill", "stroke", "stroke-width", "stroke-linecap", "font", "text-anchor", "opacity", "stroke-dasharray"])
      (part as SVGElement).style.setProperty(property, style.getPropertyValue(property));
  });
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2 * width, canvas.height = 2 * height;
    const draw = canvas.getContext("2d")!;
    draw.drawImage(image, 0, 0, canvas.width, canvas.height);
    saveCanvas(name, title, canvas, legend, 2);
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
}
