// Tag groups: conditions over tags, combined with and, or, not.
// In: JSON of the contract. Out: the engine's groups, which have the same shape.

import type { TagGroup } from "@hindsight-memory/engine";
import { HindsightError, tagGroupsProblem } from "@hindsight-memory/engine";
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

/** The engine's limits are asked before the shape is: a checker of shapes walks all that it is given. */
const withinLimits = (value: unknown, context: z.RefinementCtx): unknown => {
  const problem = tagGroupsProblem(value);
  if (problem === null) return value;
  context.addIssue({ code: "custom", message: problem, params: { type: "too_long" } });
  return z.NEVER;
};

const ABOUT =
  "Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups " +
  "and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags";

export const tagGroups = () => z.preprocess(withinLimits, z.array(anyGroup)).nullish().openapi({ description: ABOUT });

/** The query form: JSON text. */
export const tagGroupsText = () =>
  maybe(name("Tag groups as JSON text: a list of {tags, match}, {and: [...]}, {or: [...]} and {not: {...}}, which must all hold"));

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
