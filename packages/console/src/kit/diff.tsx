// What changed between two texts, word by word. Loaded when it is first needed.
// In: before and after. Out: one text with what went and what came, told apart by more than colour.

import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";

export default function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(() => diffWordsWithSpace(before, after), [before, after]);
  return (
    <p className="text-sm leading-relaxed whitespace-pre-wrap">
      {parts.map(({ value, added, removed }, place) => {
        const key = place; // the parts of a difference have no other name, and never change places
        if (added)
          return (
            <ins key={key} className="rounded bg-good-soft text-good decoration-1">
              {value}
            </ins>
          );
        if (removed)
          return (
            <del key={key} className="rounded bg-danger-soft text-danger">
              {value}
            </del>
          );
        return <span key={key}>{value}</span>;
      })}
    </p>
  );
}
