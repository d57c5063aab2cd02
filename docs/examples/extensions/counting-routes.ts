// Routes of one's own: how much a bank holds, for a page of ours, and a note that is left in it.
//
//   HINDSIGHT_API_HTTP_EXTENSION=./counting-routes.js
//   HINDSIGHT_API_HTTP_UNIT=memories
//
//   GET  /ext/counts/{bank_id}
//   POST /ext/notes/{bank_id}   {"note": "…"}

import type { ExtensionContext, HttpExtension } from "@hindsight-memory/server";

export default function countingRoutes({ settings }: ExtensionContext): HttpExtension {
  return {
    routes: [
      {
        method: "GET",
        path: "/counts/{bank_id}",
        access: "read",
        operation: "count_memories",
        async handle({ engine, params, query }) {
          const { items, total } = await engine.documents.list(params.bank_id ?? "", { limit: 1, offset: 0 });
          return {
            bank: params.bank_id,
            documents: total,
            hasAny: items.length > 0,
            unit: query.get("unit") ?? settings.unit ?? "documents",
          };
        },
      },
      {
        method: "POST",
        path: "/notes/{bank_id}",
        access: "write",
        operation: "leave_note",
        async handle({ engine, params, json, caller, signal }) {
          const { note } = (await json()) as { readonly note?: unknown };
          if (typeof note !== "string") return Response.json({ detail: "note must be a string" }, { status: 422 });
          await engine.retain(
            params.bank_id ?? "",
            { items: [{ content: note, metadata: { by: caller.subject ?? "anyone" } }] },
            { signal },
          );
          return Response.json({ kept: true }, { status: 201 });
        },
      },
    ],
  };
}
