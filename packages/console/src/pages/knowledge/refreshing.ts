// Which texts are being written now.
// In: a bank. Out: ids of mental models; when one is through, everything of the page is asked again. And the way to start one.

import { sdk } from "@hindsight-memory/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { useErrorToast, useToast } from "../../kit/toast";
import { knowledgeKey, type Model, refreshingKey, refreshingQuery } from "./queries";

const NONE: readonly string[] = [];

export function useRefreshing(bank: string): ReadonlySet<string> {
  const queries = useQueryClient();
  const { data = NONE } = useQuery(refreshingQuery(bank));
  const now = data.join("\n");
  const before = useRef(now);
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    void queries.invalidateQueries({ queryKey: knowledgeKey(bank) });
  }, [queries, bank, now]);
  return useMemo(() => new Set(data), [data]);
}

/** Says that a refresh was queued, before the list of operations is asked again. */
export function useMarkRefreshing(bank: string): (modelId: string) => void {
  const queries = useQueryClient();
  return useCallback(
    (modelId) => {
      queries.setQueryData(refreshingKey(bank), (ids: readonly string[] = NONE) => [...new Set([...ids, modelId])].sort());
      void queries.invalidateQueries({ queryKey: refreshingKey(bank) });
    },
    [queries, bank],
  );
}

/** Queues a refresh; "full" writes all of it anew this once. */
export function useRefresh(bank: string, { id, name }: Pick<Model, "id" | "name">) {
  const { t } = useTranslation("knowledge");
  const toast = useToast();
  const onError = useErrorToast();
  const mark = useMarkRefreshing(bank);
  return useMutation({
    mutationFn: (mode: "full" | null) => read(sdk.refreshMentalModel({ ...on(bank, { mental_model_id: id }), body: { mode } })),
    onSuccess: () => {
      mark(id);
      toast({ title: t("refresh.queued", { name }) });
    },
    onError,
  });
}
