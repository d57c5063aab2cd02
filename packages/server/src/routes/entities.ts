// Entities.
// In: the engine. Out: the endpoints `{bank}/entities`.

import { type Hindsight, HindsightError } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { EntityListQuery, EntityListReply, EntityQuery, EntityReply, entityFilter, entityListItem, entityReply } from "../wire/entities.js";
import { AddAliasBody, entitySplit, MergeEntitiesBody, SplitEntityBody, SplitEntityReply } from "../wire/entity-curation.js";
import { uuid } from "../wire/memories.js";
import { name } from "../wire/scalars.js";
import { B, BAD, GONE, NO_BANK, NO_SUCH, ok } from "./replies.js";

export function entityRoutes(engine: Hindsight): readonly Endpoint[] {
  const entityPath = bankPath.extend({ entity_id: name("Entity id (UUID)") });
  return [
    endpoint({
      operationId: "list_entities",
      method: "get",
      path: `${B}/entities`,
      tag: "Entities",
      summary: "List entities",
      description: "Most mentioned first.",
      params: bankPath,
      query: EntityListQuery,
      replies: { 200: ok(EntityListReply), 400: BAD, 404: NO_BANK },
      async handle({ params, query }) {
        const filter = { q: query.q ?? null, limit: query.limit, offset: query.offset, ...entityFilter(query) };
        const page = await engine.entities.list(params.bank_id, filter);
        return { ...page, items: page.items.map(entityListItem) };
      },
    }),
    endpoint({
      operationId: "get_entity",
      method: "get",
      path: `${B}/entities/{entity_id}`,
      tag: "Entities",
      summary: "Read an entity",
      params: entityPath,
      query: EntityQuery,
      replies: { 200: ok(EntityReply), 400: BAD, 404: NO_SUCH },
      async handle({ params, query }) {
        return entityReply(await engine.entities.get(params.bank_id, uuid("entity_id", params.entity_id), entityFilter(query)));
      },
    }),
    endpoint({
      operationId: "merge_entities",
      method: "post",
      path: `${B}/entities/{entity_id}/merge`,
      tag: "Entities",
      summary: "Make entities one",
      description:
        "What mentions the others mentions this one from now on. Their names are its aliases, also for what is retained later; a split undoes it.",
      params: entityPath,
      body: MergeEntitiesBody,
      replies: { 200: ok(EntityReply), 400: BAD, 404: NO_SUCH },
      handle: async ({ params, body }) =>
        entityReply(
          await engine.entities.merge(
            params.bank_id,
            uuid("entity_id", params.entity_id),
            body.entity_ids.map((id) => uuid("entity_ids", id)),
          ),
        ),
    }),
    endpoint({
      operationId: "add_entity_alias",
      method: "post",
      path: `${B}/entities/{entity_id}/aliases`,
      tag: "Entities",
      summary: "Give an entity another name",
      description:
        "In any script. Questions with the name find what is known of the entity, and what is retained under it is about the entity. A name of another entity is refused: the two are to be merged.",
      params: entityPath,
      body: AddAliasBody,
      replies: { 200: ok(EntityReply), 400: BAD, 404: NO_SUCH },
      handle: async ({ params, body }) =>
        entityReply(await engine.entities.addAlias(params.bank_id, uuid("entity_id", params.entity_id), body.alias)),
    }),
    endpoint({
      operationId: "remove_entity_alias",
      method: "delete",
      path: `${B}/entities/{entity_id}/aliases/{alias}`,
      tag: "Entities",
      summary: "Take a name of an entity away",
      description: "By name or id. One that memories have is refused: it is to be split off.",
      params: entityPath.extend({ alias: name("Name or id of the alias") }),
      replies: { 200: ok(EntityReply), 400: BAD, 404: NO_SUCH },
      handle: async ({ params }) =>
        entityReply(await engine.entities.removeAlias(params.bank_id, uuid("entity_id", params.entity_id), params.alias)),
    }),
    endpoint({
      operationId: "split_entity",
      method: "post",
      path: `${B}/entities/{entity_id}/split`,
      tag: "Entities",
      summary: "Take an entity apart",
      description:
        "By an alias: it is an entity again, with the memories that have its name. Or by memories: what they say of this entity is said of the one with the given name instead.",
      params: entityPath,
      body: SplitEntityBody,
      replies: { 200: ok(SplitEntityReply), 400: BAD, 404: NO_SUCH },
      async handle({ params, body }) {
        const { entity, split } = await engine.entities.split(params.bank_id, uuid("entity_id", params.entity_id), entitySplit(body));
        return { entity: entity === null ? null : entityReply(entity), split: entityReply(split) };
      },
    }),
    endpoint({
      operationId: "regenerate_entity_observations",
      method: "post",
      path: `${B}/entities/{entity_id}/regenerate`,
      tag: "Entities",
      summary: "Retired: regenerate an entity's observations",
      deprecated: true,
      params: entityPath,
      replies: { 200: ok(EntityReply), 410: GONE },
      handle: async () => {
        throw new HindsightError("gone", 'Observations are no longer made per entity; recall with types ["observation"] finds them.');
      },
    }),
  ];
}
