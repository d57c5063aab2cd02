// A bank that knows nothing yet: two clicks to the first memory and back.
// In: a bank. Out: a sample retained, then recalled, then the usual home.

import { useMutation } from "@tanstack/react-query";
import { ArrowRight, Search, Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import { memory } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { When } from "../../kit/format";
import { Card } from "../../kit/page";
import { ErrorNote } from "../../kit/states";

export interface FirstRunProps {
  readonly bank: string;
  readonly onStart: () => void;
  readonly onEnd: () => void;
}

export function FirstRun({ bank, onStart, onEnd }: FirstRunProps) {
  const { t } = useTranslation("home");
  const sentences = [t("first.sample1"), t("first.sample2"), t("first.sample3")];
  const retain = useMutation({
    onMutate: onStart,
    mutationFn: () =>
      memory.retainBatch(
        bank,
        sentences.map((content) => ({ content })),
        { documentId: "first-minute" },
      ),
  });
  const recall = useMutation({ mutationFn: () => memory.recall(bank, t("first.question")) });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={t("first.retainTitle")}>
        <p className="text-sm text-ink-soft">{t("first.retainLead")}</p>
        <ul className="flex flex-col gap-1.5 text-sm">
          {sentences.map((sentence) => (
            <li key={sentence} className="rounded-md bg-sunken px-3 py-2">
              {sentence}
            </li>
          ))}
        </ul>
        {retain.error !== null && <ErrorNote error={retain.error} />}
        <div>
          <Button variant="primary" icon={Sparkles} isBusy={retain.isPending} disabled={retain.isSuccess} onClick={() => retain.mutate()}>
            {t(retain.isSuccess ? "first.retained" : "first.retain")}
          </Button>
        </div>
      </Card>
      <Card title={t("first.recallTitle")}>
        <p className="text-sm text-ink-soft">{t("first.recallLead")}</p>
        <p className="rounded-md bg-sunken px-3 py-2 text-sm">{t("first.question")}</p>
        {recall.error !== null && <ErrorNote error={recall.error} />}
        <div>
          <Button variant="primary" icon={Search} isBusy={recall.isPending} disabled={!retain.isSuccess} onClick={() => recall.mutate()}>
            {t("first.recall")}
          </Button>
        </div>
        <ol aria-live="polite" className="flex flex-col gap-1.5 text-sm">
          {recall.data?.results.map(({ id, text, mentioned_at }) => (
            <li key={id} className="rounded-md border px-3 py-2">
              {text}
              <span className="block text-xs text-ink-faint">
                <When at={mentioned_at} />
              </span>
            </li>
          ))}
        </ol>
        {recall.isSuccess && (
          <div>
            <Button icon={ArrowRight} onClick={() => void invalidateBank(queries, bank).then(onEnd)}>
              {t("first.on")}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}
