// hindsight admin keys …: keys of a tenant, made, listed and revoked.

import type { AccessLevel, ApiKey, ApiKeys } from "@hindsight-memory/engine";
import { type Command, Option } from "commander";
import { CliError } from "../../api.js";
import { type Output, table, when } from "../../output.js";
import { engine, schemaOption, settingsHere, withAdmin } from "./open.js";

interface NewKey {
  readonly name?: string;
  readonly access: AccessLevel;
  readonly bank?: readonly string[];
  readonly days?: string;
  readonly schema?: string;
  readonly yes?: boolean;
}

export function keys(program: Command, print: () => Output): void {
  const group = program.command("keys").description("keys of callers: create, list, revoke");

  group
    .command("create [name]")
    .description("make a key; it is shown this once")
    .addOption(
      new Option("--access <level>", "what it may do, each with the one before; admin also changes settings")
        .choices(["read", "write", "admin"])
        .default("write"),
    )
    .option("-b, --bank <pattern...>", "banks by name, * standing for any characters; every bank unless given")
    .option("--days <n>", "days until it expires; it does not unless given")
    .option("-y, --yes", "make the data folder and its database if they are not there, and bring the schema up to this version")
    .addOption(schemaOption())
    .addHelpText(
      "after",
      `\nExamples:\n  hindsight admin keys create me --access admin --yes\n  hindsight admin keys create laptop --access read --bank 'team-*' --days 90`,
    )
    .action(async (name: string | undefined, { access, bank, days, schema, yes = false }: NewKey) => {
      const expiresAt = days === undefined ? null : inDays(days);
      const fields = { name: name ?? "", access, banks: bank ?? null, expiresAt };
      const made = await changing((keys) => keys.create(fields), schema, yes);
      print().show(made, (key) => `${keyTable([key])}\n${key.key}\n\n${HOW_TO_SEND}`);
    });

  group
    .command("list", { isDefault: true })
    .description("keys, newest first, with those that are revoked or expired")
    .addOption(schemaOption())
    .action(async ({ schema }: { schema?: string }) => {
      const listed = await withAdmin((opened) => opened.keys().list(), schema, true);
      print().show(listed, (rows) => (rows.length === 0 ? "There are no keys." : keyTable(rows)));
    });

  group
    .command("revoke <id>")
    .description("take a key out of force with the next call")
    .addOption(schemaOption())
    .action(async (id: string, { schema }: { schema?: string }) => {
      const revoked = await changing((keys) => keys.revoke(id), schema);
      print().show(revoked, (key) => `Key ${key.id}${key.name === "" ? "" : ` (${key.name})`} is revoked.`);
    });
}

const HOW_TO_SEND =
  "This is the only time that the key is shown. The commands take it from HINDSIGHT_API_KEY; other callers send it as `Authorization: Bearer <key>`.\n" +
  "A server asks for keys when it is started with HINDSIGHT_API_TENANT_EXTENSION=keys.";

/** In the database itself, or by the server that has the embedded one. */
async function changing<T>(work: (keys: Pick<ApiKeys, "create" | "revoke">) => Promise<T>, schema?: string, yes = false): Promise<T> {
  try {
    return await saying(withAdmin((opened) => work(opened.keys()), schema, false, yes));
  } catch (error) {
    if ((error as { readonly cause?: { readonly code?: unknown } }).cause?.code !== "data_folder_locked") throw error;
    const { keysOfServer } = await engine();
    const keys = keysOfServer(await settingsHere(), schema);
    if (keys === null) throw error;
    return saying(work(keys));
  }
}

/** What to do, where the database is not there yet or belongs to a server: known here, since keys are what somebody begins with. */
async function saying<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const { message, code, details } = cause as Error & { readonly code?: string; readonly details?: { readonly lacks?: string } };
    if (details?.lacks === "database") {
      throw new CliError(
        `${message} A new one: \`hindsight admin keys create NAME --access admin --yes\` makes folder, database and key.`,
        { cause },
      );
    }
    if (code !== "data_folder_locked") throw cause;
    throw new CliError(
      `${message} The process that has an embedded database makes and revokes its keys when it is asked; one that does not answer is stopped first: stop it, repeat this, start it.`,
      { cause },
    );
  }
}

const DAY_MS = 86_400_000;

function inDays(text: string): Date {
  const days = Number(text);
  if (!Number.isFinite(days) || days <= 0 || days > 36_500) throw new CliError(`--days is "${text}"; it takes a number of days.`);
  return new Date(Date.now() + days * DAY_MS);
}

function keyTable(rows: readonly ApiKey[]): string {
  const state = ({ revokedAt, expiresAt }: ApiKey): string => {
    if (revokedAt !== null) return `revoked ${when(revokedAt.toISOString())}`;
    if (expiresAt === null) return "in force";
    return `${expiresAt.getTime() <= Date.now() ? "expired" : "in force until"} ${when(expiresAt.toISOString())}`;
  };
  return table(
    ["id", "name", "access", "banks", "made (UTC)", "last used (UTC)", "state"],
    rows.map((key) => [
      key.id,
      key.name || "–",
      key.access,
      key.banks?.join(", ") ?? "every one",
      when(key.createdAt.toISOString()),
      when(key.lastUsedAt?.toISOString()),
      state(key),
    ]),
    3,
  );
}
