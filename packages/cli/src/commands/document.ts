// hindsight document …: what was retained under which id, reading it again, what became of it, and forgetting it.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { deletionText, REPORT, type Reported, type ReportOptions } from "../deletion-report.js";
import { type DocumentHistory, documentHistoryText } from "../document-history.js";
import { documentId } from "../find-id.js";
import { finished, type OperationProgress } from "../operation.js";
import { LIMIT, listed, listOf, OFFSET, type Paging } from "../option-values.js";
import { many, type Output, progress, shown, table, when } from "../output.js";
import { query } from "../query.js";
import type { Receipt } from "../send-items.js";
import { documentTransfer } from "./transfer.js";

interface DocumentRow {
  readonly id: string;
  readonly memory_unit_count: number;
  readonly text_length: number;
  readonly updated_at: string;
  readonly tags: readonly string[];
}

interface ListOptions extends Paging {
  readonly query?: string;
  readonly tags?: string;
  readonly tagsMatch?: string;
}

export function document(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("document").description("list, read, read again and delete documents, and see what became of them");

  group
    .command("list <bank>")
    .description("documents, latest write first")
    .option("-q, --query <text>", "part of an id or of the text")
    .option("--tags <a,b>", "only documents with one of these tags")
    .option("--tags-match <mode>", "any_strict, all_strict, exact; any and all take those without tags too (any_strict)")
    .option(...LIMIT)
    .option(...OFFSET)
    .addHelpText("after", "\nExample:\n  hindsight document list work --tags customer:ann")
    .action(async (bank: string, { query: q, tags, tagsMatch, limit, offset }: ListOptions) => {
      const search = query({ q, tags: listOf(tags), tags_match: tagsMatch, limit, offset });
      const reply = await connect().get<{ items: readonly DocumentRow[]; total: number }>(bankPath(bank, `/documents${search}`));
      print().show(reply, ({ items, total }) =>
        items.length === 0
          ? q === undefined && tags === undefined
            ? `No documents. "hindsight retain ${bank} FILE" makes one.`
            : "No documents."
          : `${table(
              ["document", "memories", "characters", "last write", "tags"],
              items.map((d) => [d.id, String(d.memory_unit_count), String(d.text_length), when(d.updated_at), shown(d.tags)]),
              0,
            )}\n${items.length} of ${total}`,
      );
    });

  group
    .command("get <bank> <document>")
    .description("the text of a document")
    .action(async (bank: string, given: string) => {
      const api = connect();
      const id = await documentId(api, bank, given);
      const reply = await api.get<{ original_text: string | null }>(documentPath(bank, id));
      print().show(reply, (document) => document.original_text ?? "The text of this document was not kept.");
    });

  group
    .command("update <bank> <document>")
    .description("give a document other tags; its memories have them then")
    .requiredOption("--tags <a,b>", 'its tags in place of those it has; "" for none')
    .addHelpText("after", "\nExample:\n  hindsight document update work notes.md --tags project:x,draft")
    .action(async (bank: string, given: string, { tags }: { tags: string }) => {
      const api = connect();
      const id = await documentId(api, bank, given);
      const reply = await api.send<{ success: boolean }>("PATCH", documentPath(bank, id), { tags: listed(tags) });
      print().show(reply, () => `${id} has the tags ${shown(listed(tags))}.`);
    });

  group
    .command("reprocess <bank> <document>")
    .description("read a document again by the settings in force now: its memories are made anew")
    .option("--async", "queue it and return at once")
    .action(async (bank: string, given: string, options: { async?: boolean }) => {
      const api = connect();
      const id = await documentId(api, bank, given);
      const reply = await api.send<{ operation_id: string }>("POST", documentPath(bank, id, "/reprocess"));
      if (options.async === true) {
        print().show(reply, (r) => `Queued: hindsight operation get ${bank} ${r.operation_id} --wait`);
        return;
      }
      const bar = progress(`Reading ${id} again`);
      const tell = ({ processed, total, stage }: OperationProgress): void => bar.update(processed ?? 0, total ?? 0, stage);
      const end = await finished(api, bank, reply.operation_id, tell).finally(() => bar.end());
      const receipt = end.result_metadata?.receipt as Receipt | undefined;
      print().show(end, () => `Read ${id} again: ${receipt?.stored ?? 0} memories in place of ${receipt?.removed ?? 0}.`);
    });

  group
    .command("delete <bank> <document>")
    .description("delete a document with its memories, and what was learnt of them alone")
    .option(...REPORT)
    .action(async (bank: string, given: string, { report }: ReportOptions) => {
      const api = connect();
      const id = await documentId(api, bank, given);
      const path = documentPath(bank, id, query({ report }));
      const reply = await api.send<Reported & { memory_units_deleted: number }>("DELETE", path);
      print().show(reply, (r) => deletionText(`Deleted ${id}: ${many(r.memory_units_deleted, "memory")}.`, r));
    });

  documentTransfer(group, connect, print);

  group
    .command("history <bank> <document>")
    .description("what became of a document, newest first: retains, changes, consolidations")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, given: string, { limit, offset }: Paging) => {
      const api = connect();
      const id = await documentId(api, bank, given);
      const reply = await api.get<DocumentHistory>(documentPath(bank, id, `/history${query({ limit, offset })}`));
      print().show(reply, documentHistoryText);
    });
}

function documentPath(bank: string, id: string, rest = ""): string {
  return bankPath(bank, `/documents/${encodeURIComponent(id)}${rest}`);
}
