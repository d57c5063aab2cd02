// Changes of memories with a word about each, and the way back where there is one.
// In: what to change. Out: functions that change, say what was done, and ask everything of the bank again.

import type { api } from "@hindsight-memory/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useErrorText } from "../../kit/states";
import { useToast } from "../../kit/toast";
import { changeMemories, type Outcome } from "./queries";

export interface Curation {
  readonly ids: readonly string[];
  readonly change: api.UpdateMemoryRequest;
  /** Takes the change back, for a memory of `ids`. */
  readonly back: (id: string) => api.UpdateMemoryRequest;
  /** What was done to `count` memories. */
  readonly said: (count: number) => string;
  readonly onEach?: (through: number) => void;
}

/** Rejects with the server's own words when a single memory could not be changed; of many, those that failed are in the outcome. */
export function useCurate(bank: string): (curation: Curation) => Promise<Outcome> {
  const { t } = useTranslation("memories");
  const toast = useToast();
  const words = useErrorText();
  return useMemo(() => {
    const undo = async (ids: readonly string[], back: Curation["back"]): Promise<void> => {
      const { failed } = await changeMemories(bank, ids, back);
      await invalidateBank(queries, bank);
      if (failed.length === 0) toast({ title: t("undone") });
      else toast({ title: t("notUndone", { count: failed.length }), detail: words(failed[0]?.error), isError: true });
    };
    return async ({ ids, change, back, said, onEach }) => {
      const outcome = await changeMemories(bank, ids, () => change, onEach);
      await invalidateBank(queries, bank);
      const [first] = outcome.failed;
      if (ids.length === 1 && first !== undefined) throw first.error;
      if (outcome.done.length > 0) toast({ title: said(outcome.done.length), onUndo: () => void undo(outcome.done, back) });
      return outcome;
    };
  }, [bank, t, toast, words]);
}
