// The options of a text, to be read.
// In: a mental model. Out: name and value of each that is set.

import { useTranslation } from "react-i18next";
import { TagList } from "../../kit/badge";
import { Code, CopyableId } from "../../kit/copy";
import { Fact, Facts } from "../../kit/facts";
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
      <Facts>
        <Fact name={t("models.id")}>
          <CopyableId id={model.id} />
        </Fact>
        <Fact name={t("tags")}>{(model.tags ?? []).length > 0 ? <TagList tags={model.tags} /> : "–"}</Fact>
        <Fact name={t("maxTokens")}>{model.max_tokens ?? "–"}</Fact>
        <Fact name={t("trigger.when")}>{t(`trigger.${draft.when}`)}</Fact>
        <Fact name={t("trigger.mode")}>{t(`trigger.${draft.mode}`)}</Fact>
        <Fact name={t("trigger.factTypes")}>{kinds === "" ? "–" : kinds}</Fact>
        {draft.budget !== "" && <Fact name={t("trigger.budget")}>{t(`trigger.${draft.budget}`)}</Fact>}
        {draft.tagsMatch !== "" && <Fact name={t("trigger.tagsMatch")}>{t(`match.${draft.tagsMatch}`)}</Fact>}
        {TEXTS.filter((name) => draft[name] !== "").map((name) => (
          <Fact key={name} name={t(`trigger.${name}`)}>
            <span className="font-mono text-xs">{draft[name]}</span>
          </Fact>
        ))}
        <Fact name={t("trigger.excludeModels")}>{yes(draft.excludeModels)}</Fact>
        {draft.excludeIds.length > 0 && (
          <Fact name={t("trigger.excludeIds")}>
            <TagList tags={draft.excludeIds} />
          </Fact>
        )}
        {draft.chunks !== "" && <Fact name={t("trigger.chunks")}>{t(`trigger.${draft.chunks}`)}</Fact>}
        <Fact name={t("trigger.keepTrace")}>{yes(draft.keepTrace)}</Fact>
        <Fact name={t("fresh.at")}>{model.last_refreshed_at == null ? t("fresh.never") : <When at={model.last_refreshed_at} />}</Fact>
      </Facts>
      {JSONS.filter((name) => draft[name] !== "").map((name) => (
        <section key={name}>
          <h3 className="mb-1 font-semibold">{t(`trigger.${name}`)}</h3>
          <Code label={t(`trigger.${name}`)} text={draft[name]} />
        </section>
      ))}
    </div>
  );
}
