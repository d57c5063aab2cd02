// Templates of banks.
// In: the engine. Out: the endpoints `{bank}/import` and `{bank}/export`, the template's schema, and the gallery.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { requireConfigFields } from "../access/index.js";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { unknownKeys } from "../http/unknown-keys.js";
import { bankPath } from "../wire/common.js";
import * as wire from "../wire/templates.js";
import { B, BAD, NO_BANK, ok } from "./replies.js";

const tag = "Bank Templates";
/** Far more than any template. */
const MAX_BODY_MB = 4;

/** Anything at all: what is wrong with a template is told by the engine, all of it at once. */
const AnyTemplate = z.unknown().refine((value) => value !== undefined, "A template is required");

export function templateRoutes({ templates }: Pick<Hindsight, "templates">): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "import_bank_template",
      method: "post",
      path: `${B}/import`,
      tag,
      summary: "Set a bank up by a template",
      description:
        "All of it or nothing; the bank is made when missing. Settings are merged, mental models are matched by id and directives by name; what the template does not name stays. Everything that is wrong with it is told in one detail.",
      params: bankPath,
      query: wire.TemplateImportQuery,
      body: AnyTemplate,
      describedBody: wire.TemplateManifest,
      maxBodyMb: MAX_BODY_MB,
      replies: { 200: ok(wire.TemplateImportReply), 400: BAD },
      async handle({ params, query, body, context }) {
        context.set("ignored", [...(context.get("ignored") ?? []), ...unknownKeys(wire.TemplateManifest, body)]);
        await requireConfigFields(
          context.get("caller"),
          params.bank_id,
          Object.keys((body as { readonly bank?: object | null } | null)?.bank ?? {}),
        );
        return wire.importReply(await templates.import(params.bank_id, body, { isDryRun: query.dry_run }));
      },
    }),
    endpoint({
      operationId: "export_bank_template",
      method: "get",
      path: `${B}/export`,
      tag,
      summary: "A bank as a template",
      description: "What the bank overrides, its mental models but for those of knowledge pages, and its directives.",
      params: bankPath,
      replies: { 200: ok(wire.TemplateManifest), 404: NO_BANK },
      handle: ({ params }) => templates.export(params.bank_id),
    }),
    endpoint({
      operationId: "get_bank_template_schema",
      method: "get",
      path: "/v1/bank-template-schema",
      tag,
      summary: "The JSON Schema of a template",
      replies: { 200: ok(z.unknown()) },
      handle: () => templates.schema(),
    }),
    endpoint({
      operationId: "list_bank_templates",
      method: "get",
      path: "/v1/bank-templates",
      tag,
      summary: "Templates that are shipped",
      description: "Each with a manifest to import as it is, or to change first. Beyond the contract.",
      replies: { 200: ok(wire.TemplateGalleryReply) },
      handle: async () => ({ templates: await templates.gallery() }),
    }),
  ];
}
