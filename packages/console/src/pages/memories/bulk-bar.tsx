// How many memories there are and are ticked, and what can be done to those.
// In: the list and the choice. Out: a line above the table.

import { useMutation } from "@tanstack/react-query";
import { Archive, ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { useFormat } from "../../kit/format";
import { useErrorToast } from "../../kit/toast";
import { CurateDialog } from "./curate-dialog";
import { type Asked, firstMemories } from "./queries";
import { MOST_SELECTED, type Selection } from "./selection";

export interface BulkBarProps {
  readonly total: number;
  readonly query: Asked;
  readonly selection: Selection;
}

export function BulkBar({ total, query, selection }: BulkBarProps) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  const bank = useBank();
  const onError = useErrorToast();
  const [isAsking, setAsking] = useState(false);
  const action = query.state === "invalidated" ? "restore" : "invalidate";
  const all = useMutation({
    mutationFn: () => firstMemories(bank, query, MOST_SELECTED),
    onSuccess: (items) => selection.toggle(items, true),
    onError,
  });
  const count = selection.chosen.size;
  const most = Math.min(total, MOST_SELECTED);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 text-sm">
      <span role="status" className="mr-auto text-ink-soft tabular-nums">
        {count === 0 ? t("count", { count: total, shown: number(total) }) : t("selection.count", { count, shown: number(count) })}
      </span>
      {count < most && (
        <Button size="sm" variant="ghost" isBusy={all.isPending} onClick={() => all.mutate()}>
          {t(total > MOST_SELECTED ? "selection.first" : "selection.all", { shown: number(most) })}
        </Button>
      )}
      {count > 0 && (
        <>
          <Button size="sm" variant="ghost" onClick={selection.clear}>
            {t("selection.clear")}
          </Button>
          <Button size="sm" icon={action === "restore" ? ArchiveRestore : Archive} onClick={() => setAsking(true)}>
            {t(`${action}.action`)}
          </Button>
        </>
      )}
      {isAsking && (
        <CurateDialog action={action} memories={[...selection.chosen.values()]} onClose={() => setAsking(false)} onDone={selection.clear} />
      )}
    </div>
  );
}
