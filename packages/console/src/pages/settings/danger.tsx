// What cannot be undone: the bank's own settings taken away, the bank deleted.
// In: a bank. Out: two questions; the second wants the bank's name typed.

import { sdk } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { bankKey, banksQuery, invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { Confirm } from "../../kit/dialog";
import { Card } from "../../kit/page";
import { useToast } from "../../kit/toast";

export function Danger({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"reset" | "delete" | null>(null);
  const reset = useMutation({
    mutationFn: () => read(sdk.resetBankConfig(on(bank))),
    onSuccess: async () => {
      setAsked(null);
      await invalidateBank(queries, bank);
      toast({ title: t("danger.wasReset") });
    },
  });
  const remove = useMutation({
    mutationFn: () => read(sdk.deleteBank({ ...on(bank), query: { report: true } })),
    onSuccess: async ({ report }) => {
      // Nothing of the page may ask for the bank again, which would find none.
      await navigate({ to: "/" });
      queries.removeQueries({ queryKey: bankKey(bank) });
      await queries.invalidateQueries({ queryKey: banksQuery.queryKey });
      toast({
        title: t("danger.deleted", { name: bank }),
        ...(report === undefined ? {} : { detail: t("danger.report", { memories: report.memories, observations: report.observations }) }),
      });
    },
  });
  const close = (): void => {
    setAsked(null);
    reset.reset();
    remove.reset();
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t("danger.reset")}>
        <p className="text-sm text-ink-soft">{t("danger.resetLead")}</p>
        <span>
          <Button icon={RotateCcw} onClick={() => setAsked("reset")}>
            {t("danger.reset")}
          </Button>
        </span>
      </Card>
      <Card title={t("danger.delete")}>
        <p className="text-sm text-ink-soft">{t("danger.deleteLead")}</p>
        <span>
          <Button variant="danger" icon={Trash2} onClick={() => setAsked("delete")}>
            {t("danger.delete")}
          </Button>
        </span>
      </Card>
      <Confirm
        isOpen={asked === "reset"}
        onClose={close}
        title={t("danger.reset")}
        action={t("danger.reset")}
        isBusy={reset.isPending}
        error={reset.error}
        onConfirm={() => reset.mutate()}
      >
        <p>{t("danger.resetLead")}</p>
      </Confirm>
      <Confirm
        isOpen={asked === "delete"}
        onClose={close}
        title={t("danger.delete")}
        action={t("danger.delete")}
        typed={bank}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>{t("danger.deleteLead")}</p>
      </Confirm>
    </div>
  );
}
