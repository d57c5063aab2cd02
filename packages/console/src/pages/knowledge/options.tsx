// The options of a text, to be read.
// In: a mental model. Out: name and value of each that is set.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TagList } from "../../kit/badge";
import { Code, CopyButton } from "../../kit/copy";
import { When } from "../../kit/format";
import type { Model } from "./queries";
import { draftOf, type TriggerDraft } from "./trigger";

const TEXTS = [
  "cron",
  "fullCron",
  "minInterval",
  "recallTokens",
  "chunkTokens",
  "observationTokens",
] as const satisfies readonly (keyof TriggerDraft)[];
const JSONS = ["tagGroups", "schema"] as const;

export function Options({ model }: { readonly model: Model }) {
  const { t } = useTranslation("knowledge");
  const draft = draftOf(model.trigger);
  const kinds = draft.factTypes.map((kind) => t(`sources.${kind}`)).join(", ");
  const yes = (isOn: boolean) => t(isOn ? "trigger.yes" : "trigger.no");
  return (
    <div className="flex flex-col gap-4 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        <Line name={t("models.id")}>
          <span className="font-mono text-xs break-all">{model.id}</span> <CopyButton text={model.id} />
        </Line>
        <Line name={t("tags")}>{(model.tags ?? []).length > 0 ? <TagList tags={model.tags} /> : "–"}</Line>
        <Line name={t("maxTokens")}>{model.max_tokens ?? "–"}</Line>
        <Line name={t("trigger.when")}>{t(`trigger.${draft.when}`)}</Line>
        <Line name={t("trigger.mode")}>{t(`trigger.${draft.mode}`)}</Line>
        <Line name={t("trigger.factTypes")}>{kinds === "" ? "–" : kinds}</Line>
        {draft.budget !== "" && <Line name={t("trigger.budget")}>{t(`trigger.${draft.budget}`)}</Line>}
        {draft.tagsMatch !== "" && <Line name={t("trigger.tagsMatch")}>{t(`match.${draft.tagsMatch}`)}</Line>}
        {TEXTS.filter((name) => draft[name] !== "").map((name) => (
          <Line key={name} name={t(`trigger.${name}`)}>
            <span className="font-mono text-xs">{draft[name]}</span>
          </Line>
        ))}
        <Line name={t("trigger.excludeModels")}>{yes(draft.excludeModels)}</Line>
        {draft.excludeIds.length > 0 && (
          <Line name={t("trigger.excludeIds")}>
            <TagList tags={draft.excludeIds} />
          </Line>
        )}
        {draft.chunks !== "" && <Line name={t("trigger.chunks")}>{t(`trigger.${draft.chunks}`)}</Line>}
        <Line name={t("trigger.keepTrace")}>{yes(draft.keepTrace)}</Line>
        <Line name={t("fresh.at")}>{model.last_refreshed_at == null ? t("fresh.never") : <When at={model.last_refreshed_at} />}</Line>
      </dl>
      {JSONS.filter((name) => draft[name] !== "").map((name) => (
        <section key={name}>
          <h3 className="mb-1 font-semibold">{t(`trigger.${name}`)}</h3>
          <Code label={t(`trigger.${name}`)} text={draft[name]} />
        </section>
      ))}
    </div>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
