// The relevance workbench: a set of questions with the documents they should find, run with one or two settings.
// In: the cases of this browser, the settings of the lab. Out: scores for each case and their means, side by side.

import { type RelevanceCase, writeCases } from "@hindsight-memory/client/relevance";
import { useMutation } from "@tanstack/react-query";
import { Download, ListChecks, Play, Trash2, Upload } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button, IconButton } from "../../kit/button";
import { useFormat } from "../../kit/format";
import { Progress } from "../../kit/progress";
import { Empty, ErrorNote } from "../../kit/states";
import { expectedOf, fromJsonl, K, meanOf, nameOf, type Score, storeCases, storedCases } from "./cases";
import { runCase } from "./queries";
import type { RecallSettings } from "./settings";

export interface WorkbenchProps {
  readonly sides: readonly RecallSettings[];
}

export function Workbench({ sides }: WorkbenchProps) {
  const { t } = useTranslation("recall");
  const bank = useBank();
  const [cases, setCases] = useState(() => storedCases(bank));
  const [done, setDone] = useState(0);
  const file = useRef<HTMLInputElement>(null);
  const keep = (next: readonly RelevanceCase[]): void => {
    storeCases(bank, next);
    setCases(next);
    run.reset();
  };
  const run = useMutation({
    mutationFn: async () => {
      setDone(0);
      const scores: Score[][] = sides.map(() => []);
      for (const asked of cases) {
        for (const [side, settings] of sides.entries()) {
          scores[side]?.push(await runCase(bank, asked, settings));
          setDone((count) => count + 1);
        }
      }
      return scores;
    },
  });
  const add = useMutation({
    mutationFn: async (chosen: File) => keep([...cases, ...fromJsonl(await chosen.text())]),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = target.files ?? [];
    if (chosen !== undefined) add.mutate(chosen);
    target.value = "";
  };
  const save = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([writeCases(cases)], { type: "application/jsonl" }));
    link.download = `${bank}-cases.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const total = cases.length * sides.length;
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-3xl text-sm text-ink-soft">{t("cases.lead", { k: K })}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={Play} isBusy={run.isPending} disabled={cases.length === 0} onClick={() => run.mutate()}>
          {t("cases.run", { count: cases.length })}
        </Button>
        <Button icon={Upload} onClick={() => file.current?.click()}>
          {t("cases.load")}
        </Button>
        <input ref={file} type="file" accept=".jsonl,.ndjson,.txt" aria-label={t("cases.load")} className="hidden" onChange={choose} />
        <Button icon={Download} disabled={cases.length === 0} onClick={save}>
          {t("cases.save")}
        </Button>
      </div>
      {run.isPending && <Progress label={t("cases.progress")} value={total === 0 ? 0 : done / total} />}
      {run.error !== null && <ErrorNote error={run.error} />}
      {add.error !== null && <ErrorNote message={t("cases.badLine", { line: add.error.message })} />}
      {cases.length === 0 ? (
        <Empty icon={ListChecks} title={t("cases.none")}>
          {t("cases.noneLead")}
        </Empty>
      ) : (
        <Results cases={cases} sides={sides} scores={run.data} onDrop={(place) => keep(cases.filter((_, each) => each !== place))} />
      )}
    </div>
  );
}

interface ResultsProps {
  readonly cases: readonly RelevanceCase[];
  readonly sides: readonly RecallSettings[];
  readonly scores: readonly (readonly Score[])[] | undefined;
  readonly onDrop: (place: number) => void;
}

function Results({ cases, sides, scores, onDrop }: ResultsProps) {
  const { t } = useTranslation("recall");
  const { percent, duration } = useFormat();
  const heads = sides.length === 1 ? [t("cases.score")] : ["A", "B"];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section tabIndex={0} aria-label={t("views.cases")} className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="border-b bg-sunken text-xs text-ink-soft">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {t("cases.question")}
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              {t("cases.expected")}
            </th>
            {heads.map((head, side) => (
              <th key={head} scope="col" className="px-3 py-2 text-right font-medium">
                {head}
                <span className="block font-mono font-normal">{nameOf(sides[side] ?? {})}</span>
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {cases.map((each, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two cases may ask the same; the place is their name
            <tr key={place}>
              <th scope="row" className="px-3 py-2 font-normal">
                {each.query}
              </th>
              <td className="px-3 py-2 font-mono text-xs">{expectedOf(each)}</td>
              {heads.map((head, side) => {
                const found = scores?.[side]?.[place];
                const score = found === undefined ? undefined : meanOf([found]);
                return (
                  <td key={head} className="px-3 py-2 text-right tabular-nums">
                    {score === undefined ? "–" : `${percent(score.recall)} · ${score.reciprocalRank.toFixed(2)}`}
                  </td>
                );
              })}
              <td className="px-1 text-right">
                <IconButton icon={Trash2} size="sm" label={t("cases.drop", { query: each.query })} onClick={() => onDrop(place)} />
              </td>
            </tr>
          ))}
        </tbody>
        {scores !== undefined && (
          <tfoot className="border-t font-medium">
            <tr>
              <th scope="row" colSpan={2} className="px-3 py-2">
                {t("cases.mean", { k: K })}
              </th>
              {heads.map((head, side) => {
                const mean = meanOf(scores[side] ?? []);
                return (
                  <td key={head} className="px-3 py-2 text-right tabular-nums">
                    {percent(mean.recall)} · {mean.reciprocalRank.toFixed(2)}
                    <span className="block text-xs font-normal text-ink-soft">{duration(mean.ms)}</span>
                  </td>
                );
              })}
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
