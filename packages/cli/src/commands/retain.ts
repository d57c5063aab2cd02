// hindsight retain: a text, a file, a folder or standard input into a bank.
// Long input is queued on the server and watched, so that a slow import shows where it is. Files that are no text go through the server's readers.

import { type Command, Option } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { type Defended, defenseTables } from "../defense-report.js";
import { given, listed } from "../option-values.js";
import { facts, many, type Output, type Progress, progress, table } from "../output.js";
import { type Receipt, sendItems } from "../send-items.js";
import { type Omitted, readSource, type Source } from "../source.js";
import { filesRetained, sendFiles } from "../upload.js";
import type { Verb } from "../verb.js";
import { filesByStem } from "./retain-files.js";

interface RetainOptions {
  readonly documentId?: string;
  readonly context?: string;
  readonly timestamp?: string;
  readonly tags?: string;
  readonly documentTags?: string;
  readonly metadata?: readonly string[];
  readonly entities?: string;
  readonly strategy?: string;
  readonly sourceTrust?: string;
  readonly append?: boolean;
  readonly pictures?: boolean;
  readonly async?: boolean;
}

/** Document ids that the table names; the JSON output has them all. */
const SHOWN_DOCUMENTS = 5;

export function retain(program: Command, connect: () => Api, print: () => Output): void {
  retainIn(program, connect, print);
}

/** Also in the group `memory`, where the published command line has it. */
export const retainIn: Verb = (group, connect, print) => {
  group
    .command("retain")
    .description("store a text, a file, the files of a folder, or standard input (-)")
    .argument("<bank>", "bank id; created when it does not exist")
    .argument("<source>", "a file, a folder, - for standard input, or the text itself (after -- when it begins with a dash)")
    .option("-d, --document-id <id>", "document id (default: the file's path, else generated)")
    .option("-c, --context <text>", "what this is about")
    .option("-t, --timestamp <iso>", 'when it was said, ISO 8601, or "unset"')
    .option("--tags <a,b>", "tags, separated by commas")
    .addOption(new Option("--document-tags <a,b>", "as --tags, by its other name").hideHelp())
    .option("-m, --metadata <key=value>", "a pair of your own to keep with it; may be repeated", (text, sofar: string[] = []) => [
      ...sofar,
      text,
    ])
    .option("--entities <a,b>", "who or what it is about, separated by commas (texts only)")
    .option("--strategy <name>", "named retain strategy of the bank")
    .addOption(
      new Option("--source-trust <level>", "how far it is to be believed; the bank says unless given").choices(["high", "normal", "low"]),
    )
    .option("--append", "append to the document instead of replacing it (texts only)")
    .option("--pictures", "take the pictures of a folder along: a language model that sees reads them")
    .option("--async", "queue it and return at once")
    .addHelpText(
      "after",
      "\nText, Markdown, JSON and code are sent as they are; PDF, Office, HTML, CSV, e-mail, EPUB and pictures are read by the server." +
        '\n\nExamples:\n  hindsight retain work notes.md --tags project:x\n  hindsight retain work report.pdf\n  hindsight retain work "The release is on Friday."\n  cat chat.txt | hindsight retain work - -d chat',
    )
    .action(async (bank: string, source: string, options: RetainOptions) => {
      const found = await readSource(source, options);
      if (found.uploads.length > 0) refuseTextOptions(options, found.uploads[0]?.file ?? "");
      await keep(connect(), print, { bank, found, options });
    });
};

