// hindsight memory edit, invalidate, restore: a fact is corrected by hand, taken out of use, or put back.

import { memoryId } from "../find-id.js";
import { type Memory, memoryFacts, memoryPath } from "../memories.js";
import { listOf } from "../option-values.js";
import type { Verb } from "../verb.js";

interface EditOptions {
  readonly text?: string;
  readonly context?: string;
  readonly type?: string;
  readonly entities?: string;
  readonly happened?: string;
  readonly ended?: string;
  readonly said?: string;
}

export const curate: Verb = (group, connect, print) => {
  const change = async (bank: string, id: string, body: object): Promise<void> => {
    const api = connect();
    print().show(await api.send<Memory>("PATCH", memoryPath(bank, await memoryId(api, bank, id)), body), memoryFacts);
  };

  group
    .command("edit <bank> <memory>")
    .description("correct a fact; what was learnt of its old words is learnt anew. An empty value takes a context or a date away")
    .option("--text <text>", "what it says from now on")
    .option("--context <text>", "what it was said about")
    .option("-t, --type <kind>", "world or experience")
    .option("--entities <a,b>", "all names that it has")
    .option("--happened <date>", "when it began, ISO 8601")
    .option("--ended <date>", "when it ended")
    .option("--said <date>", "when it was said")
    .action(async (bank: string, id: string, { text, context, type, entities, happened, ended, said }: EditOptions) => {
      await change(bank, id, {
        text,
        context,
        fact_type: type,
        entities: listOf(entities),
        occurred_start: happened,
        occurred_end: ended,
        mentioned_at: said,
      });
    });

  group
    .command("invalidate <bank> <memory>")
    .description("take a fact out of use; it can be put back")
    .option("--reason <text>", "why")
    .action((bank: string, id: string, { reason }: { reason?: string }) => change(bank, id, { state: "invalidated", reason }));

  group
    .command("restore <bank> <memory>")
    .description("put a fact back in use")
    .action((bank: string, id: string) => change(bank, id, { state: "valid" }));
};
