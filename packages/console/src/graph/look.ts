// How each node and link of a graph looks now, as numbers that can be handed to the worker that paints.
// In: the graph, the choices, the palette. Out: radii, colours, and who is shown, dimmed or named.

import { linkColour, mixed, type Palette } from "./colours";
import type { GraphData } from "./model";

const [LEAST_RADIUS, MOST_RADIUS] = [2.5, 13];
/** Above it nodes are drawn smaller, so that they leave room for one another. */
const MANY = 500;
/** How much of its own colour keeps what is not in question, and a link that is one of thousands. */
const [DIMMED, CALM, FAINT] = [0.22, 0.35, 0.12];

export interface Look {
  readonly colours: ReadonlyMap<string, string>;
  readonly palette: Palette;
  readonly hiddenKinds: ReadonlySet<string>;
  /** Nodes that are drawn; null for all. */
  readonly shown: ReadonlySet<string> | null;
  /** Nodes that keep their colour while the others step back; null for all. */
  readonly bright: ReadonlySet<string> | null;
  readonly chosen: string | undefined;
}

/** What a node is: not drawn, stepped back, as it is, or chosen. */
export const HIDDEN = 0;
export const BACK = 1;
export const PLAIN = 2;
export const CHOSEN = 3;

export interface Strokes {
  /** By node: one of HIDDEN, BACK, PLAIN, CHOSEN. */
  readonly states: Uint8Array;
  readonly nodeColours: readonly string[];
  /** By link: its place in `linkColours`, plus 1; 0 is not drawn. */
  readonly links: Uint8Array;
  readonly linkColours: readonly { readonly colour: string; readonly width: number }[];
  readonly ink: string;
  readonly ground: string;
}

/** Radii in pixels, by the root of the weight, so that areas compare. */
export function radii({ nodes }: GraphData): Float32Array {
  const most = Math.sqrt(nodes.reduce((max, { weight }) => Math.max(max, weight), 1));
  const scale = nodes.length > MANY ? 0.6 : 1;
  return Float32Array.from(
    nodes,
    ({ weight }) => scale * (LEAST_RADIUS + ((MOST_RADIUS - LEAST_RADIUS) * Math.sqrt(Math.max(0, weight))) / most),
  );
}

/** The ends of each link as places of nodes; a link without one of its ends has the first node at both. */
export function pairsOf({ nodes, links }: GraphData): Uint32Array {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  return Uint32Array.from(
    links.flatMap(({ source, target }) => {
      const [from, to] = [places.get(source), places.get(target)];
      return from === undefined || to === undefined ? [0, 0] : [from, to];
    }),
  );
}

export function strokesOf({ nodes, links }: GraphData, { colours, palette, hiddenKinds, shown, bright, chosen }: Look): Strokes {
  const isShown = (id: string): boolean => shown === null || shown.has(id);
  const isBright = (id: string): boolean => bright === null || bright.has(id);
  const states = Uint8Array.from(nodes, ({ id }) => (id === chosen ? CHOSEN : !isShown(id) ? HIDDEN : isBright(id) ? PLAIN : BACK));
  const nodeColours = nodes.map(({ id }) => {
    const colour = colours.get(id) ?? palette.rest;
    return isBright(id) ? colour : mixed(colour, palette.surface, DIMMED);
  });
  const linkColours: { colour: string; width: number }[] = [];
  const known = new Map<string, number>();
  const place = (colour: string, width: number): number => {
    const key = `${colour} ${width}`;
    const found = known.get(key) ?? linkColours.push({ colour, width });
    known.set(key, found);
    return found;
  };
  const drawn = Uint8Array.from(links, ({ source, target, kind }) => {
    if (hiddenKinds.has(kind) || !isShown(source) || !isShown(target)) return 0;
    const colour = linkColour(kind, palette);
    if (source === chosen || target === chosen) return place(colour, 1.8);
    return place(mixed(colour, palette.surface, isBright(source) && isBright(target) ? CALM : FAINT), 0.8);
  });
  return { states, nodeColours, links: drawn, linkColours, ink: palette.ink, ground: palette.surface };
}
