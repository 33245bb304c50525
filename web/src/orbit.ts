// Looks at a point from around it: by pointer, wheel (while it has the focus) and keys.

import { PerspectiveCamera, Vector3 } from "three";

export class Orbit {
  readonly target = new Vector3();
  distance = 2;
  chosen = false; // the distance is the reader's
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
    this.chosen = true;
    this.distance *= factor;
    this.place();
  }

  // As near as all of these points, and a margin around them, are seen from this side; the target is in their middle.
  fit(points: Vector3[], margin: number): void {
    if (!points.length) return;
    const { right, above, forward } = this.axes();
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    const wide = tall * this.camera.aspect;
    for (let pass = 0; pass < 4; ++pass) {
      const from = points.map((point) => new Vector3().subVectors(point, this.target));
      const away = (v: Vector3) => Math.max((Math.abs(v.dot(right)) + margin) / wide, (Math.abs(v.dot(above)) + margin) / tall) - v.dot(forward);
      this.distance = Math.max(1e-3, ...from.map(away));
      // as a picture shows it, so nearer points count more
      const middle = (axis: Vector3) => {
        const seen = from.map((v) => v.dot(axis) / (this.distance + v.dot(forward)));
        return ((Math.min(...seen) + Math.max(...seen)) / 2) * this.distance;
      };
      if (pass < 3) this.target.addScaledVector(right, middle(right)).addScaledVector(above, middle(above));
    }
    this.place();
  }

  sees(point: Vector3): boolean {
    const { right, above, forward } = this.axes();
    const from = new Vector3().subVectors(point, this.target);
    const far = this.distance + from.dot(forward);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    return far > 0 && Math.abs(from.dot(above)) < far * tall && Math.abs(from.dot(right)) < far * tall * this.camera.aspect;
  }

  private axes(): { right: Vector3; above: Vector3; forward: Vector3 } {
    const flat = Math.cos(this.elevation);
    const forward = new Vector3(-flat * Math.cos(this.azimuth), -flat * Math.sin(this.azimuth), -Math.sin(this.elevation));
    const right = new Vector3().crossVectors(forward, this.camera.up).normalize();
    return { right, above: new Vector3().crossVectors(right, forward), forward };
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
