// Which neighbour an arrow key goes to: the one that lies most in its direction.
// In: a key, the chosen node, where the nodes lie. Out: the next node; with none chosen, the first that is shown.

import type { GraphData, Neighbours } from "./model";

/** x to the right and y down, as on the canvas. */
const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Laid {
  readonly data: Pick<GraphData, "nodes">;
  /** Undefined for a node that is not drawn. */
  at(id: string): { readonly x: number; readonly y: number } | undefined;
}

export function towards(key: string, chosen: string | undefined, graph: Laid, neighbours: Neighbours): string | undefined {
  const from = chosen === undefined ? undefined : graph.at(chosen);
  if (chosen === undefined || from === undefined) return graph.data.nodes.find(({ id }) => graph.at(id) !== undefined)?.id;
  const way = WAYS[key];
  if (way === undefined) return undefined;
  let best: { readonly id: string; readonly score: number } | undefined;
  for (const { id } of neighbours.get(chosen) ?? []) {
    const to = graph.at(id);
    if (to === undefined) continue;
    const [x, y] = [to.x - from.x, to.y - from.y];
    const along = x * way[0] + y * way[1];
    // The cosine of the angle by the distance: of two in the same direction the nearer.
    const score = along / (x * x + y * y || 1);
    if (along > 0 && (best === undefined || score > best.score)) best = { id, score };
  }
  return best?.id;
}
