// One time for the robot and all plots.

export class TimeCursor {
  t = 0;
  first = 0;
  last = 0;
  speed = 1;
  private listeners = new Set<() => void>();
  private frame = 0;
  private before = 0;

  get playing(): boolean {
    return this.frame !== 0;
  }

  listen(listener: () => void): void {
    this.listeners.add(listener);
  }

  set(t: number): void {
    this.t = Math.min(this.last, Math.max(this.first, t));
    for (const listener of this.listeners) listener();
  }

  range(first: number, last: number): void {
    this.first = first;
    this.last = last;
    this.set(this.t);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.t >= this.last) this.t = this.first;
    this.before = performance.now();
    const step = (now: number) => {
      const next = this.t + (this.speed * (now - this.before)) / 1000;
      this.before = now;
      this.frame = next < this.last ? requestAnimationFrame(step) : 0;
      this.set(next);
    };
    this.frame = requestAnimationFrame(step);
    this.set(this.t);
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.set(this.t);
  }
}

export const cursor = new TimeCursor();

// The last sample at or before t.
export function sampleAt(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}
