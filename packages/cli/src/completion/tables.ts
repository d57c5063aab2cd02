// What the scripts for bash and zsh have in common: functions that look a place up, in words that both shells take.
// In: the places. Out: functions that set `below`, `valued`, `known` and `asked` for the path they are given.

import { argumentsOf, type Known, type Place, quoted, valuesOf } from "./places.js";

export function tables(places: readonly Place[]): string {
  const valued = ({ values }: Place): string => values.flatMap(({ flags }) => flags).join("|");
  const known = [...valuesOf(places), ...argumentsOf(places)].filter((each) => each.known !== null);
  return `_hindsight_below() {
  case "$1" in
${cases(places, ({ names }) => (names.length === 0 ? "" : `below=${quoted(names.join(" "))}`))}
    *) below="" ;;
  esac
}
_hindsight_valued() {
  case "$1" in
${cases(places, (place) => (valued(place) === "" ? "" : `valued=${quoted(`|${valued(place)}|`)}`))}
    *) valued="" ;;
  esac
}
_hindsight_known() {
  known="" asked=""
  case "$1" in
${known.map(({ key, known: values }) => `    ${quoted(key)}) ${assigned(values)} ;;`).join("\n")}
    *) return 1 ;;
  esac
}
`;
}

/** A line of a `case` for each place of which there is something to say. */
export const cases = (places: readonly Place[], of: (place: Place) => string): string =>
  places
    .map((place) => [place.path, of(place)] as const)
    .filter(([, text]) => text !== "")
    .map(([path, text]) => `    ${quoted(path)}) ${text} ;;`)
    .join("\n");

const assigned = (known: Known): string => (typeof known === "string" ? `asked=${known}` : `known=${quoted((known ?? []).join(" "))}`);
