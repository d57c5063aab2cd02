// What is to be shown of a graph, worked out from its choices.
// In: the graph and the choices in the address. Out: neighbours, colours, which nodes are drawn, bright and listed.

import { useDeferredValue, useMemo } from "react";
import { useShownTheme } from "../app/theme";
import { coloured, readPalette } from "./colours";
import type { Look } from "./look";
import { around, type GraphData, type GraphNode, linkCounts, neighboursOf } from "./model";

import type { ColourMode, GraphSearch } from "./search";

export function useGraph(data: GraphData, state: GraphSearch, preset: ColourMode) {
  const theme = useShownTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette is read from the page, which the theme changes
  const palette = useMemo(readPalette, [theme]);
  const byId = useMemo(() => new Map(data.nodes.map((node) => [node.id, node])), [data]);
  const counts = useMemo(() => linkCounts(data), [data]);
  const hiddenKey = [...(state.hide ?? [])].sort().join(",");
  const hiddenKinds = useMemo(() => new Set(hiddenKey.split(",")), [hiddenKey]);
  const neighbours = useMemo(() => neighboursOf(data, hiddenKinds), [data, hiddenKinds]);
  const colours = useMemo(() => coloured(data.nodes, state.colour ?? preset, palette), [data, state.colour, preset, palette]);
  const chosen = state.node !== undefined && byId.has(state.node) ? state.node : undefined;
  const shown = useMemo(
    () => (chosen === undefined || state.near === undefined ? null : around(chosen, state.near, neighbours)),
    [chosen, state.near, neighbours],
  );
  const words = useDeferredValue(state.find ?? "");
  const found = useMemo(() => (words === "" ? null : new Set(data.nodes.filter(fits(words)).map(({ id }) => id))), [data, words]);
  const listed = useMemo(() => data.nodes.filter(({ id }) => (shown?.has(id) ?? true) && (found?.has(id) ?? true)), [data, shown, found]);
  const look = useMemo<Look>(
    () => ({
      colours: colours.of,
      palette,
      hiddenKinds,
      shown,
      bright: found ?? (chosen === undefined || shown !== null ? null : around(chosen, 1, neighbours)),
      chosen,
    }),
    [colours, palette, hiddenKinds, shown, found, chosen, neighbours],
  );
  return { byId, counts, neighbours, legend: colours.legend, chosen, found, listed, look };
}

/** Every word is in its text or its entities. */
const fits =
  (words: string) =>
  ({ label, entities }: GraphNode): boolean => {
    const text = `${label} ${entities.join(" ")}`.toLowerCase();
    return words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  };
