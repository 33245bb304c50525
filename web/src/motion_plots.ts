// The plots of a recording: torques, errors, positions, velocities, accelerations, drive by drive.

import { driveColumn, timeOf, type Drive, type RobotScene, type Table } from "./data";
import { element } from "./element";
import { grid } from "./figure";
import { TimePlot, type Series } from "./time_plot";

const degrees = 180 / Math.PI;

function scaled(values: Float64Array, factor: number): Float64Array {
  return factor === 1 ? values : values.map((v) => v * factor);
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((v, k) => v - b[k]);
}

// Names of drives where no robot tells them: from the columns themselves.
export function drivesOf(table: Table, robot: RobotScene | null): { name: string; slides: boolean }[] {
  if (robot) return robot.drives;
  const named = table.columns.map(({ name }) => /^(?:q|tau):(.*)$/.exec(name)?.[1]).filter((name): name is string => !!name);
  const found = [...new Set(named)];
  if (found.length) return found.map((name) => ({ name, slides: false }));
  let n = 0;
  while (table.columns.some(({ name }) => name === `q${n + 1}` || name === `tau${n + 1}`)) ++n;
  return Array.from({ length: n }, (_, j) => ({ name: `joint ${j + 1}`, slides: false }));
}

interface Quantity {
  heading: string;
  quantity: string;
  title: (drive: string) => string;
  unit: (slides: boolean) => string;
  turns: boolean; // in degrees where the drive turns
  series: [string, string, boolean?][]; // column, name, dashed
}

const quantities: Quantity[] = [
  {
    heading: "Torques",
    quantity: "torque",
    title: (d) => `Torque of ${d}`,
    unit: (s) => (s ? "N" : "N m"),
    turns: false,
    series: [["tau", "torque"], ["tautrue", "of the arm", true]],
  },
  {
    heading: "Positions",
    quantity: "position",
    title: (d) => `Position of ${d}`,
    unit: (s) => (s ? "m" : "\u00b0"),
    turns: true,
    series: [["q", "measured"], ["qref", "wanted", true], ["qtrue", "of the arm", true]],
  },
  {
    heading: "Velocities",
    quantity: "velocity",
    title: (d) => `Velocity of ${d}`,
    unit: (s) => (s ? "m/s" : "\u00b0/s"),
    turns: true,
    series: [["qd", "measured"], ["qdref", "wanted", true]],
  },
  {
    heading: "Accelerations",
    quantity: "acceleration",
    title: (d) => `Acceleration of ${d}`,
    unit: (s) => (s ? "m/s\u00b2" : "\u00b0/s\u00b2"),
    turns: true,
    series: [["qdd", "acceleration"], ["qddref", "wanted", true]],
  },
];

// Told when the reader looks at a plot: the robot then moves along its log.
export type Use = () => void;

function plotsOf(table: Table, drives: { name: string; slides: boolean }[], use: Use, make: (j: number, drive: { name: string; slides: boolean }) => Omit<Parameters<typeof create>[0], "times"> | null): HTMLElement[] {
  const times = timeOf(table)!;
  return drives.flatMap((drive, j) => {
    const options = make(j, drive);
    return options && options.series.length ? [create({ ...options, times, use })] : [];
  });
}
function create(options: ConstructorParameters<typeof TimePlot>[0]): HTMLElement {
  const plot = new TimePlot(options);
  ((window as any).tauforgePlots ??= []).push(plot); // for whoever measures
  return plot.figure;
}

// Measured against predicted torques, and what is left.
export function residualPlots(table: Table, drives: { name: string; slides: boolean }[], use: Use): HTMLElement {
  return grid(
    ...plotsOf(table, drives, use, (j, drive) => {
      const measured = driveColumn(table, "tau", drives, j);
      const predicted = driveColumn(table, "predicted", drives, j);
      const residual = driveColumn(table, "residual", drives, j) ?? (measured && predicted && difference(measured, predicted));
      if (!measured || !predicted || !residual) return null;
      return {
        title: `Torque of ${drive.name}`,
        quantity: "torque",
        unit: drive.slides ? "N" : "N m",
        series: [
          { name: "measured", values: measured },
          { name: "predicted", values: predicted, dashed: true },
          { name: "residual", values: residual },
        ],
      };
    }),
  );
}

export function trackingPlots(table: Table, drives: { name: string; slides: boolean }[], use: Use): HTMLElement | null {
  const plots = plotsOf(table, drives, use, (j, drive) => {
    const q = driveColumn(table, "qtrue", drives, j) ?? driveColumn(table, "q", drives, j);
    const wanted = driveColumn(table, "qref", drives, j);
    if (!q || !wanted) return null;
    return {
      title: `Tracking error of ${drive.name}`,
      quantity: "error",
      unit: drive.slides ? "mm" : "\u00b0",
      series: [{ name: "position \u2212 wanted", values: scaled(difference(q, wanted), drive.slides ? 1000 : degrees) }],
    };
  });
  return plots.length ? grid(...plots) : null;
}

// Everything else that a table has, under a heading each.
export function quantityPlots(table: Table, drives: { name: string; slides: boolean }[], use: Use, without: string[] = []): HTMLElement[] {
  return quantities.filter(({ heading }) => !without.includes(heading)).flatMap((quantity) => {
    const plots = plotsOf(table, drives, use, (j, drive) => {
      const series: Series[] = quantity.series.flatMap(([letter, name, dashed]) => {
        const values = driveColumn(table, letter, drives as Drive[], j);
        if (!values || (letter.endsWith("true") && values.every((v) => !Number.isFinite(v)))) return [];
        return [{ name, values: scaled(values, quantity.turns && !drive.slides ? degrees : 1), dashed, hidden: letter === "qtrue" || letter === "tautrue" }];
      });
      return { title: quantity.title(drive.name), quantity: quantity.quantity, unit: quantity.unit(drive.slides), series };
    });
    return plots.length ? [element("h3", {}, quantity.heading), grid(...plots)] : [];
  });
}
