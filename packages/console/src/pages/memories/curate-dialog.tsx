// Taking memories out of use: why, how far it is, and what could not be done.
// In: the memories. Out: a dialog; a toast with undo once it is done, a report where some could not be changed.

import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, TextArea } from "../../kit/field";
import { useFormat } from "../../kit/format";
import { Progress } from "../../kit/progress";
import { ErrorNote, useErrorText } from "../../kit/states";
import { useCurate } from "./curate";
import type { Outcome } from "./queries";
import type { Chosen } from "./selection";

export interface CurateDialogProps {
  readonly action: "invalidate" | "restore";
  readonly memories: readonly Chosen[];
  readonly onClose: () => void;
  /** Some or all of them are changed. */
  readonly onDone?: () => void;
}

export function CurateDialog({ action, memories, onClose, onDone }: CurateDialogProps) {
  const { t } = useTranslation("memories");
  const words = useTranslation("shell");
  const bank = useBank();
  const curate = useCurate(bank);
  const [reason, setReason] = useState("");
  const [through, setThrough] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [report, setReport] = useState<Outcome | null>(null);
  // An observation follows from its facts and cannot be changed itself.
  const facts = memories.filter(({ fact_type }) => fact_type !== "observation");
  const leftOut = memories.length - facts.length;
  const isOut = action === "invalidate";
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setThrough(0);
    setError(null);
    const reasons = new Map(facts.map(({ id, invalidation_reason }) => [id, invalidation_reason]));
    const out = { state: "invalidated", ...(reason.trim() === "" ? {} : { reason: reason.trim() }) };
    try {
      const outcome = await curate({
        ids: facts.map(({ id }) => id),
        change: isOut ? out : { state: "valid" },
        back: (id) => (isOut ? { state: "valid" } : { state: "invalidated", reason: reasons.get(id) ?? null }),
        said: (count) => t(isOut ? "invalidate.done" : "restore.done", { count }),
        onEach: setThrough,
      });
      if (outcome.failed.length > 0) setReport(outcome);
      else onClose();
      onDone?.();
    } catch (cause) {
      setError(cause);
    }
    setThrough(null);
  };
  if (report !== null) return <Report report={report} memories={facts} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={t(isOut ? "invalidate.title" : "restore.title", { count: facts.length })}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 text-sm">
        <p className="text-ink-soft">{t(isOut ? "invalidate.lead" : "restore.lead")}</p>
        {facts.length === 1 && <blockquote className="rounded-md bg-sunken px-3 py-2 break-words">{facts[0]?.text}</blockquote>}
        {leftOut > 0 && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">{t("bulk.leftOut", { count: leftOut })}</p>}
        {isOut && (
          <Field label={t("invalidate.reason")} hint={t("invalidate.reasonHint")}>
            {(id) => <TextArea id={id} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
        )}
        {through !== null && facts.length > 1 && <Through done={through} all={facts.length} />}
        {error !== null && <ErrorNote error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.t("cancel")}</Button>
          <Button type="submit" variant={isOut ? "danger" : "primary"} isBusy={through !== null} disabled={facts.length === 0}>
            {t(isOut ? "invalidate.action" : "restore.action")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Through({ done, all }: { readonly done: number; readonly all: number }) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  const label = t("bulk.through", { done: number(done), all: number(all) });
  return (
    <div className="flex flex-col gap-1 text-xs text-ink-soft">
      <Progress value={done / all} label={label} />
      {label}
    </div>
  );
}

function Report({
  report,
  memories,
  onClose,
}: {
  readonly report: Outcome;
  readonly memories: readonly Chosen[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation("memories");
  const shell = useTranslation("shell");
  const words = useErrorText();
  const textOf = new Map(memories.map(({ id, text }) => [id, text]));
  return (
    <Dialog isOpen onClose={onClose} title={t("bulk.report")} footer={<Button onClick={onClose}>{shell.t("close")}</Button>}>
      <div className="flex flex-col gap-3 text-sm">
        <p>{t("bulk.changed", { count: report.done.length })}</p>
        <p className="text-danger">{t("bulk.failed", { count: report.failed.length })}</p>
        <ul className="flex flex-col divide-y divide-line rounded-lg border">
          {report.failed.map(({ id, error }) => (
            <li key={id} className="px-3 py-2">
              <p className="break-words">{textOf.get(id)}</p>
              <p className="text-xs text-danger">{words(error)}</p>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
