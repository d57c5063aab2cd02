// The way of a recall, stage by stage: what was understood, what each arm found, the fusion, the final order, and the time of each stage.
// In: a reply with its trace. Out: columns from left to right, and a bar for each stage's time.

import { ARMS, readTrace, type TracedCandidate, type TracedPhase } from "@hindsight-memory/client/trace";
import clsx from "clsx";
import { useTranslation } from "react-i18next";
import { Badge } from "../../kit/badge";
import { useFormat } from "../../kit/format";
import { Card } from "../../kit/page";
import type { Recalled } from "./queries";

/** How many of a column are listed. */
const LISTED = 10;

export function TraceView({ reply }: { readonly reply: Recalled }) {
  const { t } = useTranslation("recall");
  const trace = readTrace(reply.trace);
  const { candidates } = trace;
  const byFusion = candidates.filter(({ fusedRank }) => fusedRank !== null).toSorted((a, b) => (a.fusedRank ?? 0) - (b.fusedRank ?? 0));
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title={t("trace.understood")}>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {trace.language !== null && <Badge>{trace.language}</Badge>}
          {trace.terms.map((term) => (
            <Badge key={term} tone="accent" className="font-mono">
              {term}
            </Badge>
          ))}
          {trace.window !== null && (
            <span className="text-ink-soft">
              {t("trace.window", { start: trace.window.start.slice(0, 10), end: trace.window.end.slice(0, 10) })}
            </span>
          )}
        </p>
      </Card>
      <div className="grid min-w-0 gap-3 sm:grid-cols-2 xl:grid-cols-6">
        {ARMS.map((arm) => (
          <Column
            key={arm}
            title={t(`arms.${arm}`)}
            about={t(`armsAbout.${arm}`)}
            rows={candidates
              .filter((candidate) => candidate.arms[arm] !== undefined)
              .toSorted((a, b) => (a.arms[arm] ?? 0) - (b.arms[arm] ?? 0))
              .map((candidate) => ({ candidate, figure: `${candidate.arms[arm]}` }))}
          />
        ))}
        <Column
          title={t("row.fusion")}
          about={t("trace.fusionAbout")}
          rows={byFusion.map((candidate) => ({ candidate, figure: candidate.fused.toFixed(3) }))}
        />
        <Column
          title={t("trace.final")}
          about={t("trace.finalAbout")}
          rows={candidates
            .filter(({ fate }) => fate === "shown")
            .map((candidate) => ({ candidate, figure: (candidate.score ?? 0).toFixed(3) }))}
        />
      </div>
      <Timings phases={trace.phases} />
    </div>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly { readonly candidate: TracedCandidate; readonly figure: string }[];
}

function Column({ title, about, rows }: ColumnProps) {
  const { t } = useTranslation("recall");
  return (
    <Card title={`${title} (${rows.length})`}>
      <p className="text-xs text-ink-faint">{about}</p>
      <ol className="flex flex-col gap-2 text-xs">
        {rows.slice(0, LISTED).map(({ candidate, figure }) => (
          <li key={candidate.id} className="flex gap-2">
            <span className="w-9 shrink-0 text-right text-ink-soft tabular-nums">{figure}</span>
            <span className="line-clamp-2 min-w-0">{candidate.text}</span>
          </li>
        ))}
        {rows.length === 0 && <li className="text-ink-soft">{t("nothing")}</li>}
      </ol>
    </Card>
  );
}

function Timings({ phases }: { readonly phases: readonly TracedPhase[] }) {
  const { t } = useTranslation("recall");
  const { duration } = useFormat();
  const longest = Math.max(1e-9, ...phases.map(({ ms }) => ms));
  const whole = phases.filter(({ within }) => within === null);
  const inOrder = whole.flatMap((phase) => [phase, ...phases.filter(({ within }) => within === phase.name)]);
  return (
    <Card title={t("trace.timings")}>
      <table className="text-xs">
        <tbody>
          {inOrder.map(({ name, ms, within }) => (
            <tr key={name}>
              <th scope="row" className={clsx("pr-3 text-left font-normal whitespace-nowrap", within !== null && "pl-4 text-ink-soft")}>
                {t(`trace.stages.${name}` as "trace.stages.understand", { defaultValue: name.replaceAll("_", " ") })}
              </th>
              <td className="w-16 pr-3 text-right whitespace-nowrap tabular-nums">{ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms)}</td>
              <td className="w-full">
                <div
                  className={clsx("h-2 rounded-full", within === null ? "bg-series-1" : "bg-series-6")}
                  style={{ width: `${Math.max(0.5, (ms / longest) * 100)}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
