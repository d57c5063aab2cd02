// Which memories are ticked for an action on many.
// In: the filters, which begin a new choice when they change. Out: the choice, and ways to change it.

import { useCallback, useState } from "react";
import type { ListItem } from "./queries";

/** Most memories of one bulk action. */
export const MOST_SELECTED = 1000;

export type Chosen = Pick<ListItem, "id" | "text" | "fact_type" | "invalidation_reason">;

export interface Selection {
  readonly chosen: ReadonlyMap<string, Chosen>;
  readonly toggle: (items: readonly Chosen[], isOn: boolean) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, Chosen> = new Map();

export function useSelection(filters: string): Selection {
  const [state, setState] = useState({ filters, chosen: NONE });
  const chosen = state.filters === filters ? state.chosen : NONE;
  const toggle = useCallback(
    (items: readonly Chosen[], isOn: boolean) =>
      setState((now) => {
        const next = new Map(now.filters === filters ? now.chosen : NONE);
        for (const { id, text = "", fact_type = null, invalidation_reason = null } of items) {
          if (!isOn) next.delete(id);
          else if (next.size < MOST_SELECTED) next.set(id, { id, text, fact_type, invalidation_reason });
        }
        return { filters, chosen: next };
      }),
    [filters],
  );
  const clear = useCallback(() => setState({ filters, chosen: NONE }), [filters]);
  return { chosen, toggle, clear };
}
