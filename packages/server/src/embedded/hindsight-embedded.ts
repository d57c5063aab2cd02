// HindsightEmbedded: every method of the client, answered in this process.
// In: a data folder or a database URL. Out: the client's calls and replies, with no socket and no server.
// A call takes the server's own way in (its app), so that names, options, replies and errors are the server's and stay so.

import { setImmediate as turn } from "node:timers/promises";
import { HindsightClient, type HindsightClientOptions, HindsightError } from "@hindsight-memory/client";
import type { Hindsight, OpenOptions } from "@hindsight-memory/engine";
import { checkOptions } from "./check-options.js";
import type { InProcess } from "./in-process.js";

export interface HindsightEmbeddedOptions extends Pick<HindsightClientOptions, "apiKey" | "headers" | "timeoutMs" | "maxRetries"> {
  /** Folder of the embedded database; `HINDSIGHT_DATA_DIR`, then `~/.hindsight`, if unset. One process at a time may have it. */
  readonly dataDir?: string;
  /** A PostgreSQL server instead of a folder, such as `postgres://user:password@host/database`. */
  readonly databaseUrl?: string;
  /** Settings as docs/configuration.md lists them, over those of the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An engine that is open already; it stays open when this is closed. */
  readonly engine?: Hindsight;
  /** Where the engine logs; standard error if unset, at the level of the settings, and without one what is a warning or worse. */
  readonly log?: NonNullable<OpenOptions["log"]>;
}

const OPTIONS = Object.keys({
  dataDir: 0,
  databaseUrl: 0,
  env: 0,
  engine: 0,
  log: 0,
  apiKey: 0,
  headers: 0,
  timeoutMs: 0,
  maxRetries: 0,
} satisfies Record<keyof HindsightEmbeddedOptions, 0>);

/** No host: requests never leave the process. It stands in messages of errors. */
const NOWHERE = "http://hindsight.embedded";

/**
 * A memory in this process. It opens on the first call (or by `open`), and is closed by `close`.
 * `apiKey` says who calls where the settings tell tenants apart (`HINDSIGHT_API_TENANT_EXTENSION`); a single key is not asked for in one's own process.
 */
export class HindsightEmbedded extends HindsightClient {
  /** In place of `fetch`, for `createClient` of the client's `sdk`: the base URL does not matter. */
  readonly fetch: typeof fetch;
  /** The engine behind it, for what the client has no method for. @throws as `open` */
  readonly engine: () => Promise<Hindsight>;
  /** Waits for running calls and closes the engine that was opened here; later calls are refused. Calling it again waits for the same end. */
  readonly close: () => Promise<void>;

  /** Opens at once. @throws the engine's error, such as `data_folder_locked` when another process has the folder. */
  static async open(options: HindsightEmbeddedOptions = {}): Promise<HindsightEmbedded> {
    const memory = new HindsightEmbedded(options);
    await memory.engine();
    return memory;
  }

  /** @throws HindsightError `bad_argument` for an option that is not there */
  constructor(options: HindsightEmbeddedOptions = {}) {
    checkOptions("HindsightEmbedded", options, OPTIONS);
    const { apiKey, headers, timeoutMs, maxRetries } = options;
    const { opening, close } = lifeOf(options);
    const inside = inProcessFetch(opening);
    super({
      baseUrl: NOWHERE,
      fetch: inside,
      ...(apiKey !== undefined && { apiKey }),
      ...(headers !== undefined && { headers }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(maxRetries !== undefined && { maxRetries }),
    });
    this.fetch = inside;
    this.engine = async () => (await opening()).engine;
    this.close = close;
  }
}

function lifeOf(options: HindsightEmbeddedOptions) {
  let opened: Promise<InProcess> | null = null;
  let closing: Promise<void> | null = null;
  let isClosed = false;
  async function opening(): Promise<InProcess> {
    if (isClosed) throw new Error("This HindsightEmbedded is closed. Make a new one.");
    opened ??= import("./in-process.js").then(({ openInProcess }) => openInProcess(options));
    try {
      return await opened;
    } catch (cause) {
      opened = null; // what was in the way may be gone by the next call
      throw cause;
    }
  }
  async function end(): Promise<void> {
    await turn(); // a call that was made before is still on its way through the client
    isClosed = true;
    const open = await opened?.catch(() => null); // an opening that failed was told to its caller, and leaves nothing to close
    await turn(); // what waited for the opening comes first
    await open?.close();
  }
  const close = (): Promise<void> => {
    closing ??= end();
    return closing;
  };
  return { opening, close };
}

function inProcessFetch(opening: () => Promise<InProcess>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input as string, init);
    const { answer } = await opening().catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new HindsightError(`The memory of this process is not open: ${reason}`, undefined, reason, { code: "unavailable", cause });
    });
    return answer(request);
  };
}
