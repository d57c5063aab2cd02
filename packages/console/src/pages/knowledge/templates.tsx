// Pages for the questions that most banks are asked.
// In: the folder they go into. Out: a choice of them, each made as a page with its question.

import { sdk } from "@hindsight-memory/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ErrorNote } from "../../kit/states";
import { useToast } from "../../kit/toast";
import { Checkbox } from "../../kit/toggle";
import { useMarkRefreshing } from "./refreshing";

const TEMPLATES = ["components", "decisions", "people", "preferences", "problems", "open", "terms"] as const;
type Template = (typeof TEMPLATES)[number];

export function Templates({
  bank,
  parent,
  onClose,
}: {
  readonly bank: string;
  readonly parent: string | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const queries = useQueryClient();
  const toast = useToast();
  const mark = useMarkRefreshing(bank);
  const [chosen, setChosen] = useState<readonly Template[]>([]);
  const add = useMutation({
    mutationFn: async () => {
      const count = chosen.length;
      for (const id of chosen) {
        const body = { name: t(`templates.${id}.name`), source_query: t(`templates.${id}.question`), parent_id: parent };
        const made = await read(sdk.createKnowledgePage({ ...on(bank), body }));
        mark(made.mental_model_id);
        // What is made is not made again when one of the others fails.
        setChosen((all) => all.filter((each) => each !== id));
      }
      return count;
    },
    onSuccess: (count) => {
      toast({ title: t("pages.added", { count }) });
      onClose();
    },
    onSettled: () => invalidateBank(queries, bank),
  });
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={t("pages.fromTemplate")}
      description={t("pages.templatesLead")}
      footer={
        <>
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button variant="primary" isBusy={add.isPending} disabled={chosen.length === 0} onClick={() => add.mutate()}>
            {t("pages.add", { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="divide-y divide-line rounded-lg border">
          {TEMPLATES.map((id) => (
            <li key={id} className="px-3 py-2">
              <Checkbox
                label={<span className="font-medium">{t(`templates.${id}.name`)}</span>}
                checked={chosen.includes(id)}
                onChange={(isOn) => setChosen(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
              />
              <p className="pl-6.5 text-sm text-ink-soft">{t(`templates.${id}.question`)}</p>
            </li>
          ))}
        </ul>
        {add.error !== null && <ErrorNote error={add.error} />}
      </div>
    </Dialog>
  );
}
