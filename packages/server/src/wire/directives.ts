// Directives on the wire.
// In: the contract's requests. Out: the engine's fields and filter, and the contract's replies.

import type { Directive, DirectiveFields, DirectiveFilter } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { bankPath } from "./common.js";
import { paging, queryList } from "./query.js";
import { choice, flag, integer, maybe, name, preset, prose } from "./scalars.js";
import { iso } from "./time.js";

export const directivePath = bankPath.extend({ directive_id: name("Id of the directive") });

const PRIORITY = "The higher one comes first";
const TAGS = "Without tags it applies to every reflection";

export const CreateDirectiveBody = z
  .object({
    name: prose("Name for people"),
    content: prose("The rule, as reflection is told it"),
    priority: preset(integer({ about: PRIORITY }), 0),
    is_active: preset(flag("Whether it is in force"), true),
    tags: z.array(name()).default([]).openapi({ description: TAGS }),
  })
  .openapi("CreateDirectiveRequest");

export const UpdateDirectiveBody = z
  .object({
    name: maybe(prose()),
    content: maybe(prose()),
    priority: maybe(integer({ about: PRIORITY })),
    is_active: maybe(flag()),
    tags: z.array(name()).nullish().openapi({ description: TAGS }),
  })
  .openapi("UpdateDirectiveRequest");

export const DirectiveListQuery = z.object({
  tags: queryList("Tags to filter by; may be given several times. Untagged directives are shown as well"),
  tags_match: preset(
    choice(["any", "all", "exact"], "literal_error", "any: shares a tag; all: holds every tag; exact: has these and no others"),
    "any",
  ),
  active_only: preset(flag("Only those in force"), true),
  ...paging(100, { min: 1, max: 1000 }),
});

export const DirectiveReply = z
  .object({
    id: z.string(),
    bank_id: z.string(),
    name: z.string(),
    content: z.string(),
    priority: z.int().default(0),
    is_active: z.boolean().default(true),
    tags: z.array(z.string()).default([]),
    created_at: z.string().nullish(),
    updated_at: z.string().nullish(),
  })
  .openapi("DirectiveResponse");

export const DirectiveListReply = z
  .object({ items: z.array(DirectiveReply), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("DirectiveListResponse");

export function newDirective({ is_active, ...body }: z.output<typeof CreateDirectiveBody>): DirectiveFields {
  return { ...body, isActive: is_active };
}

/** Null means "not sent", as in the other changes of the contract. */
export function directiveChange(body: z.output<typeof UpdateDirectiveBody>): Partial<DirectiveFields> {
  return {
    ...(body.name == null ? {} : { name: body.name }),
    ...(body.content == null ? {} : { content: body.content }),
    ...(body.priority == null ? {} : { priority: body.priority }),
    ...(body.is_active == null ? {} : { isActive: body.is_active }),
    ...(body.tags == null ? {} : { tags: body.tags }),
  };
}

export function directiveFilter(query: z.output<typeof DirectiveListQuery>): DirectiveFilter {
  const { tags, tags_match: tagsMatch, active_only: activeOnly, limit, offset } = query;
  return { tags: tags ?? [], tagsMatch, activeOnly, limit, offset };
}

export function directiveReply(directive: Directive, bankId: string): z.input<typeof DirectiveReply> {
  return {
    id: directive.id,
    bank_id: bankId,
    name: directive.name,
    content: directive.content,
    priority: directive.priority,
    is_active: directive.isActive,
    tags: [...directive.tags],
    created_at: iso(directive.createdAt),
    updated_at: iso(directive.updatedAt),
  };
}
