// Ablation: what each signal of the ranker, and each stage behind it, gives on every conversation. All constants are fixed, so that every conversation is held out.
// In: the evaluation data (HINDSIGHT_BENCH_DATA), an engine in this process. Out: a table, and bench/results/ablation.json.
//
//   npm run bench:ablation                                LoCoMo dev turns, MADial en and the wide questions: about ten minutes on two cores
//   npm run bench:ablation -- --pools pools               keeps what the arms found there; the next run takes a minute
//   npm run bench:ablation -- --tasks wide

import { parseArgs } from "node:util";
import { collapse } from "../../packages/engine/src/recall/collapse.js";
import { fold } from "../../packages/engine/src/recall/fold.js";
import { rank, weightsOf } from "../../packages/engine/src/recall/rank.js";
import { settle } from "../../packages/engine/src/recall/settle.js";
import { SIGNALS, type SignalName, WEIGHTS, type Weights } from "../../packages/engine/src/recall/signals/index.js";
import { spread } from "../../packages/engine/src/recall/spread.js";
import { trim } from "../../packages/engine/src/recall/trim.js";
import { round, save, table } from "../lib/results.js";
import { locomoTurns } from "../quality/locomo-tasks.js";
import { madial } from "../quality/madial-tasks.js";
import { type Judged, metricsOf, tokensOf } from "../quality/metrics.js";
import type { Task } from "../quality/task.js";
import { wideQuestions } from "../quality/wide-task.js";
import type { Asked } from "./collect.js";
import { type Pooled, poolsOf } from "./pools.js";

const TASKS: Readonly<Record<string, () => Task>> = { "locomo-turn": locomoTurns, "madial-en": () => madial("en"), wide: wideQuestions };
/** Shown of each category and bank. */
const FIGURE = "frac@10";

const { values: options } = parseArgs({
  options: { tasks: { type: "string", default: Object.keys(TASKS).join(",") }, pools: { type: "string" } },
});

/** The ranker and the stages behind it, with something left out. */
interface Variant {
  readonly name: string;
  weights(asked: Asked): Weights;
  readonly settles: boolean;
  readonly spreads: boolean;
}

const WHOLE: Variant = { name: "as it is", weights: ({ question }) => weightsOf(question), settles: true, spreads: true };
const VARIANTS: readonly Variant[] = [
  WHOLE,
  ...(Object.keys(SIGNALS) as readonly SignalName[]).map(
    (name): Variant => ({ ...WHOLE, name: `without ${name}`, weights: ({ question }) => ({ ...weightsOf(question), [name]: 0 }) }),
  ),
  { ...WHOLE, name: "wide questions weighed as others", weights: () => WEIGHTS },
  { ...WHOLE, name: "owner 0.05 for every question", weights: ({ question }) => ({ ...weightsOf(question), owner: 0.05 }) },
  { ...WHOLE, name: "nothing settled", settles: false },
  { ...WHOLE, name: "nothing spread", spreads: false },
];

/** Tokens of the texts that were counted. */
const tokens = new Map<string, number>();
const results: Record<string, unknown> = {};
for (const name of options.tasks.split(",")) {
  const make = TASKS[name];
  if (make === undefined) throw new Error(`There is no task "${name}"; there are ${Object.keys(TASKS).join(", ")}.`);
  const task = make();
  const banks = await poolsOf(task, options.pools ?? null);
  results[name] = report(task, banks);
}
console.log(save("ablation", { tasks: results }));

function report(task: Task, banks: readonly Pooled[]): Record<string, unknown> {
  const measured = VARIANTS.map((variant) => {
    const perBank = banks.map((bank) => bank.asked.map((asked) => judge(asked, bank, answer(asked, variant))));
    const all = perBank.flat();
    const figure = (judged: readonly Judged[]): number => metricsOf(judged)[FIGURE] ?? 0;
    const categories = [...new Set(all.map(({ category }) => category))].sort();
    const overall = metricsOf(all);
    const several = all.filter(({ gold }) => gold >= 3);
    return {
      name: variant.name,
      perBank: Object.fromEntries(banks.map(({ name }, at) => [name, figure(perBank[at] ?? [])])),
      mean: perBank.reduce((sum, judged) => sum + figure(judged), 0) / banks.length,
      byCategory: Object.fromEntries(categories.map((category) => [category, figure(all.filter((one) => one.category === category))])),
      overall,
      threeOrMore: metricsOf(several),
    };
  });
  const whole = measured[0] as (typeof measured)[number];
  const names = banks.map(({ name }) => name);
  const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(4)}`;
  const rows = measured.map(({ name, perBank, mean, byCategory, overall }, at) => [
    name,
    at === 0 ? mean.toFixed(4) : signed(mean - whole.mean),
    ...names.map((bank) => (at === 0 ? (perBank[bank] ?? 0).toFixed(4) : signed((perBank[bank] ?? 0) - (whole.perBank[bank] ?? 0)))),
    ...Object.values(byCategory).map((value) => value.toFixed(3)),
    (overall.mrr ?? 0).toFixed(3),
    (overall["frac@1000tok"] ?? 0).toFixed(3),
    (overall["frac@4096tok"] ?? 0).toFixed(3),
  ]);
  const head = ["", `mean ${FIGURE}`, ...names, ...Object.keys(whole.byCategory), "mrr", "1000 tok", "4096 tok"];
  console.log(`\n${task.what}: ${FIGURE}, and the difference of each variant\n${table(head, rows)}`);
  return { variants: measured.map((one) => ({ ...one, mean: round(one.mean, 4) })) };
}

function answer({ question, pool, found, ...rest }: Asked, variant: Variant): ReturnType<typeof rank> {
  const ranked = rank(question, pool, found, variant.weights({ question, pool, found, ...rest }));
  const settled = variant.settles ? settle(ranked, found, question.analysis.terms) : ranked;
  const ordered = variant.spreads ? spread(question, settled).shown : settled;
  const { preferObservations: prefersObservations, depth, maxTokens } = question;
  const { shown } = fold(ordered, { prefersObservations, limit: 2 * depth, maxTokens });
  return trim(collapse(shown).shown, maxTokens).shown;
}

function judge({ ask }: Asked, { documents }: Pooled, shown: ReturnType<typeof rank>): Judged {
  const seen = new Set<string>();
  const results = shown.map(({ row }) => {
    const own = documents.get(row.id) ?? [];
    const fresh = ask.gold.filter((key) => own.includes(key) && !seen.has(key));
    for (const key of fresh) seen.add(key);
    const count = tokens.get(row.text) ?? tokensOf(row.text);
    tokens.set(row.text, count);
    return { brought: fresh.length, tokens: count, session: null };
  });
  return { category: ask.category, gold: ask.gold.length, results, goldSessions: new Set() };
}
