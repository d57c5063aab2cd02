// Tag groups: conditions over tags, combined with and, or, not.
// In: JSON of the contract. Out: the engine's groups, which have the same shape.

import type { TagGroup } from "@hindsight-memory/engine";
import { HindsightError } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { parse } from "../http/body.js";
import { tagsMatch } from "./query.js";
import { choice, maybe, name, preset } from "./scalars.js";

const TagGroupLeaf = z
  .object({ tags: z.array(name()), match: preset(tagsMatch(), "any_strict"), resolve: preset(choice(["exact", "fuzzy"]), "exact") })
  .openapi("TagGroupLeaf");

const anyGroup: z.ZodType<TagGroup> = z.lazy(() =>
  z.union([TagGroupLeaf, TagGroupAnd, TagGroupOr, TagGroupNot], {
    error: "Must be one of {tags}, {and: [...]}, {or: [...]} and {not: {...}}",
  }),
);

const TagGroupAnd = z.object({ and: z.array(anyGroup) }).openapi("TagGroupAnd");
const TagGroupOr = z.object({ or: z.array(anyGroup) }).openapi("TagGroupOr");
const TagGroupNot = z.object({ not: anyGroup }).openapi("TagGroupNot");

export const tagGroups = () => z.array(anyGroup).nullish();

/** The query form: JSON text. */
export const tagGroupsText = () => maybe(name("Tag groups as JSON text"));

export function tagGroupsFrom(text: string | null | undefined): readonly TagGroup[] | null {
  if (text === null || text === undefined || text.trim() === "") return null;
  const body = parse(text);
  const groups = body.ok ? z.array(anyGroup).safeParse(body.value) : null;
  if (groups === null || !groups.success) {
    throw new HindsightError(
      "bad_argument",
      "tag_groups is not a JSON list of tag groups: {tags}, {and: [...]}, {or: [...]} or {not: {...}}.",
    );
  }
  return groups.data;
}
