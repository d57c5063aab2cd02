// Entities and tags on the wire.
// In: query parameters. Out: the contract's replies.

import type { EntityDetail, EntityFilter, EntityRead } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything } from "./common.js";
import { paging, search, tagFilter } from "./query.js";
import { EntityObservationResponse } from "./recall.js";
import { choice, preset } from "./scalars.js";
import { tagGroupsFrom, tagGroupsText } from "./tag-groups.js";
import { iso, isoOrNull } from "./time.js";

export const EntityListQuery = z.object({
  q: search("Part of the name, or without a tag filter of an alias"),
  ...paging(100),
  ...tagFilter,
  tag_groups: tagGroupsText(),
});
export const EntityQuery = z.object({ ...tagFilter, tag_groups: tagGroupsText() });

/** Which memories' entities to show. The plain tag filter says nothing without tags, except `exact`, which then means untagged. */
export function entityFilter(query: z.output<typeof EntityQuery>): EntityFilter {
  return { tags: query.tags ?? [], tagsMatch: query.tags_match, tagGroups: tagGroupsFrom(query.tag_groups) };
}

const entityFields = {
  id: z.string(),
  canonical_name: z.string(),
  mention_count: z.int(),
  first_seen: z.string().nullish(),
  last_seen: z.string().nullish(),
  metadata: anything().nullish(),
};

const EntityListItem = z.object(entityFields).openapi("EntityListItem");

export const EntityListReply = z
  .object({ items: z.array(EntityListItem), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("EntityListResponse");

const EntityAliasReply = z.object({ id: z.string(), name: z.string(), merged_at: z.string() }).openapi("EntityAlias");

export const EntityReply = z
  .object({
    ...entityFields,
    observations: z.array(EntityObservationResponse),
    aliases: z.array(EntityAliasReply).optional().openapi({ description: "Other names of it, which were merged into it" }),
  })
  .openapi("EntityDetailResponse");

export function entityListItem(entity: EntityDetail): z.input<typeof EntityListItem> {
  return {
    id: entity.id,
    canonical_name: entity.canonicalName,
    mention_count: entity.mentionCount,
    first_seen: isoOrNull(entity.firstSeen),
    last_seen: isoOrNull(entity.lastSeen),
    metadata: entity.metadata,
  };
}

/** Observations are of the bank and no longer of an entity: recall finds those about one. */
export function entityReply(entity: EntityRead): z.input<typeof EntityReply> {
  const aliases = entity.aliases.map(({ id, name, mergedAt }) => ({ id, name, merged_at: iso(mergedAt) }));
  return { ...entityListItem(entity), observations: [], aliases };
}

export const TagListQuery = z.object({
  q: search("Pattern; * stands for anything, case does not matter"),
  source: preset(choice(["memories", "mental_models"]), "memories"),
  ...paging(100),
});

const TagItem = z.object({ tag: z.string(), count: z.int() }).openapi("TagItem");

export const TagListReply = z
  .object({ items: z.array(TagItem), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("ListTagsResponse");
