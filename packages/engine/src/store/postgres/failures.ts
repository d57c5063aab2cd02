// Which errors of the `pg` client mean that the server was not there, as against a statement it refused.

import { HindsightError } from "../../errors.js";
import { sqlStateOf } from "../db.js";

/** SQLSTATEs that say the server could not serve: class 08, shutting down or starting (57P0x), a statement cut off (57014), no free slot. */
const UNAVAILABLE = /^(08...|57P0[1-5]|57014|53300)$/;

/** `pg` has no code for these; its wording is stable since version 8. */
const CLIENT_MESSAGES =
  /^(timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after|The server does not support SSL)/i;

const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/** The error to throw instead, or null when `error` is the statement's own. */
export function connectionFailure(error: unknown): HindsightError | null {
  if (error instanceof HindsightError) return null;
  const state = sqlStateOf(error);
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  const isConnection =
    (state !== null && UNAVAILABLE.test(state)) ||
    (typeof code === "string" && SOCKET_CODES.has(code)) ||
    (error instanceof Error && CLIENT_MESSAGES.test(error.message));
  if (!isConnection) return null;
  const what = error instanceof Error && error.message !== "" ? error.message : String(code ?? error);
  return new HindsightError(
    "database_unavailable",
    `The database did not answer (${what}). Check HINDSIGHT_API_DATABASE_URL and the server.`,
    {
      cause: error,
    },
  );
}
