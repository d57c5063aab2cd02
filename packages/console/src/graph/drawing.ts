// A graph on the page: what is seen of it, who is under the pointer, and the worker that paints it.
// In: a place on the page, the graph, its positions and look; pointers, wheel and fingers. Out: pictures, and what was pressed.

import { HIDDEN, type Look, pairsOf, radii, type Strokes, strokesOf } from "./look";
import { type GraphData, short } from "./model";
import type { PaintMessage, View } from "./paint.worker";
import { startPointing } from "./pointing";

const LABEL_LENGTH = 32;
const MARGIN = 48;
const [LEAST_SCALE, MOST_SCALE] = [0.02, 40];
/** A node is pressed within this many pixels of its middle, small as it may be. */
const REACH = 9;
/** After this long without a move the picture is painted in full, in ms. */
const REST_MS = 160;

export interface Pressed {
  choose(id: string | undefined): void;
  open(id: string): void;
}

export class Drawing {
  readonly #worker = new Worker(new URL("./paint.worker.ts", import.meta.url), { type: "module" });
  readonly #canvas = document.createElement("canvas");
  readonly #radii: Float32Array;
  readonly #places: ReadonlyMap<string, number>;
  readonly #stops: (() => void)[] = [];
  #size = { width: 1, height: 1 };
  #view: View = { x: 0, y: 0, scale: 1 };
  /** Until somebody moves it, the view follows the layout. */
  #isFitted = true;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #strokes: Strokes | null = null;
  positions: Float32Array;

  constructor(
    place: HTMLElement,
    readonly data: GraphData,
    positions: Float32Array,
    pressed: Pressed,
  ) {
    this.positions = positions;
    this.#radii = radii(data);
    this.#places = new Map(data.nodes.map(({ id }, at) => [id, at]));
    this.#canvas.className = "size-full touch-none";
    this.#canvas.ariaHidden = "true";
    place.append(this.#canvas);
    const offscreen = this.#canvas.transferControlToOffscreen();
    this.#tell({ type: "canvas", canvas: offscreen }, [offscreen]);
    this.#tell({
      type: "graph",
      labels: data.nodes.map(({ label }) => short(label.replace(/\s+/g, " "), LABEL_LENGTH)),
      radii: this.#radii,
      pairs: pairsOf(data),
    });
    const watch = new ResizeObserver(() => this.#resize());
    watch.observe(this.#canvas);
    this.#stops.push(() => watch.disconnect(), startPointing(this.#canvas, this, pressed));
    this.#resize();
    this.move(positions);
  }

  #tell(message: PaintMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #resize(): void {
    this.#size = { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    this.#tell({ type: "size", ...this.#size, ratio: devicePixelRatio });
    if (this.#isFitted) this.fit();
  }

  look(look: Look): void {
    this.#strokes = strokesOf(this.data, look);
    this.#tell({ type: "strokes", strokes: this.#strokes });
  }

  /** Positions are x and y in the order of the nodes. */
  move(positions: Float32Array): void {
    this.positions = positions;
    this.#tell({ type: "positions", positions });
    if (this.#isFitted) this.fit();
  }

  #show(view: View): void {
    this.#view = view;
    this.#tell({ type: "view", view, isMoving: true });
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#tell({ type: "view", view: this.#view, isMoving: false }), REST_MS);
  }

  /** All of it, in the middle. */
  fit(): void {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.positions.length; at += 2) {
      const [x, y] = [this.positions[at] as number, this.positions[at + 1] as number];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    const { width, height } = this.#size;
    const scale = clamp(Math.min((width - 2 * MARGIN) / (right - left || 1), (height - 2 * MARGIN) / (bottom - top || 1)));
    this.#isFitted = true;
    this.#show({ scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 });
  }

  pan(dx: number, dy: number): void {
    this.#isFitted = false;
    this.#show({ ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy });
  }

  /** About a point of the canvas, by default its middle. */
  zoom(factor: number, x = this.#size.width / 2, y = this.#size.height / 2): void {
    const scale = clamp(this.#view.scale * factor);
    const by = scale / this.#view.scale;
    this.#isFitted = false;
    this.#show({ scale, x: x - (x - this.#view.x) * by, y: y - (y - this.#view.y) * by });
  }

  /** Brings a node to the middle, where it is not well in view. */
  bring(id: string): void {
    const at = this.#places.get(id);
    if (at === undefined) return;
    const [x, y] = this.#onCanvas(at);
    const { width, height } = this.#size;
    if (x < MARGIN || y < MARGIN || x > width - MARGIN || y > height - MARGIN) this.pan(width / 2 - x, height / 2 - y);
  }

  #onCanvas(place: number): readonly [number, number] {
    const { x, y, scale } = this.#view;
    return [(this.positions[2 * place] as number) * scale + x, (this.positions[2 * place + 1] as number) * scale + y];
  }

  /** The node at a point of the canvas: the nearest whose circle, or its reach, holds the point. */
  nodeAt(x: number, y: number): string | undefined {
    let best: { readonly id: string; readonly distance: number } | undefined;
    for (const [place, { id }] of this.data.nodes.entries()) {
      if (this.#strokes?.states[place] === HIDDEN) continue;
      const [nodeX, nodeY] = this.#onCanvas(place);
      const distance = Math.hypot(nodeX - x, nodeY - y);
      if (distance <= Math.max(REACH, this.#radii[place] as number) && (best === undefined || distance < best.distance))
        best = { id, distance };
    }
    return best?.id;
  }

  point(id: string | undefined): void {
    this.#canvas.style.cursor = id === undefined ? "grab" : "pointer";
    this.#tell({ type: "pointed", node: id === undefined ? null : (this.#places.get(id) ?? null) });
  }

  /** Where a node lies in the graph; undefined for one that is not drawn. */
  at(id: string): { readonly x: number; readonly y: number } | undefined {
    const place = this.#places.get(id);
    if (place === undefined || this.#strokes?.states[place] === HIDDEN) return undefined;
    return { x: this.positions[2 * place] as number, y: this.positions[2 * place + 1] as number };
  }

  /** What is drawn, for a picture of it. */
  get shown(): { readonly radii: Float32Array; readonly strokes: Strokes | null } {
    return { radii: this.#radii, strokes: this.#strokes };
  }

  close(): void {
    clearTimeout(this.#rest);
    for (const stop of this.#stops) stop();
    this.#worker.terminate();
    this.#canvas.remove();
  }
}

const clamp = (scale: number): number => Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));
