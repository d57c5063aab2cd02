// What `hindsight admin doctor` asks of a database and of what it needs: each thing looked at by itself, each with what to do.
// In: settings. Out: findings; one that could not be looked at says why, and the others are looked at all the same. Nothing is changed.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import { basename, dirname, join } from "node:path";
import { pino } from "pino";
import type { Settings } from "../config/index.js";
import { tenantScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { createEmbeddingProvider } from "../providers/embedding/index.js";
import { listSchemas, schemaDrift } from "../store/archive/index.js";
import type { Database } from "../store/db.js";
import { inHome } from "../store/home-schema.js";
import { appliedMigrations, listMigrations, type Migration } from "../store/migrate.js";
import { embeddedFolder, openDatabase } from "../store/open-database.js";
import { listStuck } from "../store/operations/list-stuck.js";
import { countLost } from "../store/repair/count-lost.js";
import { countStrays } from "../store/repair/count-strays.js";
import { countEmbedding } from "../store/vectors/count-embedding.js";
import { objectStore, openOrCopy } from "./database.js";
import { embeddedMajor } from "./folder.js";

export type FindingState =
  | "ok"
  /** It works, and wants attention. */
  | "warning"
  | "failed"
  /** Not looked at, and why. */
  | "skipped";

export interface ExaminedFinding {
  readonly check: string;
  readonly state: FindingState;
  readonly note: string;
  /** What to do; null when nothing is. */
  readonly todo: string | null;
}

type Judged = Omit<ExaminedFinding, "check">;
type Note = (check: string, look: () => Promise<Judged> | Judged) => Promise<void>;

const ok = (note: string): Judged => ({ state: "ok", note, todo: null });
const warning = (note: string, todo: string): Judged => ({ state: "warning", note, todo });
const failed = (note: string, todo: string): Judged => ({ state: "failed", note, todo });
const skipped = (note: string, todo: string | null = null): Judged => ({ state: "skipped", note, todo });

/** How long a pending operation must be due before it counts as stuck, as for `admin operations`. */
const DUE_MS = 600_000;

/** Looks at everything behind the settings. `onCheck` is told of each check that begins. */
export async function examine(settings: Settings, onCheck: (check: string) => void = () => undefined): Promise<readonly ExaminedFinding[]> {
  const findings: ExaminedFinding[] = [];
  const note: Note = async (check, look) => {
    onCheck(check);
    try {
      findings.push({ check, ...(await look()) });
    } catch (cause) {
      findings.push({ check, ...failed(cause instanceof Error ? cause.message : String(cause), "Mend what is named, and look again.") });
    }
  };
  await note("memory of this machine", () => machineMemory(settings));
  await note("file storage", () => storage(settings));
  const folder = embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir });
  if (folder !== null) {
    if (!existsSync(join(folder, "PG_VERSION"))) {
      findings.push({ check: "contents of the database", ...skipped("there is none yet; the first start makes it") });
      return findings;
    }
    await note("version of the folder", () => majorOf(folder));
    await note("left beside the folder", () => leftBeside(folder));
    if (embeddedMajor(folder) !== embeddedMajor(null)) return findings;
  }
  const db = await openQuietly(settings);
  if (!("query" in db)) {
    findings.push({ check: "contents of the database", ...db });
    return findings;
  }
  try {
    await lookInside(db, settings, note);
  } finally {
    await db.close();
  }
  return findings;
}

async function openQuietly(settings: Settings): Promise<Database | Judged> {
  try {
    return await openOrCopy(settings, () =>
      openDatabase({
        url: settings.databaseUrl,
        dataDir: settings.dataDir,
        poolMax: 1,
        acquireTimeoutMs: settings.dbAcquireTimeout * 1000,
        statementTimeoutMs: Math.max(120_000, settings.dbStatementTimeout * 1000),
        migrated: false,
      }),
    );
  } catch (error) {
    if (!(error instanceof HindsightError)) throw error;
    if (error.code === "data_folder_locked")
      return skipped(error.message, "Stop it for a look inside; while it runs, ask `hindsight doctor`.");
    return failed(error.message, "Nothing can be looked at before this is mended.");
  }
}

