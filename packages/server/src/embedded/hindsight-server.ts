// HindsightServer: a server of one's own on this machine, which programs of the same profile share.
// In: a profile, with the settings of its file. Out: a base URL and a client; the server runs in a process of its own from the first use until nobody needs it.

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HindsightClient, type HindsightClientOptions, HindsightError } from "@hindsight-memory/client";
import { checkOptions } from "./check-options.js";
import { type Hold, holdServer } from "./hold.js";
import { launch, logOf } from "./launch.js";
import { activeProfile, checkedProfile, DEFAULT_PROFILE, folderOfProfile, isProfileName, portOfProfile } from "./profile.js";
import { readProfileSettings } from "./profile-settings.js";
import { differing, digestsOf } from "./settings-digest.js";
import { readState } from "./state.js";

export interface HindsightServerOptions {
  /** Programs that name the same one share a server and its memory; `HINDSIGHT_EMBED_PROFILE`, the active profile where it has settings, then "default", if unset. */
  readonly profile?: string;
  /** Exactly this port. If unset, 8888 for the default profile and one of 8889–9888 for another, or a free one where that is taken. */
  readonly port?: number;
  /** Address to listen on; 127.0.0.1 if unset. */
  readonly host?: string;
  /** Settings of the server, as docs/configuration.md lists them, over those of the profile's file `<profile>.env`, which go over the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder of the data and of the server's files; `~/.hindsight/profiles/<profile>` if unset. */
  readonly dataDir?: string;
  /** The server ends when it was not asked anything for so long; 300,000 if unset (`HINDSIGHT_EMBED_DAEMON_IDLE_TIMEOUT` in seconds), 0 for never. */
  readonly idleTimeoutMs?: number;
  /** The server stays when the last program that uses it is gone, until it is idle. */
  readonly keepRunning?: boolean;
  /** Longest that a start may take; 60,000 if unset. */
  readonly readyTimeoutMs?: number;
}

const OPTIONS = Object.keys({
  profile: 0,
  port: 0,
  host: 0,
  env: 0,
  dataDir: 0,
  idleTimeoutMs: 0,
  keepRunning: 0,
  readyTimeoutMs: 0,
} satisfies Record<keyof HindsightServerOptions, 0>);

const READY_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_SECONDS = 300;
const PROBE_MS = 2_000;
/** How often a server that another program has just started is looked for, and how long before a start is tried again. */
const LOOK_MS = 50;
const LOOK_FOR_MS = 5_000;

export class HindsightServer {
  readonly #options: HindsightServerOptions;
  readonly #env: NodeJS.ProcessEnv;
  readonly #profile: string;
  readonly #folder: string;
  readonly #port: number;
  /** A server elsewhere that is used in place of one here; nothing is started then. */
  readonly #remote: string | null;
  #isWarned = false;
  #hold: Hold | null = null;
  #starting: Promise<void> | null = null;

  /** @throws HindsightError `bad_argument` for an option that is not there, or a profile that is no name */
  constructor(options: HindsightServerOptions = {}) {
    checkOptions("HindsightServer", options, OPTIONS);
    this.#options = options;
    const env = { ...process.env, ...options.env };
    this.#profile = checkedProfile(options.profile ?? (process.env.HINDSIGHT_EMBED_PROFILE || usualProfile(env)));
    this.#env = { ...process.env, ...readProfileSettings(this.#profile, env), ...options.env };
    this.#remote = this.#env.HINDSIGHT_EMBED_API_URL?.replace(/\/+$/, "") || null;
    this.#folder = options.dataDir === undefined ? folderOfProfile(this.#profile, this.#env) : path.resolve(options.dataDir);
    this.#port = options.port ?? portOfProfile(this.#profile);
  }

  getProfile(): string {
    return this.#profile;
  }

  /** Where the server listens; before it has started, where it will if that port is free. */
  getBaseUrl(): string {
    return this.#remote ?? this.#hold?.url ?? readState(this.#folder)?.url ?? `http://${this.#options.host ?? "127.0.0.1"}:${this.#port}`;
  }

