// hindsight memory …: single memories, correcting them, how an observation changed, and forgetting all of a kind.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { confirm } from "../confirm.js";
import { deletionText, REPORT, type Reported, type ReportOptions } from "../deletion-report.js";
import { memoryId } from "../find-id.js";
import {
  evidenceTable,
  historyTable,
  listMemories,
  type Memory,
  type MemoryRow,
  memoryFacts,
  memoryPath,
  memoryTable,
  readHistory,
} from "../memories.js";
import { kindOption, LIMIT, listOf, OFFSET, type Paging } from "../option-values.js";
import { many, type Output, when } from "../output.js";
import { query } from "../query.js";
import { curate } from "./curate.js";
import { recallIn } from "./recall.js";
import { reflectIn } from "./reflect.js";
import { retainFiles, retainIn } from "./retain.js";

interface ListOptions extends Paging {
  readonly type?: string;
  readonly query?: string;
  readonly documentId?: string;
  readonly state?: string;
  readonly tags?: string;
}

type Deleted = Reported & { readonly deleted_count: number | null };

export function memory(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("memory").description("list, read, correct and clear memories, and see how observations changed");

  group
    .command("list <bank>")
    .description("memories, latest mention first")
    .addOption(kindOption())
    .option("-q, --query <text>", "words that the text contains")
    .option("-d, --document-id <id>", "memories of this document")
    .option("-s, --state <state>", "valid, which is meant unless it is said, or invalidated: out of use")
    .option("--tags <a,b>", "only memories with these tags")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, { type, limit, offset, ...options }: ListOptions) => {
      const filter = {
        type,
        q: options.query,
        document_id: options.documentId,
        state: options.state,
        tags: listOf(options.tags),
        limit,
        offset,
      };
      const isAny = Object.values({ type, ...options }).every((value) => value === undefined);
      const about = ({ fact_type: kind, date, document_id: document, invalidation_reason: reason }: MemoryRow): string =>
        [`${kind ?? "–"}, ${when(date)}`, document, reason && `out of use: ${reason}`].filter(Boolean).join("\n");
      print().show(await listMemories(connect(), bank, filter), (page) =>
        memoryTable(page, about, isAny ? `No memories. "hindsight retain ${bank} TEXT" makes some.` : "No memories like that."),
      );
    });

  group
    .command("get <bank> <memory>")
    .description("one memory; of an observation with the facts behind it")
    .action(async (bank: string, id: string) => {
      const api = connect();
      const reply = await api.get<Memory>(memoryPath(bank, await memoryId(api, bank, id)));
      print().show(reply, (r) => (r.type === "observation" ? `${memoryFacts(r)}\n${evidenceTable(r)}` : memoryFacts(r)));
    });

  group
    .command("history <bank> <memory>")
    .description("how an observation came to say what it says, oldest change first; a fact has no history")
    .action(async (bank: string, id: string) => {
      const api = connect();
      const reply = await readHistory(api, bank, await memoryId(api, bank, id));
      print().show(reply, (changes) => historyTable(changes, "It has not changed since it was made."));
    });

  group
    .command("clear <bank>")
    .description("delete all memories of a bank with its documents, or all memories of one kind")
    .addOption(kindOption())
    .option("-y, --yes", "do not ask")
    .option(...REPORT)
    .action(async (bank: string, options: ReportOptions & { type?: string; yes?: boolean }) => {
      const what = options.type === undefined ? "memories and documents" : `memories of the kind ${options.type}`;
      if (options.yes !== true) await confirm(`Delete all ${what} of bank "${bank}"?`);
      const path = bankPath(bank, `/memories${query({ type: options.type, report: options.report })}`);
      print().show(await connect().send<Deleted>("DELETE", path), (r) =>
        deletionText(`Deleted ${many(r.deleted_count ?? 0, "memory")}.`, r),
      );
    });

  group
    .command("clear-observations <bank> <memory>")
    .description("delete the observations that stand on a fact; the facts behind them are consolidated again")
    .option(...REPORT)
    .action(async (bank: string, id: string, { report }: ReportOptions) => {
      const api = connect();
      const path = memoryPath(bank, await memoryId(api, bank, id), `/observations${query({ report })}`);
      const reply = await api.send<Deleted>("DELETE", path);
      print().show(reply, (r) => deletionText(`Deleted ${many(r.deleted_count ?? 0, "observation")}.`, r));
    });

  group
    .command("delete <bank> <memory>")
    .description("refused: a single memory is not deleted but taken out of use")
    .addHelpText("after", "\nExample, which takes a memory out of use:\n  hindsight memory invalidate work ID --reason outdated")
    .action((bank: string, id: string) => {
      throw new CliError(
        `A single memory is not deleted. "hindsight memory invalidate ${bank} ${id}" takes it out of use; "hindsight document delete ${bank} DOCUMENT" deletes a document with its memories.`,
      );
    });

  curate(group, connect, print);
  // By the names that the published command line has for them as well.
  for (const verb of [retainIn, retainFiles, recallIn, reflectIn]) verb(group, connect, print);
}
