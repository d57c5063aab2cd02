import { HindsightError } from "../errors.js";

const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Throws `bad_argument` unless `id` is a UUID. `what` names it in the message. */
export function requireUuid(id: string, what: string): string {
  if (!UUID.test(id)) throw new HindsightError("bad_argument", `${what} '${id}' is not a UUID.`);
  return id;
}
