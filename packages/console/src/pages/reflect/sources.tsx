// What an answer stands on: memories and mental models, by the numbers in its text.
// In: the sources, and the one a citation led to. Out: a list; the one that was led to is marked, shown and focused.

import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Badge, TagList } from "../../kit/badge";
import { useFormat } from "../../kit/format";
import { Card } from "../../kit/page";
import { KINDS } from "../recall/settings";
import type { Cited, Source } from "./citations";

export function Sources({ cited, source }: { readonly cited: Cited; readonly source: number | undefined }) {
  const { t } = useTranslation("reflect");
  const pointedAt = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new citation is led to
  useEffect(() => {
    pointedAt.current?.scrollIntoView({ block: "nearest" });
    pointedAt.current?.focus({ preventScroll: true });
  }, [source, cited]);
  return (
    <Card title={t("sources.title")}>
      {cited.sources.length === 0 && <p className="text-sm text-ink-soft">{t("sources.none")}</p>}
      <ol aria-label={t("sources.title")} className="flex flex-col gap-2">
        {cited.sources.map((each) => (
          <li
            key={each.number}
            ref={each.number === source ? pointedAt : null}
            tabIndex={-1}
            aria-current={each.number === source ? "true" : undefined}
            className={clsx(
              "flex min-w-0 gap-2.5 rounded-lg border px-3 py-2 text-sm",
              each.number === source && "border-accent bg-accent-soft",
            )}
          >
            <span className="shrink-0 font-mono text-xs leading-5 whitespace-nowrap text-ink-soft">[{each.number}]</span>
            <div className="flex min-w-0 grow flex-col gap-1.5">
              <One source={each} isNamed={cited.named.size === 0 || cited.named.has(each.number)} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Headings without their signs, and no empty lines: a few lines to know a text by. */
const unmarked = (markdown: string): string => markdown.replace(/(^|: )#{1,6} /gm, "$1").replace(/\n{2,}/g, "\n");

function One({ source, isNamed }: { readonly source: Source; readonly isNamed: boolean }) {
  const { t } = useTranslation("reflect");
  const { day } = useFormat();
  const bankId = useBank();
  const params = { bankId };
  const uncited = !isNamed && <Badge>{t("sources.uncited")}</Badge>;
  if (source.kind === "model")
    return (
      <>
        <p className="line-clamp-6 break-words whitespace-pre-line">{unmarked(source.model.text)}</p>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
          <Badge tone="accent">{t("sources.model")}</Badge>
          {uncited}
          <Link to="/banks/$bankId/knowledge" params={params} className="leading-6 text-accent-ink underline">
            {t("sources.models")}
          </Link>
        </span>
      </>
    );
  const { id, text, type, document_id: document, tags, occurred_start: occurred, mentioned_at: mentioned } = source.memory;
  const kind = KINDS.find((each) => each === type);
  const at = occurred ?? mentioned;
  return (
    <>
      <p className="break-words">{text}</p>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
        {kind !== undefined && <Badge>{t(`kinds.${kind}`)}</Badge>}
        {uncited}
        {at != null && <time dateTime={at}>{day(at)}</time>}
        <TagList tags={tags} />
        {id != null && (
          <Link to="/banks/$bankId/memories" params={params} search={{ open: id }} className="leading-6 text-accent-ink underline">
            {t("sources.open")}
          </Link>
        )}
        {document != null && (
          <Link
            to="/banks/$bankId/memories"
            params={params}
            search={{ document }}
            className="min-w-0 truncate leading-6 text-accent-ink underline"
          >
            {t("sources.document", { name: document })}
          </Link>
        )}
      </span>
    </>
  );
}
