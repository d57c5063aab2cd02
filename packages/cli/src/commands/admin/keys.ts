// hindsight admin keys …: keys of a tenant, made, listed and revoked.

import type { AccessLevel, ApiKey } from "@hindsight-memory/engine";
import { type Command, Option } from "commander";
import { CliError } from "../../api.js";
import { type Output, table, when } from "../../output.js";
import { schemaOption, withAdmin } from "./open.js";

interface NewKey {
  readonly name?: string;
  readonly access: AccessLevel;
  readonly bank?: readonly string[];
  readonly days?: string;
  readonly schema?: string;
}

export function keys(program: Command, print: () => Output): void {
  const group = program.command("keys").description("keys of callers: create, list, revoke");

  group
    .command("create [name]")
    .description("make a key; it is shown this once")
    .addOption(
      new Option("--access <level>", "what it may do, each with the one before").choices(["read", "write", "admin"]).default("write"),
    )
    .option("-b, --bank <pattern...>", "banks by name, * standing for any characters; every bank unless given")
    .option("--days <n>", "days until it expires; it does not unless given")
    .addOption(schemaOption())
    .addHelpText("after", "\nExample:\n  hindsight admin keys create laptop --access read --bank 'team-*' --days 90")
    .action(async (name: string | undefined, { access, bank, days, schema }: NewKey) => {
      const expiresAt = days === undefined ? null : inDays(days);
      const made = await withAdmin((opened) => opened.keys().create({ name: name ?? "", access, banks: bank ?? null, expiresAt }), schema);
      print().show(
        made,
        (key) => `${keyTable([key])}\n${key.key}\n\nThis is the only time that the key is shown. Callers send it as HINDSIGHT_API_KEY.`,
      );
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
    .description("take a key out of force at once")
    .addOption(schemaOption())
    .action(async (id: string, { schema }: { schema?: string }) => {
      const revoked = await withAdmin((opened) => opened.keys().revoke(id), schema);
      print().show(revoked, (key) => `Key ${key.id}${key.name === "" ? "" : ` (${key.name})`} is revoked.`);
    });
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
