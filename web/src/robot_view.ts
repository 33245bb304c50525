// The robot in three dimensions, from its kinematics alone: links as capsules between joints, joints as cylinders along their
// axes; frames, centres of mass and ellipsoids of inertia as switches.

import {
  AmbientLight,
  ArrowHelper,
  CylinderGeometry,
  DirectionalLight,
  GridHelper,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  PerspectiveCamera,
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { element } from "./element";
import { Orbit } from "./orbit";
import type { Inputs, RobotModel } from "./robot_model";
import { colour, onTheme } from "./theme";

export type Switch = "frames" | "centres" | "ellipsoids";

const cylinder = new CylinderGeometry(1, 1, 1, 28);
const ball = new SphereGeometry(1, 28, 18);
const up = new Vector3(0, 1, 0); // of three's cylinders
const z = new Vector3(0, 0, 1);

class Capsule extends Group {
  private readonly shaft: Mesh;
  private readonly caps: Mesh[];
  constructor(
    material: MeshStandardMaterial,
    private readonly radius: number,
  ) {
    super();
    this.shaft = new Mesh(cylinder, material);
    this.caps = [new Mesh(ball, material), new Mesh(ball, material)];
    this.add(this.shaft, ...this.caps);
    for (const cap of this.caps) cap.scale.setScalar(radius);
  }
  between(a: Vector3, b: Vector3): void {
    const along = new Vector3().subVectors(b, a);
    const length = along.length();
    this.shaft.visible = length > 1e-9;
    this.shaft.position.addVectors(a, b).multiplyScalar(0.5);
    this.shaft.scale.set(this.radius, Math.max(length, 1e-9), this.radius);
    if (length > 1e-9) this.shaft.quaternion.setFromUnitVectors(up, along.divideScalar(length));
    this.caps[0].position.copy(a);
    this.caps[1].position.copy(b);
  }
}

export class RobotView {
  readonly canvas = element("canvas", {
    class: "robot",
    tabindex: 0,
    role: "img",
    "aria-label": "The robot in three dimensions. Arrows turn the view, plus and minus zoom.",
  });
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(32, 1, 0.01, 200);
  private readonly orbit: Orbit;
  private readonly links: { capsule: Capsule; from: number; at: number; local: Vector3 | null }[] = [];
  private readonly joints: Mesh[] = [];
  private readonly extras: Record<Switch, Object3D[]> = { frames: [], centres: [], ellipsoids: [] };
  private readonly poses: Matrix4[] = [];
  private readonly materials: Record<string, MeshStandardMaterial> = {};
  private readonly payload: Mesh;
  private readonly gravity: ArrowHelper;
  private ground: GridHelper | null = null;
  private reach = 1;
  private floor = 0;
  private seen: Vector3[] = []; // what the view was fitted to
  private pending = false;

  constructor(private readonly model: RobotModel) {
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.orbit = new Orbit(this.camera, this.canvas, () => this.render());
    const sun = new DirectionalLight(0xffffff, 2.4);
    sun.position.set(2, -3, 5);
    const fill = new DirectionalLight(0xffffff, 0.9);
    fill.position.set(-3, 2, 1);
    this.scene.add(new AmbientLight(0xffffff, 1.1), sun, fill);
    for (const name of ["link", "joint", "mass", "body", "load"])
      this.materials[name] = new MeshStandardMaterial({ roughness: 0.55, metalness: 0.05 });
    this.materials.body.transparent = true;
    this.materials.body.opacity = 0.38;
    this.materials.body.depthWrite = false;
    this.payload = new Mesh(ball, this.materials.load);
    this.gravity = new ArrowHelper(new Vector3(0, 0, -1), new Vector3(), 0.2);
    this.build();
    this.scene.add(this.payload, this.gravity);
    this.paint();
    onTheme(() => this.paint());
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  show(what: Switch, visible: boolean): void {
    for (const object of this.extras[what]) object.visible = visible;
    this.materials.link.transparent = what === "ellipsoids" ? visible : this.materials.link.transparent;
    this.materials.link.opacity = this.materials.link.transparent ? 0.35 : 1;
    this.materials.link.needsUpdate = true;
    this.render();
  }

  // Where everything is for these positions.
  pose(inputs: Inputs): void {
    const X = this.model.call("forward_kinematics", inputs);
    this.model.scene.bodies.forEach((body, i) => {
      const [xx, xy, xz, yx, yy, yz, zx, zy, zz, px, py, pz] = X.subarray(12 * i, 12 * i + 12);
      this.poses[i] = new Matrix4().set(xx, xy, xz, px, yx, yy, yz, py, zx, zy, zz, pz, 0, 0, 0, 1);
      const joint = this.joints[i];
      joint.position.copy(this.point(i, body.origin));
      const axis = new Vector3(...body.axis).transformDirection(this.poses[i]);
      joint.quaternion.setFromUnitVectors(up, axis);
    });
    for (const { capsule, from, at, local } of this.links)
      capsule.between(
        from < 0 ? new Vector3() : this.point(from, this.model.scene.bodies[from].origin),
        local ? local.clone().applyMatrix4(this.poses[at]) : this.point(at, this.model.scene.bodies[at].origin),
      );
    for (const objects of Object.values(this.extras))
      for (const object of objects) {
        object.matrix.copy(this.poses[object.userData.body]).multiply(object.userData.local);
        object.matrixWorldNeedsUpdate = true;
      }
    const last = this.poses.length - 1;
    const mass = inputs.payload[0];
    this.payload.visible = mass > 0;
    if (mass > 0) {
      this.payload.position.copy(this.point(last, inputs.payload.slice(1, 4).map((h) => h / mass)));
      this.payload.scale.setScalar(this.reach * 0.022 * Math.cbrt(1 + mass));
    }
    const outside = this.points().filter((point) => !this.orbit.sees(point));
    if (this.seen.length && outside.length && !this.orbit.chosen) {
      this.seen.push(...outside);
      this.look();
    }
    const g = new Vector3(...inputs.gravity);
    this.gravity.visible = g.length() > 0;
    if (g.length() > 0) this.gravity.setDirection(g.normalize());
    this.render();
  }

  private point(body: number, local: number[]): Vector3 {
    return new Vector3(...local).applyMatrix4(this.poses[body]);
  }

  private build(): void {
    const { bodies } = this.model.scene;
    const start = this.model.initial();
    this.pose0(start);
    const origins = bodies.map((body, i) => this.point(i, body.origin));
    const corners = [new Vector3(), ...origins, ...bodies.flatMap((body, i) => body.ends.map((end) => this.point(i, end.at)))];
    const low = corners.reduce((a, b) => a.clone().min(b));
    const high = corners.reduce((a, b) => a.clone().max(b));
    // how far it could stretch
    const along = bodies.map((body, i) => origins[i].distanceTo(body.parent < 0 ? new Vector3() : origins[body.parent]));
    this.reach = Math.max(0.05, high.distanceTo(low), 0.75 * along.reduce((a, b) => a + b, 0));
    const thick = (i: number) => this.reach * Math.max(0.026, 0.056 - 0.005 * i);
    bodies.forEach((body, i) => {
      this.links.push(this.link(thick(i), body.parent, i, null));
      const radius = thick(i) * 1.22;
      const joint = new Mesh(cylinder, this.materials.joint);
      joint.scale.set(radius, radius * (body.revolute ? 1.9 : 3.4), radius);
      if (!body.revolute) joint.scale.set(radius * 0.8, radius * 3.4, radius * 0.8);
      this.joints.push(joint);
      this.scene.add(joint);
      const leaf = !bodies.some((other) => other.parent === i);
      for (const end of body.ends)
        if (this.point(i, end.at).distanceTo(origins[i]) > 0.02 * this.reach && (leaf || body.ends.length > 1))
          this.links.push(this.link(thick(i + 1), i, i, new Vector3(...end.at)));
      if (leaf && this.links[this.links.length - 1].local === null) {
        // a last link without a tool still has an extent: to beyond its centre of mass
        const centre = new Vector3(...(body.centre ?? body.origin));
        const origin = new Vector3(...body.origin);
        const far = centre.distanceTo(origin) > 0.03 * this.reach;
        const stub = origin.clone().addScaledVector(new Vector3(...body.axis), 0.07 * this.reach);
        this.links.push(this.link(thick(i + 1), i, i, far ? centre : stub));
      }
      this.extra("frames", i, frame(this.reach * 0.1), new Matrix4());
      if (body.centre) {
        const at = new Matrix4().makeTranslation(...(body.centre as [number, number, number]));
        const dot = new Mesh(ball, this.materials.mass);
        this.extra("centres", i, dot, at.clone().scale(new Vector3().setScalar(this.reach * 0.017)));
        if (body.ellipsoid) {
          const [a, b, c, d, e, f, g, h, k] = body.ellipsoid.rotation; // column by column
          const turn = new Matrix4().set(a, d, g, 0, b, e, h, 0, c, f, k, 0, 0, 0, 0, 1);
          const size = new Vector3(...body.ellipsoid.axes.map((axis) => Math.max(axis, 1e-4 * this.reach)));
          this.extra("ellipsoids", i, new Mesh(ball, this.materials.body), at.clone().multiply(turn).scale(size));
        }
      }
    });
    // An arm whose shoulder is where its base is stands on a column, so that it can reach below.
    const shoulder = origins[Math.min(1, origins.length - 1)];
    this.floor = shoulder.z > 0.2 * this.reach || low.z < -0.05 * this.reach ? Math.min(0, low.z) : -0.45 * this.reach;
    this.scene.add(...stand(this.reach, this.floor, thick(0), this.materials.link));
    this.gravity.setLength(this.reach * 0.2, this.reach * 0.05, this.reach * 0.028);
    this.gravity.position.set(-0.24 * this.reach, -0.2 * this.reach, this.floor + 0.25 * this.reach);
    this.pose(start);
    this.frame([start]);
  }

  // Looks so that the robot fills the stage at all of these positions.
  frame(all: Inputs[]): void {
    this.seen = [new Vector3(0, 0, this.floor)];
    for (const inputs of all) {
      this.pose0(inputs);
      this.seen.push(...this.points());
    }
    this.look();
  }

  // From the side that is set, as near as everything can be seen.
  private look(): void {
    if (this.orbit.chosen) return this.orbit.place();
    this.orbit.fit(this.seen, 0.11 * this.reach); // links have a thickness
  }

  // Joints, ends and centres of the robot as it stands.
  private points(): Vector3[] {
    return this.model.scene.bodies.flatMap((body, i) => [this.point(i, body.origin), ...body.ends.map((end) => this.point(i, end.at))]);
  }

  private pose0(inputs: Inputs): void {
    const X = this.model.call("forward_kinematics", inputs);
    this.model.scene.bodies.forEach((_, i) => {
      const [xx, xy, xz, yx, yy, yz, zx, zy, zz, px, py, pz] = X.subarray(12 * i, 12 * i + 12);
      this.poses[i] = new Matrix4().set(xx, xy, xz, px, yx, yy, yz, py, zx, zy, zz, pz, 0, 0, 0, 1);
    });
  }

  private link(radius: number, from: number, at: number, local: Vector3 | null) {
    const capsule = new Capsule(this.materials.link, radius);
    this.scene.add(capsule);
    return { capsule, from, at, local };
  }

  private extra(what: Switch, body: number, object: Object3D, local: Matrix4): void {
    object.matrixAutoUpdate = false;
    object.visible = false;
    object.userData = { body, local };
    this.extras[what].push(object);
    this.scene.add(object);
  }

  private paint(): void {
    this.scene.background = null;
    this.renderer.setClearColor(colour("stage"));
    for (const [name, material] of Object.entries(this.materials)) material.color.set(colour(`robot-${name}`));
    this.gravity.setColor(colour("soft"));
    if (this.ground) this.scene.remove(this.ground);
    this.ground = new GridHelper(4 * this.reach, 16, colour("line"), colour("line"));
    this.ground.quaternion.copy(new Quaternion().setFromUnitVectors(up, z));
    this.ground.position.z = this.floor;
    this.scene.add(this.ground);
    this.render();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.look();
  }

  private render(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.renderer.render(this.scene, this.camera);
    });
  }
}

// What it stands on: a plate, and a column where its base is above the floor.
function stand(reach: number, floor: number, thick: number, material: MeshStandardMaterial): Mesh[] {
  const upright = (radius: number, bottom: number, top: number) => {
    const made = new Mesh(cylinder, material);
    made.scale.set(radius, top - bottom, radius);
    made.quaternion.setFromUnitVectors(up, z);
    made.position.set(0, 0, (top + bottom) / 2);
    return made;
  };
  const plate = upright(0.1 * reach, floor, floor + 0.02 * reach);
  return floor < -0.1 * reach ? [plate, upright(1.25 * thick, floor, 0)] : [plate];
}

// Axes x, y, z; besides their colours told apart by their lengths.
function frame(size: number): Group {
  const axes = new Group();
  const colours = [0xd55e00, 0x009e73, 0x0072b2];
  [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].forEach((direction, k) => {
    const length = size * (0.75 + 0.25 * k);
    axes.add(new ArrowHelper(direction, new Vector3(), length, colours[k], 0.25 * length, 0.13 * length));
  });
  return axes;
}
