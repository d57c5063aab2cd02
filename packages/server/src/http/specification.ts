// The specification: OpenAPI 3.1, generated from the same endpoints that are served.
// In: endpoints. Out: the document's JSON text, made once on first use.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import { API_VERSION, SERVER_VERSION } from "../routes/version.js";
import { commonReplies } from "./common-replies.js";
import { describeFields } from "./describe-fields.js";
import type { Endpoint, ReplySpec } from "./endpoint.js";
import type { HttpEnv, HttpSettings } from "./types.js";

const AUTHORIZATION = z.object({
  authorization: z.string().nullish().openapi({ description: "Bearer key, when the server asks for one" }),
});

const DESCRIPTION =
  "A memory server for AI agents: retain what happened, recall what matters now. Parameters and body keys that a route does not know, nested ones too, are " +
  "ignored and named in the reply's X-Ignored-Params header.";

export function specification(app: OpenAPIHono<HttpEnv>, endpoints: readonly Endpoint[], settings: HttpSettings): () => string {
  for (const each of endpoints) app.openAPIRegistry.registerPath(described(each));
  let text: string | null = null;
  return () => {
    if (text !== null) return text;
    const document = app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: "Hindsight for TypeScript", version: API_VERSION, description: DESCRIPTION, "x-server-version": SERVER_VERSION },
      ...(settings.basePath === "" ? {} : { servers: [{ url: settings.basePath }] }),
    });
    text = JSON.stringify(describeFields(JSON.parse(JSON.stringify(document, orNull)) as Record<string, unknown>));
    return text;
  };
}

interface Both {
  readonly allOf?: readonly [unknown, { readonly type?: unknown; readonly description?: string }];
}

/** What may be null and refers to a component: it comes as all of the component and "object or null", which no null is. */
function orNull(_: string, value: unknown): unknown {
  const [component, beside, ...more] = (value as Both | null)?.allOf ?? [];
  if (more.length > 0 || JSON.stringify(beside?.type) !== '["object","null"]') return value;
  const { type: _type, ...rest } = beside ?? {};
  return { ...rest, anyOf: [component, { type: "null" }] };
}

function described(each: Endpoint): Parameters<OpenAPIHono["openAPIRegistry"]["registerPath"]>[0] {
  const body = each.describedBody ?? each.body ?? each.form;
  const contentType = each.form === undefined ? "application/json" : "multipart/form-data";
  const replies = Object.entries({ ...commonReplies(each), ...each.replies });
  return {
    method: each.method,
    path: each.path,
    operationId: each.operationId,
    tags: [each.tag],
    summary: each.summary,
    ...(each.description ? { description: each.description } : {}),
    ...(each.deprecated ? { deprecated: true } : {}),
    request: {
      ...(each.params ? { params: each.params } : {}),
      ...(each.query ? { query: each.query } : {}),
      ...(each.path.startsWith("/v1/default") ? { headers: AUTHORIZATION } : {}),
      ...(body ? { body: { required: !body.safeParse(undefined).success, content: { [contentType]: { schema: body } } } } : {}),
    },
    responses: Object.fromEntries(replies.map(([status, reply]) => [status, replyObject(reply)] as const)),
  };
}

function replyObject(reply: ReplySpec): { description: string; content?: Record<string, { schema: z.ZodType }> } {
  if (!reply.schema) return { description: reply.description };
  return { description: reply.description, content: { [reply.contentType ?? "application/json"]: { schema: reply.schema } } };
}
