// Mouse, pen and fingers on the canvas of a graph: drag moves, wheel and two fingers zoom, a press chooses, a second one opens.
// In: the canvas and its drawing. Out: calls of the drawing and of the page; how to stop.

import type { Drawing, Pressed } from "./drawing";

/** A pointer that moved no farther is a press, in pixels. */
const STEADY = 4;
/** Zoom of one step of the wheel: 1.0015 to the power of its pixels. */
const WHEEL = 1.0015;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function startPointing(canvas: HTMLCanvasElement, drawing: Drawing, pressed: Pressed): () => void {
  const down = new Map<number, Point>();
  let moved = 0;
  const place = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = (): { readonly middle: Point; readonly width: number } | null => {
    const [a, b] = [...down.values()];
    return a === undefined || b === undefined
      ? null
      : { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, width: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const onDown = (event: PointerEvent): void => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    moved = down.size > 1 ? Number.POSITIVE_INFINITY : 0;
  };
  const onMove = (event: PointerEvent): void => {
    const now = place(event);
    const last = down.get(event.pointerId);
    if (last === undefined) {
      drawing.point(drawing.nodeAt(now.x, now.y));
      return;
    }
    moved += Math.hypot(now.x - last.x, now.y - last.y);
    const before = spread();
    down.set(event.pointerId, now);
    const after = spread();
    if (before !== null && after !== null) {
      drawing.pan(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
      drawing.zoom(after.width / (before.width || 1), after.middle.x, after.middle.y);
    } else if (moved > STEADY) drawing.pan(now.x - last.x, now.y - last.y);
  };
  const onUp = (event: PointerEvent): void => {
    const { x, y } = place(event);
    if (down.delete(event.pointerId) && event.type === "pointerup" && moved <= STEADY) pressed.choose(drawing.nodeAt(x, y));
  };
  const onDouble = (event: MouseEvent): void => {
    const { x, y } = place(event);
    const id = drawing.nodeAt(x, y);
    if (id === undefined) drawing.zoom(2, x, y);
    else pressed.open(id);
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = place(event);
    drawing.zoom(WHEEL ** -event.deltaY, x, y);
  };
  const stop = new AbortController();
  const { signal } = stop;
  canvas.addEventListener("pointerdown", onDown, { signal });
  canvas.addEventListener("pointermove", onMove, { signal });
  canvas.addEventListener("pointerup", onUp, { signal });
  canvas.addEventListener("pointercancel", onUp, { signal });
  canvas.addEventListener("dblclick", onDouble, { signal });
  canvas.addEventListener("wheel", onWheel, { signal, passive: false });
  return () => stop.abort();
}
