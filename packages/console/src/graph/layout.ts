// The way to the layout's worker and back.
// In: a graph. Out: positions of its nodes, in their order; the same graph lies the same way each time.

import type { LayoutStep, LayoutTask } from "./layout.worker";
import type { GraphData } from "./model";

/** The turn between neighbours on a spiral that leaves no gaps, in radians (Vogel 1979). */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Where nodes are before the layout: on a disc, the first ones in its middle. */
export function startPositions(count: number): Float32Array {
  const positions = new Float32Array(2 * count);
  for (let node = 0; node < count; node += 1) {
    const radius = 10 * Math.sqrt(node + 0.5);
    positions[2 * node] = radius * Math.cos(node * GOLDEN_ANGLE);
    positions[2 * node + 1] = radius * Math.sin(node * GOLDEN_ANGLE);
  }
  return positions;
}

/** Lays the graph out, and tells each step; returns how to stop it. */
export function layOut({ nodes, links }: GraphData, isStill: boolean, onStep: (step: LayoutStep) => void): () => void {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const pairs: number[] = [];
  const weights: number[] = [];
  for (const { source, target, weight } of links) {
    const [from, to] = [places.get(source), places.get(target)];
    if (from === undefined || to === undefined || from === to) continue;
    pairs.push(from, to);
    weights.push(Math.max(0.1, Math.min(1, weight)));
  }
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data);
    if (data.isDone) worker.terminate();
  };
  const task: LayoutTask = {
    count: nodes.length,
    pairs: Uint32Array.from(pairs),
    weights: Float32Array.from(weights),
    start: startPositions(nodes.length),
    isStill,
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
