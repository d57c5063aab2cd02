// A text tried on the policy in force: what a retain would store of it. Nothing is stored.
// In: a text. Out: the text as it would be kept, or which rule blocks it.

import { sdk } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { FlaskConical, ShieldAlert, ShieldCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { ApiError } from "../../api/error";
import { Button } from "../../kit/button";
import { Field, TextArea } from "../../kit/field";
import { Card } from "../../kit/page";
import { ErrorNote } from "../../kit/states";

type Verdict = { readonly kind: "blocked"; readonly reason: string } | { readonly kind: "redacted" | "kept"; readonly text: string };

export function TryDefense({ bank, isOn }: { readonly bank: string; readonly isOn: boolean }) {
  const { t } = useTranslation("settings");
  const [text, setText] = useState("");
  const attempt = useMutation({
    mutationFn: async (content: string): Promise<Verdict> => {
      try {
        // By chunks no model is asked, so that a try costs nothing.
        const { chunks = [] } = await read(sdk.dryRunExtractMemories({ ...on(bank), body: { content, retain_extraction_mode: "chunks" } }));
        const stored = chunks.map((chunk) => chunk.text).join("\n");
        return { kind: stored.includes("[REDACTED:") && !content.includes("[REDACTED:") ? "redacted" : "kept", text: stored };
      } catch (error) {
        if (error instanceof ApiError && error.status === 422) return { kind: "blocked", reason: error.message };
        throw error;
      }
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    attempt.mutate(text);
  };
  return (
    <Card title={t("defense.try.title")}>
      <p className="text-sm text-ink-soft">{t(isOn ? "defense.try.lead" : "defense.try.noPolicy")}</p>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label={t("defense.try.text")}>
          {(id) => (
            <TextArea
              id={id}
              rows={5}
              value={text}
              placeholder={t("defense.try.example")}
              onChange={(event) => {
                setText(event.target.value);
                attempt.reset();
              }}
            />
          )}
        </Field>
        <span>
          <Button type="submit" icon={FlaskConical} isBusy={attempt.isPending} disabled={text.trim() === ""}>
            {t("defense.try.run")}
          </Button>
        </span>
      </form>
      {attempt.error !== null && <ErrorNote error={attempt.error} />}
      {attempt.data !== undefined && <Outcome verdict={attempt.data} />}
    </Card>
  );
}

function Outcome({ verdict }: { readonly verdict: Verdict }) {
  const { t } = useTranslation("settings");
  const Icon = verdict.kind === "kept" ? ShieldCheck : ShieldAlert;
  const tone = { kept: "text-good", redacted: "text-warn", blocked: "text-danger" }[verdict.kind];
  return (
    <section aria-live="polite" className="flex flex-col gap-2 rounded-lg border bg-sunken p-3 text-sm">
      <p className={`flex items-center gap-2 font-medium ${tone}`}>
        <Icon aria-hidden className="size-4" />
        {t(`defense.try.verdicts.${verdict.kind}`)}
      </p>
      <p className="break-words whitespace-pre-wrap">{verdict.kind === "blocked" ? verdict.reason : verdict.text}</p>
    </section>
  );
}
