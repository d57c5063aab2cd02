// The open mental model: its parts, and what can be done to it.
// In: its id. Out: a sheet; clearing and deleting are asked for first, since neither can be undone.

import { sdk } from "@hindsight-memory/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eraser, FlaskConical, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { ApiError } from "../../api/error";
import { invalidateBank } from "../../api/queries";
import { Button } from "../../kit/button";
import { Confirm, Sheet } from "../../kit/dialog";
import { ErrorNote, Loaded } from "../../kit/states";
import { useToast } from "../../kit/toast";
import { DryRun } from "./dry-run";
import { EditModel } from "./model-form";
import { type Model, modelQuery } from "./queries";
import { StateLine } from "./reader";
import { useRefresh } from "./refreshing";
import { TextParts } from "./text-parts";

export interface ModelDetailProps {
  readonly bank: string;
  readonly id: string;
  readonly isRefreshing: boolean;
  readonly onClose: () => void;
}

export function ModelDetail({ bank, id, isRefreshing, onClose }: ModelDetailProps) {
  const { t } = useTranslation("knowledge");
  const model = useQuery(modelQuery(bank, id));
  const isGone = model.data === undefined && model.error instanceof ApiError && model.error.status === 404;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={model.data?.name ?? id}
      {...(model.data?.source_query == null ? {} : { description: model.data.source_query })}
      footer={model.data !== undefined && <Actions bank={bank} model={model.data} isRefreshing={isRefreshing} onClose={onClose} />}
    >
      {isGone ? (
        <ErrorNote message={t("models.gone")} />
      ) : (
        <Loaded query={model} lines={6}>
          {(found) => (
            <div className="flex flex-col gap-4">
              <StateLine model={found} isRefreshing={isRefreshing} />
              <TextParts bank={bank} model={found} isGenerating={isRefreshing} />
            </div>
          )}
        </Loaded>
      )}
    </Sheet>
  );
}

type Open = "edit" | "dry-run" | "clear" | "delete" | null;

interface ActionsProps {
  readonly bank: string;
  readonly model: Model;
  readonly isRefreshing: boolean;
  readonly onClose: () => void;
}

function Actions({ bank, model, isRefreshing, onClose }: ActionsProps) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const queries = useQueryClient();
  const toast = useToast();
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const refresh = useRefresh(bank, model);
  const path = on(bank, { mental_model_id: model.id });
  const end = useMutation({
    mutationFn: (what: "clear" | "delete"): Promise<unknown> =>
      read<unknown>(what === "clear" ? sdk.clearMentalModel(path) : sdk.deleteMentalModel(path)),
    onSuccess: (_reply, what) => {
      toast({ title: t(what === "clear" ? "models.cleared" : "deleted", { name: model.name }) });
      close();
      if (what === "delete") onClose();
    },
    onSettled: () => invalidateBank(queries, bank),
  });
  return (
    <>
      <Button variant="ghost" icon={Trash2} onClick={() => setOpen("delete")}>
        {shell("delete")}
      </Button>
      <Button variant="ghost" icon={Eraser} onClick={() => setOpen("clear")}>
        {t("models.clear")}
      </Button>
      <span className="grow" />
      <Button icon={FlaskConical} onClick={() => setOpen("dry-run")}>
        {t("refresh.dryRun")}
      </Button>
      <Button icon={Pencil} onClick={() => setOpen("edit")}>
        {shell("edit")}
      </Button>
      <Button variant="primary" icon={RefreshCw} isBusy={refresh.isPending || isRefreshing} onClick={() => refresh.mutate(null)}>
        {t("refresh.action")}
      </Button>
      {open === "edit" && <EditModel bank={bank} model={model} onClose={close} />}
      {open === "dry-run" && <DryRun bank={bank} model={model} onClose={close} />}
      {(open === "clear" || open === "delete") && (
        <Confirm
          isOpen
          onClose={close}
          title={t(`models.${open}Title`, { name: model.name })}
          action={open === "clear" ? t("models.clear") : shell("delete")}
          onConfirm={() => end.mutate(open)}
          isBusy={end.isPending}
          error={end.error}
        >
          <p>{t(`models.${open}Lead`)}</p>
        </Confirm>
      )}
    </>
  );
}