/** In the group `memory`. */
export const retainFiles: Verb = (group, connect, print) => {
  group
    .command("retain-files <bank> <path>")
    .description("store a file, or the files of a folder, each as the document that its name says without the ending")
    .addOption(new Option("-r, --recursive", "those of the folders in it as well, which is meant unless it is said").hideHelp())
    .option("--no-recursive", "not those of the folders in it")
    .option("-c, --context <text>", "what they are about")
    .option("-s, --strategy <name>", "named retain strategy of the bank")
    .option("--tags <a,b>", "tags, separated by commas")
    .option("--async", "queue them and return at once")
    .addHelpText("after", "\nExample:\n  hindsight memory retain-files work notes")
    .action(async (bank: string, source: string, options: RetainOptions & { recursive?: boolean }) => {
      await keep(connect(), print, { bank, found: await filesByStem(source, options.recursive !== false), options });
    });
};

interface Kept {
  readonly bank: string;
  readonly found: Source;
  readonly options: RetainOptions;
}

/** Sends what was found, and tells what became of it; throws when some of it was not stored. */
async function keep(api: Api, print: () => Output, { bank, found, options }: Kept): Promise<void> {
  const bar = progress(`Retaining into ${bank}`);
  try {
    const outcome = await carryOut(api, bank, found, options, bar);
    const { operationIds, failed } = outcome;
    const head = { bank_id: bank, items: found.items.length, files: found.uploads.length };
    const defense = {
      redactions: outcome.findings.flatMap(({ redactions }) => redactions),
      violations: outcome.findings.flatMap(({ violations }) => violations),
    };
    const ids = given({ operation_id: operationIds.length === 1 ? operationIds[0] : undefined, operation_ids: operationIds });
    const tail = { ...ids, ...defense, skipped: found.omitted, failed };
    const below = [...defenseTables(defense), ...leftOut(found.omitted, failed)];
    if (options.async === true) {
      bar.end();
      print().show({ ...head, ...tail }, () => [...queued(bank, operationIds), ...below].join("\n"));
    } else {
      // Asked afterwards: a queued import is answered when it is stored, and its vectors follow.
      const { pending_embeddings = 0 } = await api.get<{ pending_embeddings?: number }>(bankPath(bank, "/stats"));
      bar.end();
      const result = { ...head, ...summed(outcome.receipts), pending_embeddings, ...tail };
      print().show(result, () => [told(result), ...below].join("\n"));
    }
    if (defense.violations.length > 0)
      throw new CliError(`Memory defense blocked ${many(defense.violations.length, "text")}; what else was sent is stored.`);
    if (failed.length > 0) throw new CliError(`${failed.length} of ${found.uploads.length} file(s) could not be retained.`);
  } finally {
    bar.end();
  }
}

interface Outcome {
  readonly operationIds: readonly string[];
  readonly receipts: readonly Receipt[];
  readonly findings: readonly Defended[];
  /** Files that the server refused or could not read. */
  readonly failed: readonly Omitted[];
}

/** Sends the texts, then the files; unless it is to return at once, waits until both are remembered. */
async function carryOut(api: Api, bank: string, { items, uploads }: Source, options: RetainOptions, bar: Progress): Promise<Outcome> {
  const whole = items.length + uploads.length;
  const common = shared(options);
  const texts = items.map((item) => ({ ...item, ...common, ...ofTexts(options) }));
  const tell = (done: number, note: string): void => bar.update(done, whole, note);
  const { operationIds, receipts, findings } = await sendItems(api, bank, texts, { isAsync: options.async === true, tell });
  if (uploads.length === 0) return { operationIds, receipts, findings, failed: [] };
  const { sent, refused } = await sendFiles(api, bank, uploads, common, (file) => tell(items.length, `sending ${file}`));
  const all = [...operationIds, ...sent.map(({ operationId }) => operationId)];
  if (options.async === true) return { operationIds: all, receipts, findings, failed: refused };
  const read = await filesRetained(api, bank, sent, (done, note) => tell(items.length + done, note));
  return {
    operationIds: all,
    receipts: [...receipts, ...read.receipts],
    findings: [...findings, ...read.findings],
    failed: [...refused, ...read.failed],
  };
}

