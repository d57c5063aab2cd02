// What hindsight doctor looks at: this installation, its settings and the running server. Looks, and creates nothing.
// In: a way to the server. Out: findings, each with what to do.

import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import path from "node:path";
import {
  checkDatabase,
  checkEncoder,
  checkModels,
  checkPrices,
  dataFolder,
  loadSettings,
  type Settings,
  unknownSettings,
} from "@hindsight-memory/engine";
import { type Api, CliError } from "./api.js";

export interface Finding {
  readonly check: string;
  /** Null: not checked, since what it stands on failed. */
  readonly ok: boolean | null;
  readonly note: string;
}

const LEAST_FREE_MB = 500;
/** How long a model and a database may take to answer. */
const PATIENCE_MS = 5_000;

export async function examined(connect: () => Api): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const check = async <T>(name: string, look: () => Promise<T> | T, note: (found: T) => string): Promise<T | null> => {
    try {
      const found = await look();
      findings.push({ check: name, ok: true, note: note(found) });
      return found;
    } catch (cause) {
      findings.push({ check: name, ok: false, note: cause instanceof Error ? cause.message : String(cause) });
      return null;
    }
  };
  const itself = (text: string): string => text;
  await check("Node", node, itself);
  const settings = await check(
    "settings",
    () => loadSettings(process.env),
    () => understood(process.env),
  );
  if (settings === null) {
    // Whatever else is wrong with them is said once they can be read.
    findings.push({ check: "everything of the settings", ok: null, note: "not checked: mend the settings first" });
  } else {
    await check("prices", () => checkPrices(settings), priced);
    await check("data folder", () => usableFolder(settings), itself);
    await check("database", () => database(settings), itself);
    await check(
      "encoder",
      () => checkEncoder(settings),
      ({ name, dimension, firstQueryMs }) => `${name}, ${dimension} dimensions, ${firstQueryMs.toFixed(0)} ms to load and answer`,
    );
    findings.push(...(await languageModels(settings)));
  }
  await check("server", () => server(connect()), itself);
  return findings;
}

function node(): string {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major < 20) throw new CliError(`Node ${process.versions.node} is too old; install Node 20 or newer.`);
  return process.versions.node;
}

function understood(env: Readonly<Record<string, string | undefined>>): string {
  const unknown = unknownSettings(env).map(({ name, nearest }) => `${name}${nearest === null ? "" : ` (is ${nearest} meant?)`}`);
  return unknown.length === 0 ? "all understood" : `understood, but nothing reads ${unknown.join(", ")}`;
}

const priced = (own: number): string => (own === 0 ? "the built-in ones" : `the built-in ones, and ${own} of HINDSIGHT_API_LLM_PRICES`);

/** The folder itself, or the nearest one above it that is there: that is where it would be made. */
function usableFolder(settings: Settings): string {
  const folder = dataFolder(settings);
  if (folder === null) return "not used: HINDSIGHT_API_DATABASE_URL names a PostgreSQL server";
  let there = path.resolve(folder);
  while (!existsSync(there)) there = path.dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch (cause) {
    throw new CliError(`${there} cannot be written to. Give this user the right, or set HINDSIGHT_DATA_DIR to another folder.`, { cause });
  }
  const disk = statfsSync(there);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6);
  if (freeMb < LEAST_FREE_MB) throw new CliError(`${folder}: only ${freeMb} MB are free; make room (at least ${LEAST_FREE_MB} MB).`);
  return `${folder}, ${freeMb} MB free${existsSync(folder) ? "" : "; it does not exist yet, the first start makes it"}`;
}

async function database(settings: Settings): Promise<string> {
  const look = await checkDatabase(settings, PATIENCE_MS);
  if (look === null) return "embedded: PGlite, in the data folder";
  const { version, vector, pendingMigrations } = look;
  const head = `PostgreSQL ${version} answers`;
  const schema =
    pendingMigrations === 0 ? "the schema is that of this version" : `${pendingMigrations} migrations to come, at the next start`;
  return vector === null
    ? `${head}; pgvector is not in this database yet: the start tries CREATE EXTENSION vector, which may take an administrator`
    : `${head}, pgvector ${vector}; ${schema}`;
}

async function languageModels(settings: Settings): Promise<readonly Finding[]> {
  const check = "language model";
  try {
    const models = await checkModels(settings, PATIENCE_MS);
    if (models.length === 0) return [{ check, ok: true, note: "none, and none is needed: HINDSIGHT_API_LLM_PROVIDER names one" }];
    return models.map(({ provider, model, purposes, problem, latencyMs }) => {
      const name = `${provider} ${model}`;
      if (problem === null) return { check, ok: true, note: `${name} answers in ${latencyMs.toFixed(0)} ms (${purposes.join(", ")})` };
      return { check, ok: false, note: `${name} does not answer: ${problem}` };
    });
  } catch (cause) {
    return [{ check, ok: false, note: cause instanceof Error ? cause.message : String(cause) }];
  }
}

async function server(api: Api): Promise<string> {
  const health = await api.get<{ status: string }>("/health");
  const version = await api.get<{ api_version: string; server_version?: string }>("/version");
  return `${api.baseUrl} is ${health.status}; version ${version.server_version ?? "?"}, API ${version.api_version}`;
}
