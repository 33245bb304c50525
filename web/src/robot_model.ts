// The robot's own generated functions, and whether they give in this browser what the templates gave.

import type { RobotScene } from "./data";

interface Generated {
  call: (...values: unknown[]) => unknown;
  reads: string[];
  gives: { name: string; size: number }[];
}

export interface Inputs {
  q: number[];
  qd: number[];
  qdd: number[];
  payload: number[]; // mass, first moments, inertia about the origin of the last link
  gravity: number[];
  friction: number[]; // per drive: coulomb, viscous, offset
}

export class RobotModel {
  private readonly functions: Record<string, Generated>;
  private readonly setup: ((...values: unknown[]) => unknown) | null;

  constructor(
    readonly scene: RobotScene,
    index: number,
  ) {
    const generated = (window as any).tauforgeRobots[index];
    this.functions = generated.functions;
    this.setup = generated.setup;
  }

  has(name: string): boolean {
    return name in this.functions;
  }

  // Inputs at rest, as the file has them; joints in the middle of their range where zero is not within it.
  initial(): Inputs {
    const { drives, gravity } = this.scene;
    const middle = drives.map(({ lower, upper }) =>
      lower !== null && upper !== null && (lower > 0 || upper < 0) ? (lower + upper) / 2 : 0,
    );
    const base = this.scene.floating;
    const rest = new Array(drives.length + (base ? 6 : 0)).fill(0);
    return {
      q: base ? [0, 0, 0, 0, 0, 0, 1, ...middle] : middle,
      qd: [...rest],
      qdd: [...rest],
      payload: new Array(10).fill(0),
      gravity: [...gravity],
      friction: drives.flatMap(({ coulomb, viscous, offset }) => [coulomb, viscous, offset]),
    };
  }

  call(name: string, inputs: Inputs): Float64Array {
    const generated = this.functions[name];
    const constants = this.setup ? this.setup(...this.scene.run_time.map((word) => inputs[word as keyof Inputs])) : null;
    const outputs = generated.gives.map(({ size }) => new Float64Array(size));
    generated.call(...generated.reads.map((word) => (word === "constants" ? constants : inputs[word as keyof Inputs])), ...outputs);
    if (outputs.length === 1) return outputs[0];
    return Float64Array.from(outputs.flatMap((output) => [...output]));
  }

  // The largest deviation from the templates' answers as a share of the largest result, and whether all are within tolerance.
  selfTest(): { states: number; deviation: number; fine: boolean } {
    let states = 0;
    let deviation = 0;
    let fine = true;
    for (const [name, cases] of Object.entries(this.scene.cases)) {
      const largest = Math.max(1e-300, ...cases.flatMap((c) => c.expected.map(Math.abs)));
      for (const c of cases) {
        const got = this.call(name, c as Inputs);
        ++states;
        c.expected.forEach((expected: number, k: number) => {
          const off = Math.abs(got[k] - expected);
          if (!(off <= c.tolerance[k])) fine = false;
          deviation = Math.max(deviation, off / largest);
        });
      }
    }
    return { states, deviation, fine };
  }
}
