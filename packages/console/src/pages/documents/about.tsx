// What a document is: its numbers, how it was retained, its metadata, and its tags, which can be changed.
// In: a document. Out: a list; changed tags go to its memories too.

import { type api, sdk } from "@hindsight-memory/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { CopyableId } from "../../kit/copy";
import { Fact, Facts } from "../../kit/facts";
import { Field } from "../../kit/field";
import { useFormat, When } from "../../kit/format";
import { TagInput } from "../../kit/tag-input";
import { useToast } from "../../kit/toast";
import { textOfPairs } from "./draft";
import { useWrite } from "./queries";

/** Those of the parameters that have a place of their own on this page. */
const SHOWN = ["metadata", "observation_scopes", "event_date_of_call"];

export function About({ bank, document }: { readonly bank: string; readonly document: api.DocumentResponse }) {
  const { t } = useTranslation("documents");
  const { number } = useFormat();
  const { retain_params, document_metadata, observation_scopes: scopes, original_text } = document;
  const params = Object.entries(retain_params ?? {}).filter(([name, value]) => value !== null && !SHOWN.includes(name));
  return (
    <div className="flex flex-col gap-5 text-sm">
      <Tags key={document.tags?.join("\n")} bank={bank} document={document} />
      <Facts>
        <Fact name={t("text.id")}>
          <CopyableId id={document.id} />
        </Fact>
        <Fact name={t("columns.memories")}>
          <span className="flex flex-wrap items-center gap-2">
            {number(document.memory_unit_count)}
            <Kinds counts={document.nodes_by_fact_type ?? {}} />
            <Link
              to="/banks/$bankId/memories"
              params={{ bankId: bank }}
              search={{ document: document.id }}
              className="text-accent-ink underline"
            >
              {t("allMemories")}
            </Link>
          </span>
        </Fact>
        <Fact name={t("calls")}>
          <Link
            to="/banks/$bankId/settings"
            params={{ bankId: bank }}
            search={{ tab: "llm", document: document.id }}
            className="text-accent-ink underline"
          >
            {t("showCalls")}
          </Link>
        </Fact>
        {original_text !== null && (
          <Fact name={t("columns.size")}>{t("characters", { count: original_text.length, shown: number(original_text.length) })}</Fact>
        )}
        <Fact name={t("created")}>
          <When at={document.created_at} />
        </Fact>
        <Fact name={t("columns.updated")}>
          <When at={document.updated_at} />
        </Fact>
        {scopes != null && (
          <Fact name={t("scopes.label")}>
            <span className="whitespace-pre-wrap">
              {Array.isArray(scopes) ? scopes.map((scope) => scope.join(", ")).join("\n") : scopes.replaceAll("_", " ")}
            </span>
          </Fact>
        )}
      </Facts>
      <Section title={t("params")} none={t("noParams")} text={textOfPairs(Object.fromEntries(params))} />
      <Section title={t("metadata")} none={t("noMetadata")} text={textOfPairs(document_metadata)} />
    </div>
  );
}

export function Kinds({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  return (["world", "experience", "observation"] as const).map((kind) =>
    (counts[kind] ?? 0) > 0 ? (
      <Badge key={kind}>
        {t(`kinds.${kind}`)} {number(counts[kind] ?? 0)}
      </Badge>
    ) : null,
  );
}

function Section({ title, none, text }: { readonly title: string; readonly none: string; readonly text: string }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {text === "" ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <p className="rounded-md bg-sunken px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap">{text}</p>
      )}
    </section>
  );
}

function Tags({ bank, document }: { readonly bank: string; readonly document: api.DocumentResponse }) {
  const { t } = useTranslation("documents");
  const toast = useToast();
  const before = document.tags ?? [];
  const [tags, setTags] = useState<readonly string[]>(before);
  const save = useWrite(
    bank,
    (next: readonly string[]) => read(sdk.updateDocument({ ...on(bank, { document_id: document.id }), body: { tags: [...next] } })),
    (_, next) => toast({ title: t("tagsSaved"), ...(next === before ? {} : { onUndo: () => save.mutate(before) }) }),
  );
  const isChanged = tags.join("\n") !== before.join("\n");
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t("tags")} hint={t("tagsHint")} className="grow">
        {(id) => <TagInput id={id} label={t("tags")} values={tags} onChange={setTags} />}
      </Field>
      {isChanged && (
        <Button variant="primary" isBusy={save.isPending} onClick={() => save.mutate(tags)} className="mb-5">
          {t("saveTags")}
        </Button>
      )}
    </div>
  );
}
