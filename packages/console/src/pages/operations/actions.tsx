// What can be done to an operation in its state: cancel, try again, forget.
// In: its id and status. Out: buttons; each says what it did.

import { useMutation } from "@tanstack/react-query";
import { CircleX, RotateCw, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { useErrorToast, useToast } from "../../kit/toast";
import { ACTIONS, type Action, actionsFor } from "./queries";

const ICONS = { cancel: CircleX, retry: RotateCw, delete: Trash2 } as const;

export function Actions({ id, status }: { readonly id: string; readonly status: string }) {
  const { t } = useTranslation("operations");
  const bank = useBank();
  const toast = useToast();
  const onError = useErrorToast();
  const act = useMutation({
    mutationFn: (action: Action) => ACTIONS[action](bank, id),
    onSuccess: (_reply, action) => toast({ title: t(`done.${action}`) }),
    onError,
    onSettled: () => invalidateBank(queries, bank),
  });
  return actionsFor(status).map((action) => (
    <Button
      key={action}
      size="sm"
      icon={ICONS[action]}
      isBusy={act.isPending && act.variables === action}
      onClick={() => act.mutate(action)}
    >
      {t(`actions.${action}`)}
    </Button>
  ));
}