  /** Finds the profile's server, or starts it. @throws HindsightError `unavailable` with the reason when there is none to be had */
  start(): Promise<void> {
    if (this.#hold?.isOpen()) return Promise.resolve();
    if (this.#remote !== null) return this.#reach(this.#remote);
    this.#starting ??= this.#findOrLaunch().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  /** Gives the server back, and waits for its end if no other program uses it; `force` ends it for all. */
  async stop({ force = false }: { readonly force?: boolean } = {}): Promise<void> {
    if (this.#remote !== null) return; // it is not ours
    await this.#starting?.catch(() => undefined); // the start's own caller hears of it
    const hold = this.#hold?.isOpen() ? this.#hold : force ? await holdServer(this.#folder, false) : null;
    this.#hold = null;
    await hold?.release(force ? "stop" : "leave");
  }

  /** Whether the profile's server runs and is ready. */
  async checkHealth(): Promise<boolean> {
    if (this.#remote === null && !this.#hold?.isOpen() && readState(this.#folder) === null) return false;
    try {
      const { ok } = await fetch(`${this.getBaseUrl()}/health`, { signal: AbortSignal.timeout(PROBE_MS) });
      return ok;
    } catch {
      return false; // the answer that is asked for: it does not run
    }
  }

  /** A client whose calls start the server when it does not run, the first time and after an idle end. */
  client(options: Omit<HindsightClientOptions, "baseUrl" | "fetch"> = {}): HindsightClient {
    const baseUrl = `http://${this.#profile}.hindsight`; // the port is known when the call is made
    const key = this.#remote === null ? this.#env.HINDSIGHT_API_TENANT_API_KEY : this.#env.HINDSIGHT_EMBED_API_TOKEN;
    const once: typeof fetch = async (input, init) => {
      if (this.#remote === null) await this.start();
      return fetch(String(input).replace(baseUrl, this.getBaseUrl()), init);
    };
    const started: typeof fetch = async (input, init) => {
      try {
        return await once(input, init);
      } catch (cause) {
        // Nobody listened, so nobody heard: a server that has just begun to end, and told so a moment too late.
        if (this.#remote !== null || !isRefused(cause) || init?.body instanceof ReadableStream) throw cause;
        this.#hold = null;
        return once(input, init);
      }
    };
    return new HindsightClient({ ...(key ? { apiKey: key } : {}), ...options, baseUrl, fetch: started });
  }

  async #findOrLaunch(): Promise<void> {
    const { keepRunning = false, readyTimeoutMs = READY_TIMEOUT_MS } = this.#options;
    const deadline = Date.now() + readyTimeoutMs;
    do {
      this.#hold = await this.#find(keepRunning, 0);
      if (this.#hold !== null) return this.#warnOfOthers();
      const launched = await launch(this.#launch(keepRunning), this.#serverEnv(), Math.max(1, deadline - Date.now()));
      if (launched.is === "failed") throw this.#unavailable(launched.reason);
      this.#hold = await this.#find(keepRunning, Math.min(LOOK_FOR_MS, deadline - Date.now()));
      if (this.#hold !== null) return launched.is === "taken" ? this.#warnOfOthers() : undefined;
    } while (Date.now() < deadline);
    throw this.#unavailable(`another process has ${this.#folder}/server.lock and does not answer`);
  }

  async #find(keepRunning: boolean, forMs: number): Promise<Hold | null> {
    const until = Date.now() + forMs;
    for (;;) {
      const hold = await holdServer(this.#folder, keepRunning);
      if (hold !== null || Date.now() >= until) return hold;
      await sleep(LOOK_MS);
    }
  }

  #launch(keepRunning: boolean) {
    const { port, idleTimeoutMs } = this.#options;
    const seconds = Number(this.#env.HINDSIGHT_EMBED_DAEMON_IDLE_TIMEOUT || IDLE_TIMEOUT_SECONDS);
    if (!(seconds >= 0)) throw this.#unavailable("HINDSIGHT_EMBED_DAEMON_IDLE_TIMEOUT is no number of seconds");
    const isPortFixed = port !== undefined;
    return { folder: this.#folder, port: this.#port, isPortFixed, idleTimeoutMs: idleTimeoutMs ?? seconds * 1_000, keepRunning };
  }

  #serverEnv(): NodeJS.ProcessEnv {
    const host = this.#options.host ?? this.#options.env?.HINDSIGHT_API_HOST ?? "127.0.0.1";
    const database = this.#env.HINDSIGHT_EMBED_API_DATABASE_URL;
    const isPostgres = database !== undefined && /^postgres(?:ql)?:/.test(database); // the reference's `pg0://` is a folder of its own, as ours is
    return {
      ...this.#env,
      ...(isPostgres && { HINDSIGHT_API_DATABASE_URL: database }),
      HINDSIGHT_DATA_DIR: this.#folder,
      HINDSIGHT_API_HOST: host,
    };
  }

  /** The settings of the program that started the server hold; another program is told once which of its own do not. */
  #warnOfOthers(): void {
    const state = readState(this.#folder);
    if (this.#isWarned || state?.settings === undefined) return;
    const names = differing(state.settings, digestsOf(this.#serverEnv(), state.token));
    if (names.length === 0) return;
    this.#isWarned = true;
    process.emitWarning(
      `The server of profile "${this.#profile}" runs already, and was started with other settings than this program has: ${names.join(", ")}. Those of the server hold; stop({ force: true }) ends it for all, and the next start takes yours.`,
      { type: "HindsightWarning", code: "HINDSIGHT_OTHER_SETTINGS" },
    );
  }

  async #reach(url: string): Promise<void> {
    if (await this.checkHealth()) return;
    const reason = `no server answers at ${url}, which HINDSIGHT_EMBED_API_URL names`;
    throw new HindsightError(`Profile "${this.#profile}": ${reason}.`, undefined, reason, { code: "unavailable" });
  }

  #unavailable(reason: string): HindsightError {
    const message = `The server of profile "${this.#profile}" did not start: ${reason.replace(/\.$/, "")}. Its log is ${logOf(this.#folder)}.`;
    return new HindsightError(message, undefined, reason, { code: "unavailable" });
  }
}

/** The active profile, where it is one of this machine's servers: it may be a server elsewhere that the command line knows. */
function usualProfile(env: NodeJS.ProcessEnv): string {
  const active = activeProfile();
  return active !== null && isProfileName(active) && readProfileSettings(active, env) !== null ? active : DEFAULT_PROFILE;
}

const isRefused = (cause: unknown): boolean => ((cause as Error).cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED";
