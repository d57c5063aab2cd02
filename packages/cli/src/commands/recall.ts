// hindsight recall: what a bank knows about a question.

import { type Command, Option } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { toldOf } from "../happened.js";
import { listed, numberOf, wholeNumber } from "../option-values.js";
import { begun, type Output, table } from "../output.js";
import type { Verb } from "../verb.js";
import { why } from "../why/index.js";

interface RecallOptions {
  readonly types?: string;
  readonly budget: string;
  readonly maxTokens: string;
  readonly limit: string;
  readonly full?: boolean;
  readonly tags?: string;
  readonly tagsMatch: string;
  readonly queryTimestamp?: string;
  readonly preferObservations?: boolean;
  readonly includeChunks?: boolean;
  readonly chunkMaxTokens?: string;
  readonly minScore?: string;
  readonly windowStart?: string;
  readonly windowEnd?: string;
  readonly rerankBudgetMs?: string;
  readonly trace?: boolean;
  readonly why?: boolean;
  readonly format: string;
}

interface Recalled {
  readonly results: readonly {
    readonly id: string;
    readonly text: string;
    readonly type: string | null;
    readonly mentioned_at: string | null;
    readonly occurred_start: string | null;
    readonly occurred_end?: string | null;
    readonly document_id: string | null;
    readonly scores: { readonly final: number } | null;
  }[];
  readonly prompt?: string | null;
  readonly trace?: unknown;
}

export function recall(program: Command, connect: () => Api, print: () => Output): void {
  recallIn(program, connect, print);
}

/** Also in the group `memory`, where the published command line has it. */
export const recallIn: Verb = (group, connect, print) => {
  group
    .command("recall")
    .description("find what matters for a question")
    .argument("<bank>", "bank id or alias")
    .argument("<query>", "the question")
    .option("-t, --types <a,b>", "world, experience, observation")
    .option("-b, --budget <level>", "low, mid or high", "mid")
    .option("--max-tokens <n>", "how much text may come back", "4096")
    .option("-n, --limit <n>", "how many to show (the JSON output has all)", "5")
    .option("--full", "show each memory whole, not its first lines")
    .option("--tags <a,b>", "only memories with these tags")
    .option("--tags-match <mode>", "any, all, any_strict, all_strict or exact", "any")
    .option("--query-timestamp <iso>", 'what "yesterday" refers to')
    .option("--prefer-observations", "leave out facts that an observation stands on")
    .option("--include-chunks", "bring the source text along (json output)")
    .option("--chunk-max-tokens <n>", "how much source text, with --include-chunks (8192)")
    .option("--min-score <n>", "leave out what scores less")
    .option("--window-start <iso>", "prefer memories of a time, which begins then")
    .option("--window-end <iso>", "and ends then")
    .option("--rerank-budget-ms <n>", "how long a cross-encoder may take, where the server has one; 0 leaves it out (the bank's setting)")
    .option("--why", "show why: what each score is made of, what was left out and for what reason, where the time went")
    .option("--trace", "explain the ranking (json output)")
    .addOption(
      new Option("--format <form>", "prompt: as text for a language model, fenced as data, within --max-tokens")
        .choices(FORMS)
        .default("memories"),
    )
    .addHelpText(
      "after",
      "\nA score says how well a memory fits the question beside the others of the same answer. It is no share of anything: the best may be above 1, and scores\nof two questions are not to be compared. Look at some before you set --min-score.",
    )
    .addHelpText("after", '\nExample:\n  hindsight recall work "When is the release?" --max-tokens 500')
    .action(async (bank: string, query: string, options: RecallOptions) => {
      const api = connect();
      const reply = await api.send<Recalled>("POST", bankPath(bank, "/memories/recall"), {
        query,
        budget: options.budget,
        max_tokens: wholeNumber(options.maxTokens, "--max-tokens"),
        tags_match: options.tagsMatch,
        ...(options.types === undefined ? {} : { types: listed(options.types) }),
        ...(options.tags === undefined ? {} : { tags: listed(options.tags) }),
        ...(options.queryTimestamp === undefined ? {} : { query_timestamp: options.queryTimestamp }),
        ...(options.preferObservations === true ? { prefer_observations: true } : {}),
        ...(options.includeChunks === true ? { include: { chunks: chunkLimit(options.chunkMaxTokens) } } : {}),
        ...window(options),
        ...(options.minScore === undefined ? {} : { min_scores: { final: numberOf(options.minScore, "--min-score") } }),
        ...(options.rerankBudgetMs === undefined ? {} : { rerank_budget_ms: wholeNumber(options.rerankBudgetMs, "--rerank-budget-ms", 0) }),
        ...(options.trace === true || options.why === true ? { trace: true } : {}),
        ...(options.format === "memories" ? {} : { format: options.format }),
      });
      const limit = wholeNumber(options.limit, "--limit");
      if (options.format === "prompt" && reply.prompt == null) {
        throw new CliError(`The server at ${api.baseUrl} renders no prompts: it is older, or another one. Leave out --format.`);
      }
      print().show(reply, ({ results, prompt }) => {
        if (prompt != null) return prompt || NOTHING;
        if (options.why === true) return why(reply, limit, options.full === true ? Number.POSITIVE_INFINITY : SHOWN);
        if (results.length === 0) return NOTHING;
        const rows = results
          .slice(0, limit)
          .map((r, i) => [
            String(i + 1),
            (r.scores?.final ?? 0).toFixed(3),
            toldOf(r),
            r.document_id ?? "–",
            options.full === true ? r.text : begun(r.text, SHOWN),
          ]);
        const more = results.length > limit ? `\n${results.length - limit} more; -n ${results.length} shows them` : "";
        return `${table(["#", "score", "when (UTC)", "document", "memory"], rows)}${more}`;
      });
    });
};

const FORMS = ["memories", "prompt"] as const;
const NOTHING = "Nothing in this bank answers that.";

/** Characters of a memory that are shown unless it is asked for in full: about three lines. */
const SHOWN = 240;

const chunkLimit = (most: string | undefined) => (most === undefined ? {} : { max_tokens: wholeNumber(most, "--chunk-max-tokens") });

function window({ windowStart: start, windowEnd: end }: RecallOptions) {
  if (start === undefined && end === undefined) return {};
  if (start === undefined || end === undefined) throw new CliError("Give both, --window-start and --window-end.");
  return { temporal_window: { start, end } };
}
