// hindsight tag list, hindsight chunk get: the tags of a bank, and the slice of a document that a fact comes from.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { LIMIT, OFFSET, type Paging } from "../option-values.js";
import { facts, type Output, table, when } from "../output.js";
import { query } from "../query.js";

interface Tags {
  readonly items: readonly { readonly tag: string; readonly count: number }[];
  readonly total: number;
}

interface Chunk {
  readonly chunk_id: string;
  readonly bank_id: string;
  readonly document_id: string;
  readonly chunk_index: number;
  readonly chunk_text: string;
  readonly created_at: string;
}

export function tag(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("tag")
    .description("the tags of a bank")
    .command("list <bank>")
    .description("tags with how often each is used, most used first")
    .option("-q, --query <pattern>", "only tags like this; * stands for anything")
    .option(...LIMIT)
    .option(...OFFSET)
    .addHelpText("after", "\nExample:\n  hindsight tag list work --query 'customer:*'")
    .action(async (bank: string, { query: q, limit, offset }: Paging & { query?: string }) => {
      const reply = await connect().get<Tags>(bankPath(bank, `/tags${query({ q, limit, offset })}`));
      print().show(reply, ({ items, total }) =>
        items.length === 0
          ? q === undefined
            ? `No tags. "hindsight retain ${bank} TEXT --tags a,b" gives some.`
            : "No tags like that."
          : `${table(
              ["tag", "used"],
              items.map((each) => [each.tag, String(each.count)]),
              0,
            )}\n${items.length} of ${total}`,
      );
    });
}

export function chunk(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("chunk")
    .description("slices of documents, where facts come from")
    .command("get <chunk>")
    .description("the text of a chunk, by the id that memories name")
    .addHelpText("after", "\nExample:\n  hindsight chunk get work_notes_0")
    .action(async (id: string) => {
      print().show(await connect().get<Chunk>(`/v1/default/chunks/${encodeURIComponent(id)}`), (r) =>
        facts([
          ["chunk", r.chunk_id],
          ["bank", r.bank_id],
          ["document", r.document_id],
          ["number in it", r.chunk_index],
          ["made (UTC)", when(r.created_at)],
          ["text", r.chunk_text],
        ]),
      );
    });
}
