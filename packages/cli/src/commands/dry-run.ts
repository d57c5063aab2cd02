// hindsight dry-run: what a retain would read out of a text, with nothing stored.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { toldOf } from "../happened.js";
import { type Output, table } from "../output.js";
import { readSource } from "../source.js";

interface Preview {
  readonly facts?: readonly {
    readonly text: string;
    readonly fact_type: string;
    readonly occurred_start?: string | null;
    readonly occurred_end?: string | null;
    readonly entities?: readonly string[];
  }[];
  readonly chunks?: readonly unknown[];
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
}

interface DryRunOptions {
  readonly context?: string;
  readonly timestamp?: string;
  readonly strategy?: string;
  readonly mode?: string;
}

export function dryRun(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("dry-run")
    .description("show what a retain would read out of a text; nothing is stored")
    .argument("<bank>", "bank id or alias, whose settings count")
    .argument("<source>", "a text file, - for standard input, or the text itself")
    .option("-c, --context <text>", "what this is about")
    .option("-t, --timestamp <iso>", 'when it was said, ISO 8601, or "unset"')
    .option("--strategy <name>", "named retain strategy of the bank")
    .option("--mode <name>", "extraction mode in place of the bank's: concise, verbose, custom, verbatim, chunks")
    .addHelpText("after", '\nExample:\n  hindsight dry-run work "Ann moved to Delft last spring." --timestamp 2026-06-01')
    .action(async (bank: string, source: string, options: DryRunOptions) => {
      const { items, uploads } = await readSource(source, {});
      const [item] = items;
      if (item === undefined || items.length + uploads.length > 1)
        throw new CliError(
          `dry-run takes one text; ${source} is ${uploads.length > 0 ? "read by the server, and only when it is retained" : "a folder"}.`,
        );
      const reply = await connect().send<Preview>("POST", bankPath(bank, "/memories/dry-run-extract"), {
        content: item.content,
        ...(options.context === undefined ? {} : { context: options.context }),
        ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
        ...(options.strategy === undefined ? {} : { strategy: options.strategy }),
        ...(options.mode === undefined ? {} : { retain_extraction_mode: options.mode }),
      });
      print().show(reply, previewTable);
    });
}

function previewTable({ facts = [], chunks = [], usage }: Preview): string {
  const tokens =
    usage && usage.input_tokens + usage.output_tokens > 0 ? `; tokens of models: ${usage.input_tokens} in, ${usage.output_tokens} out` : "";
  const foot = `${facts.length} memories from ${chunks.length} chunk(s)${tokens}. Nothing was stored.`;
  if (facts.length === 0) return foot;
  const rows = facts.map((fact, i) => [
    String(i + 1),
    fact.fact_type,
    toldOf(fact),
    fact.entities && fact.entities.length > 0 ? `${fact.text}\n(${fact.entities.join(", ")})` : fact.text,
  ]);
  return `${table(["#", "kind", "when (UTC)", "memory, and whom it is about"], rows)}\n${foot}`;
}
