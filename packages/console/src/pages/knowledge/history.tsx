// What a text said before each refresh, and what each of them changed, word by word.
// In: a mental model. Out: a list, newest first; a change opens below its line.

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../kit/badge";
import { When } from "../../kit/format";
import { part } from "../../kit/part";
import { Loaded, Skeleton } from "../../kit/states";
import { type Change, historyQuery, type Model } from "./queries";

export const Diff = part(() => import("../../kit/diff"), "default");

/** What stands in a text until its first refresh is through: it says nothing. */
const PLACEHOLDER = "Generating content...";
export const said = (content: string | null | undefined): string => (content == null || content === PLACEHOLDER ? "" : content);

export function History({ bank, model }: { readonly bank: string; readonly model: Model }) {
  const { t } = useTranslation("knowledge");
  const history = useQuery(historyQuery(bank, model.id));
  return (
    <Loaded query={history}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("history.none")}</p>
        ) : (
          <ol aria-label={t("history.list")} className="divide-y divide-line rounded-lg border">
            {changes.map((change, place) => (
              <Entry
                key={`${change.changed_at} ${change.kind}`}
                change={change}
                after={after(changes, place, model)}
                isFirst={place === 0}
              />
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

/** What it said after a change: what the next later change found, or what it says now. */
const after = (changes: readonly Change[], place: number, model: Model): string =>
  said(changes.slice(0, place).findLast(({ previous_content }) => previous_content !== null)?.previous_content ?? model.content);

interface EntryProps {
  readonly change: Change;
  readonly after: string;
  readonly isFirst: boolean;
}

function Entry({ change, after: next, isFirst }: EntryProps) {
  const { t, i18n } = useTranslation("knowledge");
  const isFailure = change.previous_content === null;
  const [isOpen, setOpen] = useState(isFirst && !isFailure);
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const outcome = change.outcome !== null && i18n.exists(`knowledge:outcomes.${change.outcome}`) ? `outcomes.${change.outcome}` : null;
  return (
    <li className="flex flex-col gap-2 px-3 py-2 text-sm">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="flex flex-wrap items-center gap-2 text-left">
        <Arrow aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <Badge tone={isFailure ? "danger" : "neutral"}>{t(isFailure ? "history.failed" : "history.changed")}</Badge>
        <When at={change.changed_at} />
        {outcome !== null && <span className="text-ink-soft">{t(outcome as "outcomes.refresh_failed_error")}</span>}
      </button>
      {isOpen &&
        (isFailure ? (
          <p className="text-danger">{change.error_message ?? change.failure_reason}</p>
        ) : (
          <>
            <p className="text-xs text-ink-faint">{t("history.before")}</p>
            <Suspense fallback={<Skeleton />}>
              <Diff before={said(change.previous_content)} after={next} />
            </Suspense>
          </>
        ))}
    </li>
  );
}
