// Entities that are made one, or taken apart, on the wire.
// In: bodies. Out: what the engine is asked, and the replies.

import { type EntitySplit, HindsightError } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { EntityReply } from "./entities.js";
import { uuid } from "./memories.js";
import { maybe, name } from "./scalars.js";

export const MergeEntitiesBody = z
  .object({ entity_ids: z.array(name("Id of an entity (UUID) that this one takes in")).min(1).max(100) })
  .openapi("MergeEntitiesRequest");

export const AddAliasBody = z.object({ alias: name("Another name of the entity, in any script") }).openapi("AddEntityAliasRequest");

export const SplitEntityBody = z
  .object({
    alias: maybe(name("Name or id of an alias, which is an entity again")),
    name: maybe(name("Or: whom the memories name instead")),
    memory_ids: z.array(name("Id of a memory (UUID)")).max(1000).nullish(),
  })
  .openapi("SplitEntityRequest");

export const SplitEntityReply = z
  .object({ entity: EntityReply.nullable().openapi({ description: "Null when nothing is left of it" }), split: EntityReply })
  .openapi("SplitEntityResponse");

/** Throws `invalid_request` unless it is one of the two. */
export function entitySplit({ alias, name: other, memory_ids: ids }: z.output<typeof SplitEntityBody>): EntitySplit {
  if (alias != null && other == null && ids == null) return { alias };
  if (alias == null && other != null && ids != null && ids.length > 0) {
    return { name: other, memoryIds: ids.map((id) => uuid("memory_ids", id)) };
  }
  throw new HindsightError("invalid_request", "Send either alias, or name with memory_ids.");
}
