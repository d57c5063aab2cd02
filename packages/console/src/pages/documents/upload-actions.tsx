// What can be done about an upload that failed.
// In: its operation. Out: buttons to try it again and to forget it.

import { RotateCw, X } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/button";
import { useToast } from "../../kit/toast";
import { ACTIONS } from "../operations/queries";
import { useWrite } from "./queries";

export function UploadActions({ bank, id }: { readonly bank: string; readonly id: string }) {
  const { t } = useTranslation("operations");
  const toast = useToast();
  const act = useWrite(
    bank,
    (action: "retry" | "delete"): Promise<unknown> => ACTIONS[action](bank, id),
    (_, action) => toast({ title: t(`done.${action}`) }),
  );
  const press = (action: "retry" | "delete") => (event: MouseEvent) => {
    event.stopPropagation(); // the row behind it opens on a click
    act.mutate(action);
  };
  return (
    <span className="inline-flex gap-1">
      <IconButton size="sm" icon={RotateCw} label={t("actions.retry")} disabled={act.isPending} onClick={press("retry")} />
      <IconButton size="sm" icon={X} label={t("actions.delete")} disabled={act.isPending} onClick={press("delete")} />
    </span>
  );
}