/** What a file cannot take: its text is not here to be appended, and the upload has no entities. */
function refuseTextOptions({ append, entities }: RetainOptions, file: string): void {
  const option = append === true ? "--append" : entities === undefined ? null : "--entities";
  if (option !== null)
    throw new CliError(`${option} works with text alone, and ${file} is read by the server. Leave ${option} out for it.`);
}

function shared(options: RetainOptions): Readonly<Record<string, unknown>> {
  return {
    ...(options.context === undefined ? {} : { context: options.context }),
    ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
    ...tagsOf(options),
    ...(options.metadata === undefined ? {} : { metadata: Object.fromEntries(options.metadata.map(pair)) }),
    ...(options.strategy === undefined ? {} : { strategy: options.strategy }),
    ...(options.sourceTrust === undefined ? {} : { source_trust: options.sourceTrust }),
  };
}

function tagsOf({ tags, documentTags }: RetainOptions): { readonly tags?: readonly string[] } {
  if (tags === undefined && documentTags === undefined) return {};
  return { tags: [...new Set([...listed(tags ?? ""), ...listed(documentTags ?? "")])] };
}

function ofTexts({ append, entities }: RetainOptions): Readonly<Record<string, unknown>> {
  return {
    ...(append === true ? { update_mode: "append" } : {}),
    ...(entities === undefined ? {} : { entities: listed(entities).map((text) => ({ text })) }),
  };
}

function pair(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new CliError(`--metadata is "${text}"; it takes key=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function summed(receipts: readonly Receipt[]) {
  const entries = receipts.flatMap((receipt) => receipt.items ?? []);
  const ended = (outcome: string): number => entries.filter((entry) => entry.outcome === outcome).length;
  const total = (of: "stored" | "collapsed" | "removed"): number => receipts.reduce((sum, receipt) => sum + (receipt[of] ?? 0), 0);
  return {
    unchanged: ended("unchanged"),
    superseded: ended("superseded"),
    stored: total("stored"),
    collapsed: total("collapsed"),
    removed: total("removed"),
    documents: [...new Set(entries.map((entry) => entry.document_id))],
  };
}

function queued(bank: string, ids: readonly string[]): readonly string[] {
  return [`Queued as ${ids.length} operation(s).`, ...ids.map((id) => `  hindsight operation get ${bank} ${id} --wait`)];
}

function told(result: ReturnType<typeof summed> & Readonly<Record<"items" | "files" | "pending_embeddings", number>>): string {
  const { documents } = result;
  const more = documents.length > SHOWN_DOCUMENTS ? ` and ${documents.length - SHOWN_DOCUMENTS} more` : "";
  return facts([
    ...(result.items > 0 || result.files === 0 ? [["texts", result.items] as const] : []),
    ...(result.files > 0 ? [["files", result.files] as const] : []),
    ...(result.unchanged > 0 ? [["of these unchanged", result.unchanged] as const] : []),
    ...(result.superseded > 0 ? [["replaced by a later write meanwhile", result.superseded] as const] : []),
    ["memories stored", result.stored],
    ...(result.collapsed > 0 ? [["duplicates left out", result.collapsed] as const] : []),
    ...(result.removed > 0 ? [["memories replaced", result.removed] as const] : []),
    ...(result.pending_embeddings > 0 ? [["vectors still to come in this bank", result.pending_embeddings] as const] : []),
    [documents.length === 1 ? "document" : "documents", documents.slice(0, SHOWN_DOCUMENTS).join(", ") + more],
  ]);
}

/** Every file by name that is not remembered, and why. */
function leftOut(skipped: readonly Omitted[], failed: readonly Omitted[]): readonly string[] {
  const rows = (files: readonly Omitted[]) => files.map(({ file, why }) => [file, why]);
  return [
    ...(skipped.length > 0 ? [table(["skipped", "why"], rows(skipped))] : []),
    ...(failed.length > 0 ? [table(["failed", "why"], rows(failed))] : []),
  ];
}
