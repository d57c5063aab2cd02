// hindsight consolidate, hindsight consolidation recover: facts become observations, now, and those that failed once more.
// The published command line has both in its group `bank`; there they are too.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { finished, type Operation, type OperationProgress } from "../operation.js";
import { listed, wholeNumber } from "../option-values.js";
import { facts, many, type Output, progress } from "../output.js";
import { query } from "../query.js";
import type { Verb } from "../verb.js";

const COUNTS = [
  ["memories_processed", "facts consolidated"],
  ["memories_failed", "facts that failed"],
  ["observations_created", "observations made"],
  ["observations_updated", "observations changed"],
  ["observations_merged", "observations merged"],
  ["observations_deleted", "observations deleted"],
  ["mental_models_refreshed", "mental models to refresh"],
] as const;

type Count = (typeof COUNTS)[number][0];
type Tally = Readonly<Partial<Record<Count, number>>>;

interface ConsolidateOptions {
  readonly wait?: boolean;
  readonly scope?: readonly string[];
  readonly pollInterval?: string;
}

export const consolidate: Verb = (group, connect, print) => {
  group
    .command("consolidate <bank>")
    .description("make observations of facts now, also in a bank that does not do so by itself")
    .option("--scope <a,b>", "only facts whose tags hold these; may be repeated", (text, sofar: string[] = []) => [...sofar, text])
    .option("--wait", "until all that waits is consolidated")
    .option("--poll-interval <seconds>", "how often it is looked at with --wait (default: each second, at first more often)")
    .addHelpText("after", "\nExample:\n  hindsight consolidate work --scope user:ann --wait")
    .action(async (bank: string, { scope, wait, pollInterval }: ConsolidateOptions) => {
      const everyMs = pollInterval === undefined ? undefined : wholeNumber(pollInterval, "--poll-interval") * 1000;
      const api = connect();
      const body = scope === undefined ? {} : { observation_scopes: scope.map(listed) };
      const queued = await api.send<{ operation_id: string; deduplicated: boolean }>("POST", bankPath(bank, "/consolidate"), body);
      if (wait !== true) {
        const what = queued.deduplicated ? "One waits already" : "Queued";
        print().show(queued, (r) => `${what}: hindsight operation get ${bank} ${r.operation_id} --wait`);
        return;
      }
      const bar = progress(`Consolidating ${bank}`);
      const tell = ({ processed, total, stage }: OperationProgress): void => bar.update(processed ?? 0, total ?? 0, stage);
      const rounds = await everyRound(api, bank, queued.operation_id, tell, everyMs).finally(() => bar.end());
      const reply = { operation_ids: rounds.map(({ operation_id }) => operation_id), ...summed(rounds.map(tallyOf)) };
      print().show(reply, () => tallyText(bank, rounds));
    });
};

export const recover =
  (name: string): Verb =>
  (group, connect, print) => {
    group
      .command(`${name} <bank>`)
      .description("let facts that could not be consolidated wait for it again")
      .action(async (bank: string) => {
        const reply = await connect().send<{ retried_count: number }>("POST", bankPath(bank, "/consolidation/recover"));
        print().show(reply, ({ retried_count: count }) =>
          count === 0
            ? "No fact had failed."
            : `${many(count, "fact")} ${count === 1 ? "waits" : "wait"} again. "hindsight consolidate ${bank} --wait" takes ${count === 1 ? "it" : "them"} now.`,
        );
      });
  };

export function consolidation(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("consolidation").description("facts that could not be made into observations");
  recover("recover")(group, connect, print);
}

/** A consolidation ends after a number of facts and queues the next: this waits for all of them, but for none that was put off. */
async function everyRound(
  api: Api,
  bank: string,
  first: string,
  tell: (progress: OperationProgress) => void,
  everyMs: number | undefined,
): Promise<readonly Operation[]> {
  const rounds = new Map<string, Operation>();
  for (let waiting: readonly string[] = [first]; waiting.length > 0; waiting = await laterRounds(api, bank, first, rounds)) {
    for (const id of waiting) rounds.set(id, await finished(api, bank, id, tell, everyMs));
  }
  return [...rounds.values()];
}

/** Rounds since the first that were not waited for, the oldest first: also those that have ended meanwhile, whose counts belong to the sum. */
async function laterRounds(api: Api, bank: string, first: string, known: ReadonlyMap<string, Operation>): Promise<readonly string[]> {
  const path = bankPath(bank, `/operations${query({ type: "consolidation", limit: "100" })}`);
  const { operations } = await api.get<{ operations: readonly Operation[] }>(path);
  const at = operations.findIndex(({ operation_id: id }) => id === first);
  const later = operations.slice(0, at < 0 ? undefined : at); // the newest come first
  return later
    .filter(({ operation_id: id, next_retry_at: retryAt }) => !known.has(id) && !retryAt)
    .map(({ operation_id: id }) => id)
    .reverse();
}

const tallyOf = ({ result_metadata }: Operation): Tally => (result_metadata ?? {}) as Tally;

function summed(tallies: readonly Tally[]): Readonly<Record<Count, number>> {
  const entries = COUNTS.map(([name]) => [name, tallies.reduce((sum, tally) => sum + (tally[name] ?? 0), 0)] as const);
  return Object.fromEntries(entries) as Record<Count, number>;
}

function tallyText(bank: string, rounds: readonly Operation[]): string {
  if (rounds.every(({ result_metadata }) => result_metadata?.status === "disabled"))
    return "This bank makes no observations: enable_observations is off, or there is no language model and nothing is gathered without one.";
  const counts = summed(rounds.map(tallyOf));
  if (COUNTS.every(([name]) => counts[name] === 0)) return "No fact waited for consolidation.";
  const told = facts(COUNTS.map(([name, meaning]) => [meaning, counts[name]] as const));
  return counts.memories_failed === 0 ? told : `${told}\nFacts that failed are left out until "hindsight consolidation recover ${bank}".`;
}
