// Which colour each node has, and what the colours mean.
// In: nodes, what they are coloured by, and the theme's palette. Out: a colour for each node, and the legend.

import type { GraphNode, LinkKind } from "./model";
import type { ColourMode } from "./search";

export interface Palette {
  readonly series: readonly string[];
  readonly surface: string;
  readonly ink: string;
  readonly rest: string;
}

/** The colours of the theme that is shown. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  // A build writes #ffffff as #fff.
  const colour = (name: string): string =>
    style
      .getPropertyValue(`--${name}`)
      .trim()
      .replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  return {
    series: [1, 2, 3, 4, 5, 6].map((place) => colour(`series-${place}`)),
    surface: colour("surface"),
    ink: colour("ink"),
    rest: colour("line-strong"),
  };
}

/** `share` of the first colour, the rest of the second; both as #rrggbb. */
export function mixed(first: string, second: string, share: number): string {
  const part = (colour: string, place: number): number => Number.parseInt(colour.slice(1 + place * 2, 3 + place * 2), 16);
  const parts = [0, 1, 2].map((place) => Math.round(part(first, place) * share + part(second, place) * (1 - share)));
  return `#${parts.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

export type LegendEntry =
  | { readonly colour: string; readonly name: string }
  | { readonly colour: string; readonly from: number; readonly to: number }
  | { readonly colour: string; readonly isRest: true };

export interface Colouring {
  readonly of: ReadonlyMap<string, string>;
  readonly legend: readonly LegendEntry[];
}

/** Shades from little to much; as many as are told apart at a glance. */
const SHADES = [0.25, 0.42, 0.6, 0.8, 1] as const;

/** Equally many nodes a shade, by a number that each has or has not; equal numbers have equal shades. */
function shaded(nodes: readonly GraphNode[], numberOf: (node: GraphNode) => number | null, palette: Palette): Colouring {
  const values = nodes.flatMap((node) => numberOf(node) ?? []).sort((a, b) => a - b);
  const distinct = [...new Set(values)];
  const tops =
    distinct.length <= SHADES.length
      ? distinct
      : [...new Set(SHADES.map((_, place) => values[Math.ceil(((place + 1) * values.length) / SHADES.length) - 1] as number))];
  const shades = tops.map((_, place) =>
    mixed(palette.series[0] as string, palette.surface, SHADES[SHADES.length - tops.length + place] as number),
  );
  const of = new Map<string, string>();
  for (const node of nodes) {
    const value = numberOf(node);
    const place = value === null ? -1 : tops.findIndex((top) => value <= top);
    of.set(node.id, place < 0 ? palette.rest : (shades[place] as string));
  }
  const legend: LegendEntry[] = tops.map((to, place) => {
    const before = tops[place - 1];
    const from = before === undefined ? (values[0] as number) : (distinct.find((each) => each > before) ?? to);
    return { colour: shades[place] as string, from, to };
  });
  if (values.length < nodes.length) legend.push({ colour: palette.rest, isRest: true });
  return { of, legend: legend.reverse() };
}

/** A colour of its own for each of the most frequent names, in order of frequency; the others share one. */
function named(nodes: readonly GraphNode[], namesOf: (node: GraphNode) => readonly string[], palette: Palette): Colouring {
  const counts = new Map<string, number>();
  for (const node of nodes) for (const name of namesOf(node)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const first = [...counts]
    .sort(([a, count], [b, other]) => other - count || (a < b ? -1 : 1))
    .slice(0, palette.series.length)
    .map(([name], place) => ({ name, colour: palette.series[place] as string }));
  const of = new Map<string, string>();
  for (const node of nodes) {
    const names = namesOf(node);
    of.set(node.id, first.find(({ name }) => names.includes(name))?.colour ?? palette.rest);
  }
  const hasRest = nodes.some((node) => of.get(node.id) === palette.rest);
  return { of, legend: hasRest ? [...first, { colour: palette.rest, isRest: true }] : first };
}

export function coloured(nodes: readonly GraphNode[], mode: ColourMode, palette: Palette): Colouring {
  if (mode === "kind") return named(nodes, ({ kind }) => [kind], palette);
  if (mode === "entity") return named(nodes, ({ entities }) => entities, palette);
  if (mode === "mentions") return shaded(nodes, ({ weight }) => weight, palette);
  return shaded(nodes, ({ at }) => (at === null ? null : Date.parse(at)), palette);
}

const LINK_SERIES: Readonly<Record<LinkKind, number>> = { semantic: 5, temporal: 0, entity: 1, causal: 3, cooccurrence: 5 };

/** The colour of a kind of links. */
export const linkColour = (kind: LinkKind, palette: Palette): string => palette.series[LINK_SERIES[kind]] as string;
