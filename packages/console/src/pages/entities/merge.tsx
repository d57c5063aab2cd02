// Several entities become one: the others are looked for, ticked, and taken in.
// In: the entity that stays. Out: a dialog; a toast that takes the merge back.

import type { api } from "@hindsight-memory/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, TextInput } from "../../kit/field";
import { useFormat } from "../../kit/format";
import { ErrorNote, Loaded } from "../../kit/states";
import { useErrorToast, useToast } from "../../kit/toast";
import { Checkbox } from "../../kit/toggle";
import { entitiesQuery, mergeEntities, splitAlias } from "./queries";

const OFFERED = 30;

export interface MergeDialogProps {
  readonly entity: api.EntityDetailResponse;
  readonly onClose: () => void;
}

export function MergeDialog({ entity, onClose }: MergeDialogProps) {
  const { t } = useTranslation("entities");
  const { t: shell } = useTranslation("shell");
  const { number } = useFormat();
  const bank = useBank();
  const toast = useToast();
  const onError = useErrorToast();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const list = useQuery(entitiesQuery(bank, useDeferredValue(words.trim() === "" ? undefined : words.trim()), 0, OFFERED));
  const undo = async (others: readonly string[]): Promise<void> => {
    for (const alias of others) await splitAlias(bank, entity.id, alias);
    await invalidateBank(queries, bank);
  };
  const merge = useMutation({
    mutationFn: (others: ReadonlyMap<string, string>) => mergeEntities(bank, entity.id, [...others.keys()]),
    onSuccess: (_reply, others) => {
      const names = [...others.values()].join(", ");
      toast({
        title: t("merge.done", { names, name: entity.canonical_name }),
        onUndo: () => void undo([...others.values()]).catch(onError),
      });
      onClose();
      return invalidateBank(queries, bank);
    },
  });
  const tick = (id: string, name: string, isOn: boolean): void => {
    const next = new Map(chosen);
    if (isOn) next.set(id, name);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("merge.title", { name: entity.canonical_name })}
      description={t("merge.lead", { name: entity.canonical_name })}
      footer={
        <>
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button variant="primary" disabled={chosen.size === 0} isBusy={merge.isPending} onClick={() => merge.mutate(chosen)}>
            {t("merge.do", { count: chosen.size })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <Field label={t("merge.find")}>
          {(id) => <TextInput id={id} type="search" value={words} onChange={({ target }) => setWords(target.value)} />}
        </Field>
        {chosen.size > 0 && (
          <p role="status" className="text-ink-soft">
            {t("merge.chosen", { count: chosen.size })}: {[...chosen.values()].join(", ")}
          </p>
        )}
        <Loaded query={list} lines={4}>
          {({ items }) => {
            const others = items.filter(({ id }) => id !== entity.id);
            if (others.length === 0) return <p className="text-ink-soft">{t("merge.none")}</p>;
            return (
              <ul className="flex flex-col gap-1">
                {others.map(({ id, canonical_name: name, mention_count: mentions }) => (
                  <li key={id} className="flex items-center gap-2">
                    <Checkbox label={name} checked={chosen.has(id)} onChange={(isOn) => tick(id, name, isOn)} />
                    <span className="text-xs text-ink-soft">{number(mentions)}</span>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
        {merge.error !== null && <ErrorNote error={merge.error} />}
      </div>
    </Dialog>
  );
}
