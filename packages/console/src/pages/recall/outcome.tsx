// What a recall brought: a line of figures, the results, the line of the token budget, and what was cut below it.
// In: a reply with its trace; the other side's while two settings are compared. Out: a list, explained.

import { type RecallTrace, readTrace } from "@hindsight-memory/client/trace";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format";
import { Progress } from "../../kit/progress";
import { CandidateRow } from "./candidate-row";
import type { Recalled } from "./queries";
import { PRESET_MAX_TOKENS, type RecallSettings } from "./settings";

/** How many of the cut are listed; there can be hundreds. */
const LISTED_CUTS = 25;

export interface OutcomeProps {
  readonly reply: Recalled;
  readonly settings: RecallSettings;
  readonly other?: Recalled | undefined;
}

export function Outcome({ reply, settings, other }: OutcomeProps) {
  const { t } = useTranslation("recall");
  const trace = readTrace(reply.trace);
  const otherRanks = other === undefined ? undefined : new Map(readTrace(other.trace).candidates.map(({ id, rank }) => [id, rank]));
  const shown = trace.candidates.filter(({ fate }) => fate === "shown");
  const cut = trace.candidates.filter(({ fate }) => fate !== "shown");
  const best = Math.max(0, ...trace.candidates.map(({ score }) => score ?? 0));
  const texts = new Map(trace.candidates.map(({ id, text }) => [id, text]));
  const row = (candidate: RecallTrace["candidates"][number]) => (
    <CandidateRow
      key={candidate.id}
      candidate={candidate}
      bestScore={best}
      standIn={candidate.by === null ? null : (texts.get(candidate.by) ?? candidate.by)}
      otherRank={otherRanks === undefined ? undefined : (otherRanks.get(candidate.id) ?? null)}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Figures trace={trace} reply={reply} />
      <ol aria-label={t("results")} className="divide-y divide-line overflow-hidden rounded-lg border bg-surface">
        {shown.map(row)}
        {shown.length === 0 && <li className="px-3 py-6 text-center text-sm text-ink-soft">{t("nothing")}</li>}
      </ol>
      <BudgetLine used={trace.tokens} limit={settings.maxTokens ?? PRESET_MAX_TOKENS} />
      {cut.length > 0 && (
        <details open={shown.length === 0}>
          <summary className="text-sm text-ink-soft">{t("cut", { count: cut.length })}</summary>
          <ol aria-label={t("cut", { count: cut.length })} className="mt-2 divide-y divide-line overflow-hidden rounded-lg border">
            {cut.slice(0, LISTED_CUTS).map(row)}
          </ol>
          {cut.length > LISTED_CUTS && <p className="mt-1 text-xs text-ink-faint">{t("cutMore", { count: cut.length - LISTED_CUTS })}</p>}
        </details>
      )}
    </div>
  );
}

function Figures({ trace, reply }: { readonly trace: RecallTrace; readonly reply: Recalled }) {
  const { t } = useTranslation("recall");
  const { duration, number } = useFormat();
  return (
    <>
      <p className="text-sm text-ink-soft">
        {t("figures", {
          count: reply.results.length,
          pool: number(trace.pool),
          considered: number(trace.considered),
          server: duration(trace.serverMs),
          total: duration(reply.roundTripMs),
        })}
        {trace.rerankedPairs > 0 && ` ${t("reranked", { count: trace.rerankedPairs })}`}
      </p>
      {trace.degraded.length > 0 && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t("degraded", { what: trace.degraded.join(", ") })}
        </p>
      )}
    </>
  );
}

/** The token budget as a line between what fits and what does not. */
function BudgetLine({ used, limit }: { readonly used: number; readonly limit: number }) {
  const { t } = useTranslation("recall");
  const { number } = useFormat();
  const words = t("tokens", { used: number(used), limit: number(limit) });
  return (
    <div className="flex items-center gap-3 text-xs text-ink-soft">
      <span className="shrink-0">{words}</span>
      <Progress label={words} value={used / limit} isWarning={used / limit > 0.95} />
    </div>
  );
}
