// hindsight eval: how good a bank's recall is on one's own questions, and which settings make it better.

import { readFile } from "node:fs/promises";
import { CliError } from "../api.js";
import { compared } from "../eval/compare.js";
import { checked, floorsOf } from "../eval/floors.js";
import { loadCases } from "../eval/load-cases.js";
import { asReport, type EvalReport, earlierReport } from "../eval/report.js";
import { run } from "../eval/run.js";
import { settingsOf } from "../eval/settings.js";
import { reportText } from "../eval/show.js";
import { wholeNumber } from "../option-values.js";
import { note } from "../output.js";
import type { Verb } from "../verb.js";

interface EvalOptions {
  readonly bank: string;
  readonly set: readonly string[];
  readonly failUnder: readonly string[];
  readonly compare?: string;
  readonly misses: string;
  readonly parallel: string;
}

/** Of a run whose figures lie below --fail-under: it was done, and what it found is not good enough. */
const BELOW_STATUS = 4;

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export const evaluate: Verb = (program, connect, print) => {
  program
    .command("eval")
    .description("measure a bank's recall on questions of your own, and try settings side by side")
    .argument("<file>", "JSONL, a question a line with what should be found; - reads standard input")
    .requiredOption("--bank <bank>", "bank id or alias")
    .option("--set <field=a,b>", "try these values of a field of the request (may be given again)", collect, [])
    .option("--compare <file>", "an earlier result (of -o json) to hold this one against")
    .option("--fail-under <metric=least>", "end with status 4 when a metric lies below (may be given again)", collect, [])
    .option("--misses <n>", "how many questions to list of which something was not among the first ten", "10")
    .option("--parallel <n>", "how many questions are asked at a time", "2")
    .addHelpText(
      "after",
      `
A line:
  {"query": "Who rows?", "expected_documents": ["chat"], "tags": ["boat"], "category": "who"}

What is expected: expected_documents and expected_memories are ids, expected_texts are words that stand in a result. A line may hold types, tags, tags_match,
tag_groups, query_timestamp, temporal_window and prefer_observations, as a recall does. frac@10 is the share of what is expected that the first ten results
hold, any@10 whether they hold any of it, mrr 1 divided by the rank of the first, frac@1000tok the share within 1,000 tokens of text; other numbers may be asked for by --fail-under.

Examples:
  hindsight eval questions.jsonl --bank work
  hindsight eval questions.jsonl --bank work --set budget=low,mid,high --set min_scores.final=0,0.3
  hindsight eval questions.jsonl --bank work -o json > before.json
  hindsight eval questions.jsonl --bank work --compare before.json --fail-under frac@10=0.8`,
    )
    .action(async (file: string, options: EvalOptions) => {
      const floors = floorsOf(options.failUnder);
      const settings = settingsOf(options.set);
      const misses = wholeNumber(options.misses, "--misses", 0);
      const parallel = wholeNumber(options.parallel, "--parallel");
      const cases = await loadCases(file);
      const earlier = options.compare === undefined ? null : await earlierOf(options.compare);
      const names = Object.keys(floors);
      const report = asReport(options.bank, await run(connect(), options.bank, cases, settings, parallel), names);
      const comparison = earlier === null ? null : compared(earlier, report);
      print().show(comparison === null ? report : { ...report, compared: comparison }, () => reportText(report, comparison, misses));
      const below = checked(report, floors);
      for (const line of below) note(`Below: ${line}`);
      if (below.length > 0) process.exitCode = BELOW_STATUS;
    });
};

async function earlierOf(file: string): Promise<EvalReport> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new CliError(`--compare: ${file} cannot be read: ${cause.message}`, { cause });
  });
  return earlierReport(text, file);
}