async function lookInside(home: Database, settings: Settings, note: Note): Promise<void> {
  await note("extensions", () => extensions(home));
  const migrations = await listMigrations();
  const schemas = await listSchemas(home, settings.databaseSchema);
  const isHome = (schema: string): boolean => schema === settings.databaseSchema;
  if (!schemas.some(isHome)) {
    const elsewhere =
      schemas.length === 0
        ? ""
        : `: HINDSIGHT_API_DATABASE_SCHEMA is ${settings.databaseSchema}, and there are tables in ${schemas.join(", ")}`;
    const note_ = `there are no tables yet; the first start makes them${elsewhere}`;
    await note("schema", () => (schemas.length === 0 ? skipped(note_) : warning(note_, "Name the schema that has the banks.")));
  }
  for (const schema of schemas) {
    const db = inHome(home, schema);
    const tenant = tenantScope(schema);
    const of = isHome(schema) ? "" : ` of ${schema}`;
    let isCurrent = false;
    await note(`migrations${of}`, async () => {
      const judged = await migrationsOf(db, migrations, isHome(schema) ? null : schema);
      isCurrent = judged.state === "ok";
      return judged;
    });
    await note(`schema${of}`, () => drift(db, migrations));
    if (!isCurrent) {
      await note(`contents${of}`, () => skipped("not looked at: the schema is not that of this version"));
      continue;
    }
    await note(`operations${of}`, async () => {
      const stuck = await listStuck(db, tenant, { dueForMs: DUE_MS, limit: 1_000 });
      return stuck.length === 0
        ? ok("none is stuck")
        : warning(
            `${stuck.length} do not get on by themselves`,
            "`hindsight admin operations` lists them, `hindsight admin repair` shows what helps.",
          );
    });
    await note(`vectors${of}`, () => vectors(db, settings, schema));
    await note(`rows that stand for nothing${of}`, async () => {
      const { memories, byVector, byWords, byLink, byName } = await countLost(db, tenant);
      if (memories > 0)
        return failed(
          `${memories} memories are gone, while what finds them is there: a file of the database is damaged (${byVector} have a vector or wait for one, ${byWords} words, ${byLink} links, sources or evidence, ${byName} names)`,
          "Stop the server and restore a backup (`hindsight admin restore`). `repair-bank` refuses, since it could only take away what is left of them.",
        );
      const { postings, mentions, wordless } = await countStrays(db, tenant);
      if (postings + mentions + wordless === 0) return ok("none");
      const note_ = `${postings} in the keyword index, ${mentions} mentions of entities, ${wordless} memories that no word finds`;
      return warning(note_, "`hindsight admin repair-bank --all --dry-run` says where, and without --dry-run mends it.");
    });
  }
}

/** pgvector searches on behind a filter from this version on. */
const GOOD_VECTOR = "0.8";

function extensions({ capabilities }: Database): Judged {
  const { engine, serverVersion, vectorVersion, iterativeScan } = capabilities;
  const version = `${Math.floor(serverVersion / 10_000)}.${serverVersion % 10_000}`;
  const note = `${engine === "pglite" ? "embedded PostgreSQL" : "PostgreSQL"} ${version}, pgvector ${vectorVersion}`;
  return iterativeScan
    ? ok(note)
    : warning(note, `Update pgvector to ${GOOD_VECTOR} or newer (ALTER EXTENSION vector UPDATE): an index with a filter finds more.`);
}

/** `schema` is a tenant's; null for the home one. */
async function migrationsOf(db: Database, migrations: readonly Migration[], schema: string | null): Promise<Judged> {
  const applied = await appliedMigrations(db);
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const newer = applied.filter(({ version }) => !known.has(version));
  if (newer.length > 0) {
    return failed(
      `made by a newer version of Hindsight (${newer.map(({ name }) => name).join(", ")})`,
      "Update Hindsight, or give it another database.",
    );
  }
  const pending = migrations.filter(({ version }) => !applied.some((one) => one.version === version));
  if (pending.length > 0) {
    const where = schema === null ? "" : ` --schema ${schema}`;
    return warning(
      `${pending.length} to come (${pending.map(({ name }) => name).join(", ")})`,
      `\`hindsight admin migrate${where}\`, or start a server of this version.`,
    );
  }
  const changed = applied.filter(({ version, checksum }) => known.get(version)?.checksum !== checksum);
  if (changed.length === 0) return ok(`all ${migrations.length} of this version`);
  return ok(
    `all ${migrations.length} of this version; the text of ${changed.map(({ name }) => name).join(", ")} was another when it was applied`,
  );
}

const SHOWN_LINES = 5;

