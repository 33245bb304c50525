// The plots of a recording: torques, errors, positions, velocities, accelerations, drive by drive.

import { driveColumn, timeOf, type Drive, type RobotScene, type Table } from "./data";
import { element } from "./element";
import { grid } from "./figure";
import { TimePlot, type Series, type TimePlotOptions } from "./time_plot";

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
    series: [["qdd", "measured"], ["qddref", "wanted", true]],
  },
];

// Told when the reader looks at a plot: the robot then moves along its log.
export type Use = () => void;

type Named = { name: string; slides: boolean };

function plotsOf(table: Table, drives: Named[], use: Use, make: (j: number, drive: Named) => Omit<TimePlotOptions, "times"> | null): HTMLElement[] {
  const times = timeOf(table)!;
  return drives.flatMap((drive, j) => {
    const options = make(j, drive);
    return options && options.series.length ? [timePlot({ ...options, times, use })] : [];
  });
}
export function timePlot(options: TimePlotOptions): HTMLElement {
  const plot = new TimePlot(options);
  ((window as any).tauforgePlots ??= []).push(plot); // for whoever measures
  return plot.figure;
}

// Measured against predicted torques, and what is left: of the reduced model and, where the log has them, of all parameters.
// The filter of the motion reaches as far as its period, and at the ends of a log it knows one side alone: shaded.
export function residualPlots(table: Table, drives: Named[], cutoff: number | null, use: Use): HTMLElement[] {
  const times = timeOf(table)!;
  const edge = cutoff ? 1 / cutoff : 0;
  const shaded: [number, number][] = edge ? [[times[0], times[0] + edge], [times[times.length - 1] - edge, times[times.length - 1]]] : [];
  const of = (column: string, head: string): HTMLElement[] => {
    const made = plotsOf(table, drives, use, (j, drive) => {
      const measured = driveColumn(table, "tau", drives, j);
      const predicted = driveColumn(table, column, drives, j);
      if (!measured || !predicted) return null;
      return {
        title: `Torque of ${drive.name}, ${head}`,
        quantity: "torque",
        unit: drive.slides ? "N" : "N m",
        shaded,
        series: [
          { name: "measured", values: measured },
          { name: "predicted", values: predicted, dashed: true },
          { name: "residual", values: difference(measured, predicted) },
        ],
      };
    });
    return made.length ? [element("h3", {}, `Measured and predicted torques, ${head}`), grid(...made)] : [];
  };
  const reduced = of("predicted", "reduced model");
  const whole = of("identified", "all parameters"); // as bodies that can exist have them
  const note = element("p", { class: "quiet" }, `Shaded, the first and last ${Math.round(1000 * edge)} ms: there the filter of the motion knows one side alone, and a start with a jolt is smoothed away.`);
  return [...(edge ? [note] : []), ...reduced, ...whole];
}

// Position minus wanted position [deg or mm].
export function trackingError(table: Table, drives: Named[], j: number): Float64Array | null {
  const q = driveColumn(table, "qtrue", drives, j) ?? driveColumn(table, "q", drives, j);
  const wanted = driveColumn(table, "qref", drives, j);
  return q && wanted && scaled(difference(q, wanted), drives[j]?.slides ? 1000 : degrees);
}

export function trackingPlots(table: Table, drives: Named[], use: Use): HTMLElement | null {
  const plots = plotsOf(table, drives, use, (j, drive) => {
    const error = trackingError(table, drives, j);
    if (!error) return null;
    return {
      title: `Tracking error of ${drive.name}`,
      quantity: "error",
      unit: drive.slides ? "mm" : "\u00b0",
      series: [{ name: "position \u2212 wanted", values: error }],
    };
  });
  return plots.length ? grid(...plots) : null;
}

// Everything else that a table has, under a heading each.
export function quantityPlots(table: Table, drives: Named[], use: Use, without: string[] = [], measured = "measured"): HTMLElement[] {
  return quantities.filter(({ heading }) => !without.includes(heading)).flatMap((quantity) => {
    const plots = plotsOf(table, drives, use, (j, drive) => {
      const series: Series[] = quantity.series.flatMap(([letter, name, dashed]) => {
        const values = driveColumn(table, letter, drives as Drive[], j);
        if (!values || (letter.endsWith("true") && values.every((v) => !Number.isFinite(v)))) return [];
        return [{ name: name === "measured" ? measured : name, values: scaled(values, quantity.turns && !drive.slides ? degrees : 1), dashed, hidden: letter === "qtrue" || letter === "tautrue" }];
      });
      return { title: quantity.title(drive.name), quantity: quantity.quantity, unit: quantity.unit(drive.slides), series };
    });
    return plots.length ? [element("h3", {}, quantity.heading), grid(...plots)] : [];
  });
}
