// hindsight import: memories of other systems into a bank, again and again without adding anything twice.
// In: an export, session files, notes. Out: a report of what was read, sent, left out and why.

import { type Command, Option } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { FORMATS, formatOf } from "../import/formats.js";
import { run } from "../import/run.js";
import { sender } from "../import/send.js";
import { openSource } from "../import/source.js";
import { notSent, type Report, reportText, tally } from "../import/tally.js";
import { instant } from "../import/values.js";
import { listed } from "../option-values.js";
import { activity, many, type Output } from "../output.js";
import { unlessStopped } from "../unless-stopped.js";

interface ImportOptions {
  readonly bank?: string;
  readonly format?: string;
  readonly tag?: readonly string[];
  readonly since?: string;
  readonly dryRun?: boolean;
}

const NAMES = FORMATS.map(({ name, title }) => `  ${name.padEnd(14)}${title}`).join("\n");

export function importMemories(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("import")
    .description("take memories of other systems over: exports, chats, sessions of coding agents, notes")
    .argument("<bank>", "bank id; created when it does not exist (the source, when --bank names the bank)")
    .argument("[source]", "a file, a folder or a zip archive")
    .option("--bank <id>", "the bank, in place of the first argument")
    .addOption(new Option("--format <name>", "what the source is; recognised unless given").choices(FORMATS.map(({ name }) => name)))
    .option("--tag <a,b>", "a tag for everything; may be repeated", (text, sofar: string[] = []) => [...sofar, ...listed(text)])
    .option("--since <date>", "leave out what ended before, ISO 8601")
    .option("--dry-run", "show what would be sent, and send nothing; needs no server")
    .addHelpText(
      "after",
      `\nFormats:\n${NAMES}\n\nWhat is imported again is compared: what did not change adds nothing, what changed is replaced.` +
        "\n\nExamples:\n  hindsight import work chatgpt-export.zip --dry-run\n  hindsight import work ~/.claude/projects --since 2026-01-01 --tag coding\n  hindsight import work ~/vault",
    )
    .action(async (first: string, second: string | undefined, options: ImportOptions) => {
      const { bank, path } = addressed(first, second, options.bank);
      const since = sinceOf(options.since);
      const isDryRun = options.dryRun === true;
      const source = await openSource(path);
      const line = activity(isDryRun ? `Reading ${path}` : `Importing into ${bank}`);
      try {
        const format = FORMATS.find(({ name }) => name === options.format) ?? (await formatOf(source));
        const found = tally({ bank_id: bank, source: path, format: format.name, dry_run: isDryRun });
        const { report } = found;
        const send = isDryRun ? null : sender(connect(), bank, found);
        const tell = () => line.say(`${report.read} read, ${report.sent} sent, ${report.unchanged} unchanged`);
        let stopped: CliError | null = null;
        const interrupt = interruption();
        try {
          const work = run(format, source, { tags: options.tag ?? [], since }, found, send, tell, interrupt.signal);
          await unlessStopped(work, interrupt.signal, isDryRun ? "Interrupted." : "Interrupted. Run the same import again to go on.");
        } catch (cause) {
          // What was done until then is told all the same.
          if (!(cause instanceof CliError) || report.read === 0) throw cause;
          const isToGoOn = !isDryRun && !interrupt.signal.aborted;
          stopped = isToGoOn ? new CliError(cause.message + (await goOn(connect(), report)), { cause }) : cause;
        } finally {
          interrupt.end();
        }
        line.end();
        const end = stopped === null ? {} : { ...(isDryRun ? {} : { not_sent: notSent(report) }), stopped: stopped.message };
        print().show({ ...report, ...end }, reportText);
        if (stopped !== null) throw stopped;
        if (report.failed > 0)
          throw new CliError(
            `${many(report.failed, "entry")} could not be imported${report.sent + report.unchanged === 0 ? "" : "; what else was read is in the bank"}.`,
          );
        // A wrong --format, most of all; with --since it may be that there is nothing new.
        if (Object.keys(report.kinds).length === 0 && since === null)
          throw new CliError(`${path} holds nothing that can be imported as ${format.name}.`);
      } finally {
        line.end();
        source.close();
      }
    });
}

/** What to do about an import that was stopped. */
async function goOn(api: Api, { sent, unchanged, bank_id }: Report): Promise<string> {
  if (sent + unchanged > 0) return " Run the same import again to go on: what is in the bank already is not added twice.";
  try {
    const { total } = await api.get<{ readonly total: number }>(bankPath(bank_id, "/documents?limit=1"));
    return total > 0 ? "" : ` Nothing was stored, and bank ${bank_id} is empty: "hindsight bank delete ${bank_id}" removes it.`;
  } catch (cause) {
    if (cause instanceof CliError) return ""; // no bank, or nobody there
    throw cause;
  }
}

/** Aborted by the first Ctrl-C or SIGTERM, which then ends the process as ever, once what was done is told. */
function interruption(): { readonly signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  const stopBy = (name: NodeJS.Signals): void => {
    end();
    stop.abort();
    setImmediate(() => process.kill(process.pid, name));
  };
  const end = (): void => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, stopBy);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stopBy);
  return { signal: stop.signal, end };
}

function addressed(first: string, second: string | undefined, named: string | undefined): { readonly bank: string; readonly path: string } {
  if (named === undefined && second !== undefined) return { bank: first, path: second };
  if (named !== undefined && second === undefined) return { bank: named, path: first };
  throw new CliError(
    named === undefined
      ? "Name the bank and the source: hindsight import BANK SOURCE."
      : "The bank is named twice: leave --bank or the first argument out.",
  );
}

function sinceOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const since = instant(text);
  if (since === null) throw new CliError(`--since takes a date like 2026-01-31; "${text}" is none.`);
  return since;
}
