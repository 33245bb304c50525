// Looks at a point from around it: by pointer, wheel (while it has the focus) and keys.

import { PerspectiveCamera, Vector3 } from "three";

export class Orbit {
  readonly target = new Vector3();
  distance = 2;
  private azimuth = -0.9;
  private elevation = 0.42;

  constructor(
    private readonly camera: PerspectiveCamera,
    canvas: HTMLCanvasElement,
    private readonly changed: () => void,
  ) {
    camera.up.set(0, 0, 1);
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      canvas.focus();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      this.turn(-0.008 * event.movementX, 0.008 * event.movementY);
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (document.activeElement !== canvas) return;
        event.preventDefault();
        this.zoom(Math.exp(0.001 * event.deltaY));
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const acts: Record<string, () => void> = {
        ArrowLeft: () => this.turn(0.1, 0),
        ArrowRight: () => this.turn(-0.1, 0),
        ArrowUp: () => this.turn(0, 0.1),
        ArrowDown: () => this.turn(0, -0.1),
        "+": () => this.zoom(0.87),
        "-": () => this.zoom(1.15),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  turn(azimuth: number, elevation: number): void {
    this.azimuth += azimuth;
    this.elevation = Math.max(-1.5, Math.min(1.5, this.elevation + elevation));
    this.place();
  }

  zoom(factor: number): void {
    this.distance *= factor;
    this.place();
  }

  place(): void {
    const flat = this.distance * Math.cos(this.elevation);
    this.camera.position.set(
      this.target.x + flat * Math.cos(this.azimuth),
      this.target.y + flat * Math.sin(this.azimuth),
      this.target.z + this.distance * Math.sin(this.elevation),
    );
    this.camera.lookAt(this.target);
    this.changed();
  }
}
