// The parts of a text that writes itself: what it says, how it was derived, its options, what it said before.
// In: a mental model and the open part. Out: tabs; the open one stands in the address.

import { Feather } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Markdown } from "../../kit/markdown";
import { Empty } from "../../kit/states";
import { Tabs } from "../../kit/tabs";
import { Derivation } from "./derivation";
import { History, said } from "./history";
import { Options } from "./options";
import type { Model } from "./queries";
import { PARTS } from "./search";
import { useKnowledgeSearch } from "./use-search";

export interface TextPartsProps {
  readonly bank: string;
  readonly model: Model;
  readonly isGenerating: boolean;
}

export function TextParts({ bank, model, isGenerating }: TextPartsProps) {
  const { t } = useTranslation("knowledge");
  const { search, go } = useKnowledgeSearch();
  const text = said(model.content);
  const content = {
    text: (
      <div className="flex flex-col gap-4">
        {isGenerating && (
          <p role="status" className="rounded-md bg-accent-soft px-3 py-2 text-sm text-accent-ink">
            {t("fresh.writing")}
          </p>
        )}
        {text !== "" ? <Markdown text={text} /> : !isGenerating && <Empty icon={Feather} title={t("fresh.empty")} />}
      </div>
    ),
    sources: <Derivation bank={bank} model={model} />,
    options: <Options model={model} />,
    history: <History bank={bank} model={model} />,
  } as const;
  return (
    <Tabs
      label={model.name}
      open={search.part ?? "text"}
      onOpen={(part) => go({ part: part === "text" ? undefined : part })}
      tabs={PARTS.map((id) => ({ id, label: t(`parts.${id}`), content: content[id] }))}
    />
  );
}
