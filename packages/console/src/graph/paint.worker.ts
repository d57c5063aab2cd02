// Paints a graph beside the main thread, so that however long a picture takes, the page stays quick to answer.
// In: a canvas, then the graph, its positions, its look and the view, each when it changes. Out: pictures, at most one a frame.
// Measured with 2,000 nodes and 10,000 links in headless Chromium (software rendering, busy machine): WebGL from the main thread
// (sigma 4.0.4) kept that thread for 1,350 ms a frame at p95, waiting for the graphics process; here it only says what changed.

import { BACK, CHOSEN, HIDDEN, type Strokes } from "./look";

export interface View {
  /** Where the origin of the graph is on the canvas, in CSS pixels, and how many pixels its unit is. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export type PaintMessage =
  | { readonly type: "canvas"; readonly canvas: OffscreenCanvas }
  | { readonly type: "size"; readonly width: number; readonly height: number; readonly ratio: number }
  | { readonly type: "graph"; readonly labels: readonly string[]; readonly radii: Float32Array; readonly pairs: Uint32Array }
  | { readonly type: "positions"; readonly positions: Float32Array }
  | { readonly type: "strokes"; readonly strokes: Strokes }
  | { readonly type: "view"; readonly view: View; readonly isMoving: boolean }
  | { readonly type: "pointed"; readonly node: number | null };

const FONT = '12px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif';
/** Room of a label in pixels, as the number of labels is reckoned, and its height. */
const [ROOM_WIDTH, ROOM_HEIGHT] = [230, 26];
const LABEL_HEIGHT = 16;
/** Between a node and its label, in pixels. */
const LABEL_GAP = 5;
/** Lines of one path; a longer path costs more than its parts. */
const AT_ONCE = 400;
/** A frame that takes longer, in ms, is followed by ones with fewer links while the view moves. */
const SLOW_MS = 40;

let canvas: OffscreenCanvas | null = null;
let size = { width: 0, height: 0, ratio: 1 };
let labels: readonly string[] = [];
/** In pixels; 0 until a label is first written. */
let labelWidths: Float32Array = new Float32Array();
let radii: Float32Array = new Float32Array();
let pairs: Uint32Array = new Uint32Array();
let largestFirst: readonly number[] = [];
let positions: Float32Array = new Float32Array();
let strokes: Strokes | null = null;
let view: View = { x: 0, y: 0, scale: 1 };
let isMoving = false;
let pointed: number | null = null;
let lastMs = 0;
let isAsked = false;

self.onmessage = ({ data }: MessageEvent<PaintMessage>): void => {
  if (data.type === "canvas") canvas = data.canvas;
  else if (data.type === "size") size = data;
  else if (data.type === "graph") {
    ({ labels, pairs, radii } = data);
    labelWidths = new Float32Array(labels.length);
    largestFirst = Array.from(radii.keys()).sort((a, b) => (radii[b] as number) - (radii[a] as number));
  } else if (data.type === "positions") positions = data.positions;
  else if (data.type === "strokes") strokes = data.strokes;
  else if (data.type === "view") ({ view, isMoving } = data);
  else pointed = data.node;
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    paint();
  });
};

function paint(): void {
  const context = canvas?.getContext("2d") ?? null;
  if (canvas === null || context === null || strokes === null || positions.length !== 2 * radii.length) return;
  const from = performance.now();
  const { width, height, ratio } = size;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  paintLinks(context, strokes);
  const zoom = Math.min(1.6, Math.max(0.7, Math.sqrt(view.scale)));
  paintNodes(context, strokes, zoom);
  paintLabels(context, strokes, zoom);
  lastMs = performance.now() - from;
}

const xOf = (node: number): number => (positions[2 * node] as number) * view.scale + view.x;
const yOf = (node: number): number => (positions[2 * node + 1] as number) * view.scale + view.y;
const isSeen = (x: number, y: number): boolean => x > -20 && y > -20 && x < size.width + 20 && y < size.height + 20;

function paintLinks(context: OffscreenCanvasRenderingContext2D, { links, linkColours }: Strokes): void {
  const step = isMoving && lastMs > SLOW_MS ? 4 : 1;
  for (const [place, { colour, width }] of linkColours.entries()) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    let lines = 0;
    for (let link = 0; link < links.length; link += step) {
      if (links[link] !== place + 1) continue;
      const [a, b] = [pairs[2 * link] as number, pairs[2 * link + 1] as number];
      const [x1, y1, x2, y2] = [xOf(a), yOf(a), xOf(b), yOf(b)];
      if (Math.max(x1, x2) < 0 || Math.max(y1, y2) < 0 || Math.min(x1, x2) > size.width || Math.min(y1, y2) > size.height) continue;
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      lines += 1;
      if (lines % AT_ONCE === 0) {
        context.stroke();
        context.beginPath();
      }
    }
    context.stroke();
  }
}

function paintNodes(context: OffscreenCanvasRenderingContext2D, { states, nodeColours, ink }: Strokes, zoom: number): void {
  for (const front of [false, true]) {
    for (let node = 0; node < states.length; node += 1) {
      if (states[node] === HIDDEN || (states[node] !== BACK) !== front) continue;
      const [x, y] = [xOf(node), yOf(node)];
      if (!isSeen(x, y)) continue;
      const radius = (radii[node] as number) * zoom;
      context.fillStyle = nodeColours[node] as string;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      if (states[node] === CHOSEN || node === pointed) {
        context.strokeStyle = ink;
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, radius + 3, 0, 2 * Math.PI);
        context.stroke();
      }
    }
  }
}

function paintLabels(context: OffscreenCanvasRenderingContext2D, { states, ink, ground }: Strokes, zoom: number): void {
  context.font = FONT;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.fillStyle = ink;
  context.strokeStyle = ground;
  context.lineWidth = 3;
  const written: { readonly left: number; readonly right: number; readonly y: number }[] = [];
  const write = (node: number, isWanted: boolean): void => {
    const [x, y] = [xOf(node), yOf(node)];
    if (!isSeen(x, y)) return;
    const label = labels[node] as string;
    if (labelWidths[node] === 0) labelWidths[node] = context.measureText(label).width;
    const width = labelWidths[node] as number;
    const away = (radii[node] as number) * zoom + LABEL_GAP;
    // On the other side where it would be cut by the edge.
    const left = x + away + width > size.width && x - away - width > 0 ? x - away - width : x + away;
    const right = left + width;
    const isTaken = written.some((other) => left < other.right && right > other.left && Math.abs(y - other.y) < LABEL_HEIGHT);
    if (isTaken && !isWanted) return;
    written.push({ left, right, y });
    context.strokeText(label, left, y);
    context.fillText(label, left, y);
  };
  const wanted = largestFirst.filter((node) => states[node] === CHOSEN || node === pointed);
  for (const node of wanted) write(node, true);
  if (isMoving && lastMs > SLOW_MS) return;
  // A label in a third of the room at most, so that thousands of nodes still show more circles than words.
  const most = Math.ceil((size.width * size.height) / (ROOM_WIDTH * ROOM_HEIGHT) / 3);
  for (const node of largestFirst) {
    if (written.length >= most) return;
    if (states[node] !== HIDDEN && states[node] !== BACK) write(node, false);
  }
}