async function drift(db: Database, migrations: readonly Migration[]): Promise<Judged> {
  const applied = new Set((await appliedMigrations(db)).map(({ version }) => version));
  const { missing, extra } = await schemaDrift(
    db,
    migrations.filter(({ version }) => applied.has(version)),
  );
  if (missing.length + extra.length === 0) return ok("as its migrations made it");
  const lines = [...missing.map((line) => `missing: ${line}`), ...extra.map((line) => `not ours: ${line}`)];
  const rest = lines.length > SHOWN_LINES ? `\n… and ${lines.length - SHOWN_LINES} more` : "";
  const note = `${lines.slice(0, SHOWN_LINES).join("\n")}${rest}`;
  if (missing.length === 0) return warning(note, "Somebody added this to our tables. Take it away unless you know what it is for.");
  return failed(
    note,
    "Somebody changed our tables. `hindsight admin backup`, then `hindsight admin restore` into an empty database, makes them whole.",
  );
}

async function vectors(db: Database, settings: Settings, schema: string): Promise<Judged> {
  const encoder = await createEmbeddingProvider(settings, pino({ level: "silent" }));
  try {
    const { name } = encoder.model;
    const { memories, embedded, others, waiting } = await countEmbedding(db, tenantScope(schema), name);
    const note = `${embedded} of ${memories} memories have one of ${name}`;
    const todo = "A server makes them by itself; `hindsight admin re-embed --all` does it now.";
    if (others > 0) return warning(`${note}; ${others} are of another model`, todo);
    if (waiting > 0) return warning(`${note}; ${waiting} wait for theirs`, todo);
    return ok(note);
  } finally {
    await encoder.close();
  }
}

async function storage(settings: Settings): Promise<Judged> {
  const store = objectStore(settings);
  try {
    await store.has("doctor/probe", AbortSignal.timeout(5_000));
    return ok(store.kind === "local" ? "local, in the data folder" : `${store.kind} answers`);
  } catch (cause) {
    return failed(cause instanceof Error ? cause.message : String(cause), "Check HINDSIGHT_API_FILE_STORAGE_… and the network.");
  } finally {
    await store.close();
  }
}

function majorOf(folder: string): Judged {
  const [made, ours] = [embeddedMajor(folder), embeddedMajor(null)];
  if (made === ours) return ok(`PostgreSQL ${ours}, as built in`);
  return failed(`made by PostgreSQL ${made}; ${ours} is built in`, "`hindsight admin upgrade` moves it over.");
}

/** What restores and upgrades leave. */
function leftBeside(folder: string): Judged {
  const name = basename(folder);
  const all = readdirSync(dirname(folder));
  const broken = all.filter((file) =>
    [".restoring", ".upgrading", ".upgrading.tar.gz", ".snapshot", ".snapshot-making", ".snapshot-wanted"].some(
      (end) => file === name + end,
    ),
  );
  const kept = all.filter((file) => file.startsWith(`${name}.before-`));
  const lock = all.includes(`${name}.lock`) ? holderOf(`${folder}.lock`) : "not in use";
  if (broken.length > 0)
    return warning(
      `${broken.join(", ")}, of a command that broke off, or of one that runs now`,
      "Unless one runs, delete it and do that again; the database is as it was before.",
    );
  if (kept.length > 0) return ok(`${lock}; older databases: ${kept.join(", ")} (delete them once you are sure)`);
  return ok(lock);
}

function holderOf(file: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(file, "utf8")) as { readonly pid?: number; readonly host?: string };
    return `locked by process ${pid ?? "?"} on ${host ?? "?"}`;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return "its lock is half written or just gone";
    throw error;
  }
}

/** In MB: what the server holds at 10,000 memories, embedded and with PostgreSQL elsewhere (docs/decisions/durability-of-the-embedded-database.md). */
const NEEDED_EMBEDDED_MB = 700;
const NEEDED_MB = 400;

function machineMemory(settings: Settings): Judged {
  const limit = process.constrainedMemory?.() ?? 0;
  const total = Math.round((limit > 0 && limit < totalmem() ? limit : totalmem()) / 1e6);
  const free = Math.round(freemem() / 1e6);
  const needed = embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir }) === null ? NEEDED_MB : NEEDED_EMBEDDED_MB;
  const note = `${total} MB, ${free} MB of the machine are free`;
  if (total >= needed) return ok(note);
  return warning(`${note}; a server takes about ${needed} MB`, "Give the machine or the container more.");
}
