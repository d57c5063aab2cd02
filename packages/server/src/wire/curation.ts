// Changes of memories by hand, on the wire.
// In: the body of a PATCH. Out: the engine's change.

import { HindsightError, type MemoryChange } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { flag, maybe, name, preset, prose } from "./scalars.js";

const time = (about: string) => maybe(name(`${about}, ISO 8601; null or empty takes it away`));

export const UpdateMemoryBody = z
  .object({
    text: maybe(prose("What the fact says from now on")),
    context: maybe(prose("What it was said about; empty takes it away")),
    occurred_start: time("When it began"),
    occurred_end: time("When it ended"),
    mentioned_at: time("When it was said"),
    fact_type: maybe(name("world or experience")),
    entities: maybe(z.array(name())),
    resolve_entities: preset(flag("False takes the names of entities literally"), true),
    state: maybe(name("invalidated takes the fact out of use, valid puts it back")),
    reason: maybe(prose("Why it is taken out of use")),
  })
  .openapi("UpdateMemoryRequest");

/** Null says the same as absent, but for the dates. Throws `invalid_request` for a body that asks for nothing, and for an unknown word. */
export function memoryChange(body: z.output<typeof UpdateMemoryBody>): MemoryChange {
  const change: MemoryChange = {
    text: body.text ?? undefined,
    context: body.context ?? undefined,
    occurredStart: body.occurred_start,
    occurredEnd: body.occurred_end,
    mentionedAt: body.mentioned_at,
    kind: oneOf("fact_type", ["world", "experience"], body.fact_type),
    entities: body.entities ?? undefined,
    state: oneOf("state", ["valid", "invalidated"], body.state),
    reason: body.reason ?? undefined,
  };
  if (Object.values(change).every((value) => value === undefined)) {
    const fields = "text, context, occurred_start, occurred_end, mentioned_at, fact_type, entities, state or reason";
    throw new HindsightError("invalid_request", `There is nothing to change. Send at least one of ${fields}.`);
  }
  return { ...change, resolveEntities: body.resolve_entities };
}

function oneOf<T extends string>(field: string, words: readonly T[], value: string | null | undefined): T | undefined {
  if (value == null) return undefined;
  const found = words.find((word) => word === value);
  if (found === undefined)
    throw new HindsightError("invalid_request", `${field} '${value.slice(0, 80)}' is unknown; it takes ${words.join(" or ")}.`);
  return found;
}
