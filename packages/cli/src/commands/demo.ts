// hindsight demo: a guided first minute. Retains a few sentences, recalls, reflects, and says what to do next.
// Asks nothing where nobody can be asked, and takes nothing away that it did not make.

import type { Command } from "commander";
import { type Api, bankPath, CliError, connect } from "../api.js";
import { confirm } from "../confirm.js";
import { connectionOf } from "../connection.js";
import { many, type Output } from "../output.js";
import { query } from "../query.js";
import { answerText, type Reflected } from "../reflected.js";
import { stopOnSignal } from "../stop-on-signal.js";

interface DemoOptions {
  readonly bank: string;
  readonly delete?: boolean;
}

interface Recalled {
  readonly results: readonly { readonly text: string }[];
}

const SENTENCES = [
  "Ann moved to Delft last spring and rows on the canal on Sundays.",
  "Ben is Ann's brother; he is allergic to walnuts.",
  "The summer party is in Ann's garden on 21 June.",
];
const RECALLED = "Where does Ann row?";
const REFLECTED = "What is Ben allergic to?";
const SHOWN = 2;
/** A server gives a reflection up after 300 s; its answer is waited for a little longer. */
const PATIENCE_MS = 330_000;

export function demo(program: Command, api: () => Api, print: () => Output): void {
  program
    .command("demo")
    .description("a guided first minute: retain, recall and reflect in a bank of its own")
    .option("--bank <id>", "the bank that is made for it", "demo")
    .option("--delete", "delete the bank at the end, without asking")
    .addHelpText("after", "\nExample:\n  hindsight demo")
    .action(async (options: DemoOptions, command: Command) => {
      const { profile } = command.optsWithGlobals<{ profile?: string }>();
      const server = await reached(api(), connectionOf(process.env, profile).from === "the usual address");
      try {
        await shown(server, print, options);
      } finally {
        await server.close();
      }
    });
}

interface Reached {
  readonly api: Api;
  /** The server was started for this, and ends with it. */
  readonly isOwn: boolean;
  close(): Promise<void>;
}

/** The server that is there; else, when none was named, one in this process. */
async function reached(api: Api, mayStart: boolean): Promise<Reached> {
  try {
    await api.get("/health");
    return { api, isOwn: false, close: async () => undefined };
  } catch (cause) {
    if (!(cause instanceof CliError) || cause.isAnswer || !mayStart) throw cause;
  }
  const { startServer } = await import("@hindsight-memory/server");
  const env = { HINDSIGHT_API_LOG_LEVEL: "error", ...process.env, HINDSIGHT_API_PORT: "0" };
  const server = await startServer({ env });
  const listenNoMore = stopOnSignal("server", () => server.close());
  const close = async (): Promise<void> => {
    listenNoMore();
    await server.close();
  };
  const key = process.env.HINDSIGHT_API_TENANT_API_KEY || process.env.HINDSIGHT_API_KEY || null;
  return { api: connect({ url: server.url + (process.env.HINDSIGHT_API_BASE_PATH ?? ""), key }), isOwn: true, close };
}

async function shown({ api, isOwn }: Reached, print: () => Output, { bank, delete: deletes = false }: DemoOptions): Promise<void> {
  const out = print();
  const say = (text: string): void => {
    if (out.format === "pretty") out.show(text, (line) => line);
  };
  const wasThere = await isThere(api, bank);
  say(isOwn ? "No server runs, so one was started for this minute.\n" : `The server at ${api.baseUrl} answers.\n`);

  say(`1. Retain: what happened goes into the bank "${bank}".`);
  for (const sentence of SENTENCES) say(`   hindsight retain ${bank} "${sentence}"`);
  const items = SENTENCES.map((content, at) => ({ content, document_id: `demo/${at + 1}` }));
  await api.send("POST", bankPath(bank, "/memories"), { items });

  say(`\n2. Recall: what matters for a question, in milliseconds.\n   hindsight recall ${bank} "${RECALLED}"`);
  const recalled = await api.send<Recalled>("POST", bankPath(bank, "/memories/recall"), { query: RECALLED });
  for (const { text } of recalled.results.slice(0, SHOWN)) say(`   → ${text}`);

  say(`\n3. Reflect: an answer with what it stands on.\n   hindsight reflect ${bank} "${REFLECTED}"\n`);
  const answer = await api.send<Reflected>("POST", bankPath(bank, "/reflect"), { query: REFLECTED, include: { facts: {} } }, PATIENCE_MS);
  say(indented(answerText(answer, false)));
  if (answer.extractive === true)
    say("\n   This is the evidence itself: with a language model, reflect answers in its own words (see docs/language-models.md).");

  const isDeleted = !wasThere && (await wanted(deletes, bank));
  if (isDeleted) await api.send("DELETE", bankPath(bank));
  const result = {
    bank_id: bank,
    retained: SENTENCES,
    recalled: recalled.results.map(({ text }) => text),
    answer: answer.text,
    deleted: isDeleted,
  };
  out.show(result, () => whatNext(bank, isOwn, isDeleted));
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, "   ");

async function isThere(api: Api, bank: string): Promise<boolean> {
  const { banks } = await api.get<{ banks: readonly { readonly bank_id: string }[] }>(
    `/v1/default/banks${query({ q: bank, limit: "1000" })}`,
  );
  return banks.some(({ bank_id: id }) => id === bank);
}

/** Whether the bank is to go: a no, and nobody to be asked, leave it where it is. */
async function wanted(deletes: boolean, bank: string): Promise<boolean> {
  if (deletes || process.stdin.isTTY !== true || process.stdout.isTTY !== true) return deletes;
  try {
    await confirm(`\nDelete the bank "${bank}" again?`);
    return true;
  } catch (cause) {
    if (cause instanceof CliError) return false;
    throw cause;
  }
}

function whatNext(bank: string, isOwn: boolean, isDeleted: boolean): string {
  const kept = `The bank "${bank}" with ${many(SENTENCES.length, "document")} is kept: hindsight bank delete ${bank}`;
  return [
    `\n${isDeleted ? `The bank "${bank}" is deleted.` : kept}`,
    "\nNext:",
    ...(isOwn ? ["  hindsight serve                          start a server that stays"] : []),
    '  hindsight retain work "…"                a bank of your own; files and folders too',
    "  hindsight mcp --help                     give the memory to an agent",
    "  hindsight --help                         everything else",
  ].join("\n");
}
