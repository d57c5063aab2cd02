// Keys of a running embedded server: another process may not open its database, so it asks by a file beside the folder, and the server answers by another.
// In: a request that only the user of the server, or root, can have written. Out: the key, or why there is none. No secret is in either file: whoever
// asks makes the key and sends its hash.

import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { chown, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import type { Logger } from "pino";
import type { ApiKey, ApiKeys, NewApiKey } from "../../domain/access.js";
import { ERRORS, type ErrorCode, HindsightError } from "../../errors.js";
import { type Answering, answerBeside, comes } from "../../store/pglite/asked-beside.js";
import { hashOf, newKey } from "./secret.js";

/** What is asked for, of the tenant of a schema. Times are ISO 8601, the hash is hex. */
export type KeyRequest = { readonly schema: string } & (
  | { readonly verb: "create"; readonly id: string; readonly secretHash: string; readonly fields: NewApiKey }
  | { readonly verb: "revoke"; readonly id: string }
);

type Answer = { readonly nonce: string } & (
  | { readonly key: ApiKey }
  | { readonly error: { readonly code: string; readonly message: string } }
);

const wanted = (folder: string): string => `${folder}.key-wanted`;
const answered = (folder: string): string => `${folder}.key-answer`;

const LOOK_MS = 500;
/** More than any request has. */
const MOST_BYTES = 200_000;

/** Looks twice a second whether a key is asked for, as long as the folder is open. `act` throws to refuse. */
export function serveKeyRequests(
  folder: string,
  act: (request: KeyRequest) => Promise<ApiKey>,
  log: Pick<Logger, "info" | "warn">,
): Answering {
  async function serve(): Promise<void> {
    let nonce = "";
    try {
      const text = await readOwn(wanted(folder));
      await rm(wanted(folder)); // taken: who asks waits for the answer now
      const asked = JSON.parse(text) as KeyRequest & { readonly nonce: string };
      ({ nonce } = asked);
      const key = await act(asked);
      log.info({ verb: asked.verb, key: key.id, schema: asked.schema }, "a key was changed from the command line");
      await answer({ nonce, key });
    } catch (error) {
      log.warn({ err: error }, "a key that was asked for beside the database's folder was not changed");
      await rm(wanted(folder), { force: true });
      const { code, message } = error instanceof HindsightError ? error : { code: "internal", message: "The server's log has the cause." };
      if (nonce !== "") await answer({ nonce, error: { code, message } });
    }
  }
  async function answer(what: Answer): Promise<void> {
    const draft = `${answered(folder)}-${randomUUID()}`;
    await writeFile(draft, JSON.stringify(what), { flag: "wx", mode: 0o600 });
    await rename(draft, answered(folder));
  }
  return answerBeside(wanted(folder), LOOK_MS, () =>
    serve().catch((error: unknown) => log.warn({ err: error }, "a request for a key could not be answered")),
  );
}

/**
 * A file of this process's user, or of root, that nobody else could have written: beside the folder others may make files where the parent lets them, who
 * cannot read the folder itself. Throws `forbidden`.
 */
async function readOwn(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { uid, mode, size } = await file.stat();
    const own = process.getuid?.();
    const isOurs = own === undefined || ((uid === own || uid === 0) && (mode & 0o022) === 0);
    if (!isOurs || size > MOST_BYTES) {
      throw new HindsightError("forbidden", `${path} was not written by the user of this server for itself; nothing was done for it.`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** How long the process that has the folder may take to see a request, and to answer. */
const TAKEN_MS = 10_000;
const ANSWERED_MS = 30_000;

/** The keys of a tenant of the server that has the folder. Throws `data_folder_locked` when nobody answers, `operation_conflict` while another asks. */
export function keysBeside(folder: string, schema: string): Pick<ApiKeys, "create" | "revoke"> {
  return {
    async create(fields) {
      const { id, secret, text } = newKey();
      const key = await ask(folder, { verb: "create", schema, id, secretHash: hashOf(secret).toString("hex"), fields });
      return { ...key, key: text };
    },
    revoke: (id) => ask(folder, { verb: "revoke", schema, id }),
  };
}

async function ask(folder: string, request: KeyRequest): Promise<ApiKey> {
  const nonce = randomUUID();
  await rm(answered(folder), { force: true });
  const draft = `${wanted(folder)}-${nonce}`;
  if (existsSync(wanted(folder))) {
    const message = `Another command asks for a key already (${wanted(folder)}). Wait for it; delete that file if none runs.`;
    throw new HindsightError("operation_conflict", message);
  }
  await writeFile(draft, JSON.stringify({ ...request, nonce }), { flag: "wx", mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(folder);
    await chown(draft, uid, gid); // root asks in the name of the server's user, who could not read its file
  }
  await rename(draft, wanted(folder));
  if (!(await comes(() => !existsSync(wanted(folder)), TAKEN_MS))) {
    await rm(wanted(folder), { force: true });
    throw new HindsightError("data_folder_locked", `The process that has ${folder} did not answer within ${TAKEN_MS / 1000} s.`);
  }
  if (!(await comes(() => existsSync(answered(folder)), ANSWERED_MS))) {
    throw new HindsightError("at_capacity", "The server took the request and did not answer. List the keys to see what became of it.");
  }
  const told = JSON.parse(await readFile(answered(folder), "utf8")) as Answer;
  await rm(answered(folder), { force: true });
  if (told.nonce !== nonce)
    throw new HindsightError("operation_conflict", "Another command asked at the same time. List the keys, and try again.");
  if ("key" in told) return revived(told.key);
  const { code, message } = told.error;
  throw new HindsightError(code in ERRORS ? (code as ErrorCode) : "internal", message);
}

function revived(key: ApiKey): ApiKey {
  const time = (value: Date | null): Date | null => (value === null ? null : new Date(value));
  return {
    ...key,
    createdAt: new Date(key.createdAt),
    expiresAt: time(key.expiresAt),
    revokedAt: time(key.revokedAt),
    lastUsedAt: time(key.lastUsedAt),
  };
}
