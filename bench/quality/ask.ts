// Retains a bank and asks its questions. `Memory` is the server behind HTTP; a development script may put the engine itself there.

import { createHash } from "node:crypto";
import { type Api, bankPath, drained, type Stats } from "../lib/api.js";
import { plainBm25 } from "./floor.js";
import { type Hits, type Judged, judge, tokensOf } from "./metrics.js";
import type { Bank, Found, Item, Task } from "./task.js";

export interface Memory {
  retain(bank: string, items: readonly Item[]): Promise<void>;
  /** Resolves when everything retained can be found. */
  settled(bank: string): Promise<void>;
  recall(bank: string, query: string, at: string | null): Promise<readonly Found[]>;
  /** Observations that the bank has come to. */
  observations(bank: string): Promise<number>;
}

const BATCH = 50;
/** Source facts are only read for their documents: none may be cut off. */
const ALL_SOURCES = 100_000;

interface RecallReply {
  readonly results: readonly {
    readonly text: string;
    readonly document_id?: string | null;
    readonly source_fact_ids?: readonly string[] | null;
  }[];
  readonly source_facts?: Readonly<Record<string, { readonly document_id?: string | null }>> | null;
}

export function overHttp(api: Api, budget: string): Memory {
  return {
    async retain(bank, items) {
      await api.call("POST", bankPath(bank, "/memories"), { items });
    },
    async settled(bank) {
      await drained(api, bank);
    },
    async recall(bank, query, at) {
      const include = { source_facts: { max_tokens: ALL_SOURCES } };
      const { body } = await api.call<RecallReply>("POST", bankPath(bank, "/memories/recall"), {
        query,
        budget,
        max_tokens: 4096,
        include,
        ...(at === null ? {} : { query_timestamp: at }),
      });
      return body.results.map(({ text, document_id: own, source_fact_ids: sources }) => ({
        text,
        documentIds: [own, ...(sources ?? []).map((id) => body.source_facts?.[id]?.document_id)].flatMap((id) => id ?? []),
      }));
    },
    async observations(bank) {
      return (await api.call<Stats>("GET", bankPath(bank, "/stats?refresh=true"))).body.nodes_by_fact_type.observation ?? 0;
    },
  };
}

export interface Answers {
  readonly observations: number;
  readonly judged: readonly Judged[];
  readonly floor: readonly Judged[];
}

/** `shuffled` gives every document a random id, so that nothing can be read from the ids. */
export async function ask(memory: Memory, task: Task, bank: Bank, bankId: string, shuffled: boolean): Promise<Answers> {
  const hidden = new Map(bank.items.map(({ document_id: id }) => [id, shuffled ? scrambled(bankId, id) : id]));
  const shown = new Map([...hidden].map(([id, other]) => [other, id]));
  for (let from = 0; from < bank.items.length; from += BATCH) {
    const batch = bank.items.slice(from, from + BATCH);
    await memory.retain(
      bankId,
      batch.map((item) => ({ ...item, document_id: hidden.get(item.document_id) ?? item.document_id })),
    );
  }
  await memory.settled(bankId);
  const floorOf = plainBm25(bank.units, task.terms);
  const unitText = new Map(bank.units.map(({ key, text }) => [key, text]));
  const answers: Judged[] = [];
  const floor: Judged[] = [];
  for (const { query, at, category, gold } of bank.asks) {
    const found = (await memory.recall(bankId, query, at)).map(({ text, documentIds }) => ({
      text,
      documentIds: documentIds.map((id) => shown.get(id) ?? id),
    }));
    const hits = found.map((one) => ({ text: one.text, session: bank.sessionOf?.(one) ?? null, counts: bank.hits(one, gold) }));
    answers.push(judged(bank, category, gold, hits));
    const plain = floorOf(query).map((key) => ({
      text: unitText.get(key) ?? "",
      session: bank.sessionOf?.(key) ?? null,
      counts: gold.includes(key) ? [key] : [],
    }));
    floor.push(judged(bank, category, gold, plain));
  }
  return { observations: await memory.observations(bankId), judged: answers, floor };
}

function judged(bank: Bank, category: string, gold: readonly string[], hits: Hits["hits"]): Judged {
  return judge({ category, gold: gold.length, hits, goldSessions: gold.flatMap((key) => bank.sessionOf?.(key) ?? []) }, tokensOf);
}

function scrambled(bankId: string, id: string): string {
  return createHash("sha256").update(`${bankId} ${id}`).digest("hex").slice(0, 24);
}
