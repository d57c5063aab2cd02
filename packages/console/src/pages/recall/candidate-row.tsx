// One candidate of a recall: where each arm had it, what its score is made of, and why it is shown or cut.
// In: a candidate and the best score, which its bar is measured against. Out: a row that opens to the numbers.

import { ARMS, type TracedCandidate } from "@hindsight-memory/client/trace";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { SERIES_COLORS } from "../../charts/time-chart";
import { Badge } from "../../kit/badge";

/** Parts in the order of their colours; a part that is new to the console takes the last. */
const PARTS = ["keyword", "semantic", "window", "session", "time", "graph"];
const colorOf = (part: string): string => SERIES_COLORS[PARTS.includes(part) ? PARTS.indexOf(part) : PARTS.length - 1] as string;

/** Ranks down to this one draw a bar of some length. */
const DEEPEST = 50;

export interface CandidateRowProps {
  readonly candidate: TracedCandidate;
  readonly bestScore: number;
  /** Words of the memory that stands for it, where one does. */
  readonly standIn: string | null;
  /** Its rank on the other side of a comparison; null where it is not there; absent while nothing is compared. */
  readonly otherRank?: number | null | undefined;
}

export function CandidateRow({ candidate, bestScore, standIn, otherRank }: CandidateRowProps) {
  const { t } = useTranslation("recall");
  const bank = useBank();
  const { id, text, rank, score, rise, parts, fate, by, isDemoted } = candidate;
  const positive = parts.filter(({ value }) => value > 0);
  const sum = positive.reduce((total, { value }) => total + value, 0);
  return (
    <li className={clsx("flex flex-col gap-1.5 px-3 py-2.5", fate !== "shown" && "bg-sunken")}>
      <div className="flex items-start gap-3">
        <span className="w-7 shrink-0 pt-0.5 text-right text-sm font-semibold tabular-nums">{rank ?? "–"}</span>
        <div className="min-w-0 grow">
          <Link to="/banks/$bankId/memories" params={{ bankId: bank }} search={{ open: id }} className="text-sm hover:underline">
            {text}
          </Link>
          <div className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-soft">
            <span className="tabular-nums">{score === null ? "–" : score.toFixed(3)}</span>
            {isDemoted && <Badge tone="warn">{t("row.halved")}</Badge>}
            {rise !== 0 && (
              <span className="inline-flex items-center gap-0.5">
                {rise > 0 ? <ArrowUp aria-hidden className="size-3" /> : <ArrowDown aria-hidden className="size-3" />}
                {t(rise > 0 ? "row.rose" : "row.fell", { count: Math.abs(rise) })}
              </span>
            )}
            {fate !== "shown" && (
              <Badge tone="warn">
                {t(`fates.${fate}`)}
                {figuresOf(candidate)}
              </Badge>
            )}
            {by !== null && (
              <Link
                to="/banks/$bankId/memories"
                params={{ bankId: bank }}
                search={{ open: by }}
                className="min-w-0 truncate hover:underline"
              >
                → {standIn}
              </Link>
            )}
            {otherRank !== undefined && (
              <Badge tone={otherRank === rank ? "neutral" : "accent"}>
                {otherRank === null ? t("row.onlyHere") : t("row.other", { rank: otherRank })}
              </Badge>
            )}
          </div>
        </div>
      </div>
      <div
        aria-hidden
        className="ml-10 flex h-2 overflow-hidden rounded-full bg-line"
        style={{ width: `${Math.max(2, ((score ?? 0) / (bestScore || 1)) * 88)}%` }}
      >
        {positive.map(({ name, value }) => (
          <span key={name} style={{ width: `${(value / sum) * 100}%`, background: colorOf(name) }} />
        ))}
      </div>
      <details className="ml-10 text-xs text-ink-soft">
        <summary>{t("row.why")}</summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <table className="h-fit">
            <caption className="text-left font-medium">{t("row.arms")}</caption>
            <tbody>
              {ARMS.map((arm) => {
                const place = candidate.arms[arm];
                return (
                  <tr key={arm}>
                    <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap">
                      {t(`arms.${arm}`)}
                    </th>
                    <td className="text-right tabular-nums">{place === undefined ? "–" : place}</td>
                    <td className="w-full pl-2">
                      {place !== undefined && (
                        <div
                          className="h-1.5 rounded-full bg-series-6"
                          style={{ width: `${Math.max(3, 100 - ((Math.min(place, DEEPEST) - 1) / DEEPEST) * 100)}%` }}
                        />
                      )}
                    </td>
                  </tr>
                );
              })}
              <tr>
                <th scope="row" className="text-left font-normal">
                  {t("row.fusion")}
                </th>
                <td className="text-right tabular-nums">{candidate.fusedRank ?? "–"}</td>
                <td className="pl-2 tabular-nums">{candidate.fused.toFixed(4)}</td>
              </tr>
            </tbody>
          </table>
          <table className="h-fit">
            <caption className="text-left font-medium">{t("row.parts")}</caption>
            <tbody>
              {parts.map(({ name, value }) => (
                <tr key={name}>
                  <td className="w-4">
                    <span aria-hidden className="inline-block size-2.5 rounded-sm" style={{ background: colorOf(name) }} />
                  </td>
                  <th scope="row" className="text-left font-normal">
                    {t(`parts.${name}` as "parts.keyword", { defaultValue: name })}
                  </th>
                  <td className="text-right tabular-nums">{value.toFixed(3)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </li>
  );
}

/** The figures behind a reason: what it has, and what was asked for or left. */
function figuresOf({ score, floor, tokens }: TracedCandidate): string {
  if (tokens !== null) return ` (${tokens.needed} > ${tokens.left})`;
  return floor === null ? "" : ` (${floor.name === "final" && score !== null ? `${score.toFixed(3)} ` : `${floor.name} `}< ${floor.least})`;
}
