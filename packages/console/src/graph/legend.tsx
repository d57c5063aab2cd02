// What the colours of a graph mean, in words.
// In: the legend and what is coloured by. Out: swatches with their names, dates or numbers.

import { useTranslation } from "react-i18next";
import { useFormat } from "../kit/format";
import type { LegendEntry } from "./colours";
import type { ColourMode } from "./search";

const KINDS = ["world", "experience", "observation", "entity"] as const;

export function Legend({ entries, mode }: { readonly entries: readonly LegendEntry[]; readonly mode: ColourMode }) {
  const { t } = useTranslation("graph");
  const { day, number } = useFormat();
  const word = (value: number): string => (mode === "recency" ? day(new Date(value).toISOString()) : number(value));
  const words = (entry: LegendEntry): string => {
    if ("isRest" in entry) return t(mode === "recency" ? "legend.undated" : "legend.rest");
    if ("from" in entry) return word(entry.from) === word(entry.to) ? word(entry.to) : `${word(entry.from)} – ${word(entry.to)}`;
    const kind = KINDS.find((each) => each === entry.name);
    return kind === undefined ? entry.name : t(`kinds.${kind}`);
  };
  return (
    <ul aria-label={t("legend.label")} className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-soft">
      {entries.map((entry) => (
        <li key={words(entry)} className="inline-flex max-w-48 items-center gap-1.5">
          <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: entry.colour }} />
          <span className="truncate">{words(entry)}</span>
        </li>
      ))}
    </ul>
  );
}
