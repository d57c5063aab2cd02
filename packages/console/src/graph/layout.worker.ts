// Where the nodes lie, worked out beside the main thread: ForceAtlas2, which draws what is linked together.
// In: how many nodes, pairs of their numbers, where they start. Out: positions as they come to rest; the last message says so.

import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";

export interface LayoutTask {
  readonly count: number;
  /** Two numbers of nodes for each link. */
  readonly pairs: Uint32Array;
  readonly weights: Float32Array;
  /** x and y of each node. */
  readonly start: Float32Array;
  /** Only the end is told, not the way to it. */
  readonly isStill: boolean;
}

export interface LayoutStep {
  readonly positions: Float32Array;
  readonly isDone: boolean;
}

/** Iterations after which positions are told: often at first, when much moves, and few in all, since each costs the main thread a redraw. */
const STEPS = [15, 25, 40, 60, 80, 100] as const;
/** From this many nodes on, forces of far nodes are summed by Barnes-Hut. */
const MANY = 300;

self.onmessage = ({ data: { count, pairs, weights, start, isStill } }: MessageEvent<LayoutTask>): void => {
  const graph = new Graph({ type: "undirected" });
  for (let node = 0; node < count; node += 1) graph.addNode(node, { x: start[2 * node], y: start[2 * node + 1] });
  for (let link = 0; link < weights.length; link += 1) {
    const [from, to, weight] = [pairs[2 * link], pairs[2 * link + 1], weights[link] ?? 1];
    if (graph.hasEdge(from, to)) graph.updateEdgeAttribute(from, to, "weight", (sum: number) => sum + weight);
    else graph.addEdge(from, to, { weight });
  }
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: count > MANY,
    gravity: 0.4,
    strongGravityMode: true,
    scalingRatio: 12,
    slowDown: 4,
  };
  for (const [place, iterations] of STEPS.entries()) {
    forceAtlas2.assign(graph, { iterations, settings });
    const isDone = place === STEPS.length - 1;
    if (!isDone && isStill) continue;
    const positions = new Float32Array(2 * count);
    for (let node = 0; node < count; node += 1) {
      positions[2 * node] = graph.getNodeAttribute(node, "x");
      positions[2 * node + 1] = graph.getNodeAttribute(node, "y");
    }
    self.postMessage({ positions, isDone } satisfies LayoutStep, { transfer: [positions.buffer] });
  }
};
