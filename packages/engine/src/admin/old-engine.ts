// An embedded engine of another major version, which reads a folder that the built-in one cannot open.
// In: the name of its package, or a path. Out: a source that a backup reads from.
// It comes from outside: this package holds one engine of some 25 MB, and not one for each year.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { HindsightError } from "../errors.js";
import type { Db, SqlValue } from "../store/db.js";
import { encodeValue } from "../store/values.js";
import type { BackupSource } from "./backup.js";

/** PostgreSQL's major version → the last release of PGlite that has it. */
const RELEASES: Readonly<Record<number, string>> = { 16: "0.2.17", 17: "0.4.6", 18: "0.5.17" };

/** What is used of PGlite; its releases have had it since the first. */
interface OldEngine {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly unknown[]; readonly affectedRows?: number }>;
  exec(text: string): Promise<unknown>;
  close(): Promise<void>;
}

interface EngineModule {
  readonly PGlite: {
    create(options: { readonly dataDir: string; readonly extensions: Readonly<Record<string, unknown>> }): Promise<OldEngine>;
  };
}

export interface OpenOldEngine {
  readonly source: BackupSource;
  readonly db: Db & { script(text: string): Promise<void> };
  close(): Promise<void>;
}

/** Opens a folder with the engine `name`, a package that this process finds or a path. Throws `configuration_invalid` with the command that installs it. */
export async function openOldEngine(folder: string, major: number, name: string): Promise<OpenOldEngine> {
  const engine = (await load(name, major)) as EngineModule;
  const { vector } =
    ((await load(`${name}/vector`, major).catch(() => load(`${name}-pgvector`, major))) as { readonly vector: unknown }) ?? {};
  const old = await engine.PGlite.create({ dataDir: folder, extensions: { vector } });
  const db: OpenOldEngine["db"] = {
    async query<Row>({ text, values }: { readonly text: string; readonly values: readonly SqlValue[] }) {
      const { rows, affectedRows = 0 } = await old.query(text, values.map(encodeValue));
      return { rows: rows as Row[], affected: affectedRows };
    },
    async script(text) {
      await old.exec(text);
    },
  };
  return {
    db,
    source: {
      engine: "pglite",
      async transaction(work) {
        await db.script("BEGIN");
        try {
          const result = await work(db);
          await db.script("COMMIT");
          return result;
        } catch (error) {
          await db.script("ROLLBACK");
          throw error;
        }
      },
    },
    close: () => old.close(),
  };
}

async function load(name: string, major: number): Promise<unknown> {
  const places = [join(process.cwd(), "package.json"), import.meta.url];
  const found = existsSync(name) ? name : places.map((place) => resolved(place, name)).find((path) => path !== null);
  if (found === null || found === undefined) throw notInstalled(major, name);
  return import(pathToFileURL(found).href);
}

function resolved(place: string, name: string): string | null {
  try {
    return createRequire(place).resolve(name);
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND" ||
      (error as NodeJS.ErrnoException).code === "ERR_PACKAGE_PATH_NOT_EXPORTED"
    )
      return null;
    throw error;
  }
}

function notInstalled(major: number, name: string): HindsightError {
  const release = RELEASES[major];
  const how =
    release === undefined
      ? `Find the release of @electric-sql/pglite with PostgreSQL ${major} and name it with --engine`
      : `Run \`npm install --no-save pglite-${major}@npm:@electric-sql/pglite@${release}\` in this folder, and then this command again`;
  return new HindsightError(
    "configuration_invalid",
    `To read a folder of PostgreSQL ${major} its own engine is needed, and ${name} is not installed here. ${how}.`,
  );
}
