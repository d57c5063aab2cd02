// A PostgreSQL server behind the database door: a pool of connections.
// In: a URL. Out: a Database whose failures of connection are `database_unavailable`; what SQL itself refuses passes as it is.
// Nothing is retried here: only the caller knows whether a second run is harmless.

import pg from "pg";
import type { Logger } from "pino";
import type { Capabilities, Database, DatabaseHealth, Db, QueryResult, Statement } from "../db.js";
import { diskFull } from "../disk-full.js";
import { enterSchema, notEntered } from "../enter-schema.js";
import { decoderFor, encodeValue, SESSION_SETTINGS } from "../values.js";
import { connectionFailure } from "./failures.js";

export interface PostgresOptions {
  readonly url: string;
  readonly log?: Logger;
  /** Longest time one statement may take, in milliseconds; the server ends it, and two seconds later the client gives the connection up. */
  readonly statementTimeoutMs: number;
  readonly poolMax: number;
  readonly acquireTimeoutMs: number;
  readonly onAcquired?: (milliseconds: number) => void;
}

const SESSION = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `SET ${name} = '${value}'`)
  .join("; ");

export async function openPostgres(options: PostgresOptions, capabilities: () => Capabilities): Promise<Database> {
  const { url, log, statementTimeoutMs, poolMax, acquireTimeoutMs, onAcquired } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "hindsight",
    max: poolMax,
    connectionTimeoutMillis: acquireTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 2000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: (oid: number) => decoderFor(oid) } as pg.CustomTypesConfig,
  });
  // An idle connection that breaks is only news: the pool drops it and opens another.
  pool.on("error", (error) => log?.warn({ err: error }, "an idle database connection broke"));
  pool.on("connect", (client) => {
    client.query(SESSION).catch((error: unknown) => log?.warn({ err: error }, "a new database connection refused its settings"));
  });

  async function acquire(): Promise<pg.PoolClient> {
    const started = performance.now();
    try {
      return await pool.connect();
    } catch (error) {
      throw connectionFailure(error) ?? error;
    } finally {
      onAcquired?.(performance.now() - started);
    }
  }

  /** The schema that a connection is in; one that is not here is in what it was opened with. */
  const entered = new WeakMap<pg.PoolClient, string | null>();
  async function enter(client: pg.PoolClient, schema: string | null): Promise<void> {
    if ((entered.get(client) ?? null) === schema) return;
    try {
      await run(client, enterSchema(schema));
    } catch (error) {
      throw notEntered(error, schema);
    }
    entered.set(client, schema);
  }

  /** Runs `work` on a connection; one that failed as a connection is not given back to the pool. */
  async function onConnection<T>(schema: string | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await acquire();
    let broken = false;
    try {
      await enter(client, schema);
      return await work(client);
    } catch (error) {
      const failure = connectionFailure(error);
      broken = failure !== null;
      throw failure ?? diskFull(error) ?? error;
    } finally {
      client.release(broken);
    }
  }

  function view(schema: string | null, close: () => Promise<void>): Database {
    return {
      query: <Row>(statement: Statement) => onConnection(schema, (client) => run<Row>(client, statement)),
      async script(text, settings = {}) {
        await onConnection(schema, (client) => runScript(client, text, settings));
      },
      transaction: <T>(work: (tx: Db) => Promise<T>) => onConnection(schema, (client) => runTransaction(client, work)),
      get capabilities() {
        return capabilities();
      },
      async health(): Promise<DatabaseHealth> {
        const started = performance.now();
        return onConnection(schema, async (client) => {
          const acquireMs = performance.now() - started;
          const nonce = Math.floor(Math.random() * 1e6);
          const { rows } = await run<{ answer: number }>(client, { text: "SELECT $1::int * 2 + 1 AS answer", values: [nonce] });
          if (rows[0]?.answer !== nonce * 2 + 1) throw new Error("The database answers wrongly.");
          return {
            acquireMs,
            poolWaiting: pool.waitingCount,
            poolInUse: pool.totalCount - pool.idleCount,
            poolMax,
            poolIdle: pool.idleCount,
          };
        });
      },
      inSchema: (name) => view(name, async () => undefined),
      close,
    };
  }
  return view(null, () => pool.end());
}

/** What is long by nature, as building an index over 100,000 vectors, has no deadline. */
async function runScript(client: pg.PoolClient, text: string, given: Readonly<Record<string, string>>): Promise<void> {
  const settings = { statement_timeout: "0", ...given };
  for (const [name, value] of Object.entries(settings)) await client.query("SELECT set_config($1, $2, false)", [name, value]);
  try {
    await client.query({ text, query_timeout: LONGEST_TIMER_MS } as pg.QueryConfig);
  } finally {
    for (const name of Object.keys(settings)) await client.query(`RESET ${client.escapeIdentifier(name)}`); // to what the connection was opened with
  }
}

/** The longest that a timer of Node takes. */
const LONGEST_TIMER_MS = 2_147_483_647;

async function run<Row>(client: pg.PoolClient, statement: Statement): Promise<QueryResult<Row>> {
  const values = statement.values.map(encodeValue);
  const result = await client.query({ text: statement.text, values });
  return { rows: result.rows as Row[], affected: result.rowCount ?? 0 };
}

async function runTransaction<T>(client: pg.PoolClient, work: (tx: Db) => Promise<T>): Promise<T> {
  let isOpen = true;
  await client.query("BEGIN");
  try {
    const result = await work({
      async query<Row>(statement: Statement) {
        if (!isOpen) throw new Error("This transaction has ended.");
        return run<Row>(client, statement);
      },
    });
    isOpen = false;
    const { command } = await client.query("COMMIT");
    // After a failed statement that the work swallowed, COMMIT is answered with ROLLBACK.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed and its error was ignored.");
    return result;
  } catch (error) {
    isOpen = false;
    if (connectionFailure(error) === null) await client.query("ROLLBACK");
    throw error;
  }
}
