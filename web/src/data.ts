// What the program put into the page.

export type Json = any; // documents of commands: read tolerantly, member by member

export interface Column {
  name: string;
  values: Float64Array;
}

export interface Table {
  name: string;
  rows: number;
  columns: Column[];
}

export interface Document {
  name: string;
  kind: string;
  value: Json;
}

export interface Body {
  link: string;
  joint: string;
  parent: number;
  revolute: boolean;
  origin: number[]; // of its joint, in the link's frame
  axis: number[];
  mass: number;
  centre: number[] | null;
  ellipsoid: { axes: number[]; rotation: number[] } | null;
  ends: { name: string; at: number[] }[];
}

export interface Drive {
  name: string;
  slides: boolean;
  lower: number | null;
  upper: number | null;
  velocity: number | null;
  torque: number | null;
  coulomb: number;
  viscous: number;
  offset: number;
}

export interface RobotScene {
  name: string;
  file: string;
  source: string;
  floating: boolean;
  physical: boolean;
  gravity: number[];
  base_link: string;
  bodies: Body[];
  drives: Drive[];
  run_time: string[];
  cases: Record<string, Json[]>;
}

export interface Chapter {
  title: string;
  robot: number | null;
  documents: Document[];
  tables: Table[];
}

export interface PageData {
  title: string;
  program: string;
  robots: RobotScene[];
  chapters: Chapter[];
}

function numbers(base64: string): Float64Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  return new Float64Array(bytes.buffer);
}

export function readData(): PageData {
  const data = JSON.parse(document.getElementById("data")!.textContent!) as PageData;
  for (const chapter of data.chapters)
    for (const table of chapter.tables)
      for (const column of table.columns) column.values = numbers(column.values as unknown as string);
  return data;
}

export function columnOf(table: Table, name: string): Float64Array | null {
  return table.columns.find((column) => column.name === name)?.values ?? null;
}

// Of a quantity per drive: "tau:shoulder" or "tau1".
export function driveColumn(table: Table, letter: string, drives: { name: string }[], j: number): Float64Array | null {
  return (drives[j] && columnOf(table, `${letter}:${drives[j].name}`)) ?? columnOf(table, `${letter}${j + 1}`);
}

export function timeOf(table: Table): Float64Array | null {
  return columnOf(table, "t") ?? columnOf(table, "time");
}
