// Settings that a caller may change: the word of a tenant extension, where it has one.

import { HindsightError } from "../http/types.js";
import type { Caller } from "./caller.js";

const ENVIRONMENT_PREFIX = "hindsight_api_";

/** Throws `forbidden`, naming them, for settings that the caller may not change; `null` means all that a bank has. */
export async function requireConfigFields(caller: Caller, bankId: string, fields: readonly string[] | null): Promise<void> {
  const allowed = (await caller.configFields?.(bankId)) ?? null;
  if (allowed === null || fields?.length === 0) return;
  const names = fields
    ?.map((field) => field.toLowerCase())
    .map((field) => (field.startsWith(ENVIRONMENT_PREFIX) ? field.slice(ENVIRONMENT_PREFIX.length) : field));
  const others = names?.filter((name) => !allowed.includes(name)) ?? ["all at once"];
  if (others.length > 0) throw new HindsightError("forbidden", `Your tenant does not let you change these settings: ${others.join(", ")}.`);
}
