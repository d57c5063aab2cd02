// One entity becomes two: the ticked memories name another from now on.
// In: the entity. Out: a dialog; when nothing is left of the entity, the other is opened in its place.

import type { api } from "@hindsight-memory/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, TextInput } from "../../kit/field";
import { ErrorNote, Loaded } from "../../kit/states";
import { useErrorToast, useToast } from "../../kit/toast";
import { Checkbox } from "../../kit/toggle";
import { entityMemoriesQuery, splitMemories } from "./queries";
import { useEntitiesSearch } from "./use-search";

/** Memories that are offered; for more, a split by an alias or from the memories page is the way. */
const OFFERED = 200;

export interface SplitDialogProps {
  readonly entity: api.EntityDetailResponse;
  readonly onClose: () => void;
}

export function SplitDialog({ entity, onClose }: SplitDialogProps) {
  const { t } = useTranslation("entities");
  const { t: shell } = useTranslation("shell");
  const bank = useBank();
  const { go } = useEntitiesSearch();
  const toast = useToast();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const memories = useQuery(entityMemoriesQuery(bank, entity.id));
  const onError = useErrorToast();
  /** The same memories name the first again, which is made anew where nothing was left of it. */
  const undo = async (other: string, memories: readonly string[]): Promise<void> => {
    const { split: back } = await splitMemories(bank, other, entity.canonical_name, memories);
    go({ open: back.id });
    await invalidateBank(queries, bank);
  };
  const split = useMutation({
    mutationFn: (ticked: readonly string[]) => splitMemories(bank, entity.id, name.trim(), ticked),
    onSuccess: ({ entity: left, split: other }, ticked) => {
      const names = { name: left === null ? entity.canonical_name : other.canonical_name, other: other.canonical_name };
      toast({
        title: left === null ? t("split.gone", names) : t("split.done", names),
        onUndo: () => void undo(other.id, ticked).catch(onError),
      });
      go({ act: undefined, ...(left === null ? { open: other.id } : {}) });
      return invalidateBank(queries, bank);
    },
  });
  const tick = (id: string, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={t("split.title", { name: entity.canonical_name })}
      description={t("split.lead")}
      footer={
        <>
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0 || name.trim() === ""}
            isBusy={split.isPending}
            onClick={() => split.mutate([...chosen])}
          >
            {t("split.do", { count: chosen.size })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <Field label={t("split.name")}>
          {(id) => <TextInput id={id} autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
        <Loaded query={memories} lines={4}>
          {({ items }) => (
            <fieldset className="flex flex-col gap-2">
              <legend className="mb-1 font-medium">{t("split.pick")}</legend>
              {items.slice(0, OFFERED).map(({ id, text }) => (
                <Checkbox key={id} label={text} checked={chosen.has(id)} onChange={(isOn) => tick(id, isOn)} />
              ))}
            </fieldset>
          )}
        </Loaded>
        {split.error !== null && <ErrorNote error={split.error} />}
      </div>
    </Dialog>
  );
}
