// Attachments: the bytes of what stands inside content.
// In: the engine. Out: the endpoint `{bank}/attachments/{attachment_id}`; whatever the bytes are, a browser gets them as data, never as a page.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { name } from "../wire/scalars.js";
import { B, NO_SUCH } from "./replies.js";

/** An id names bytes by their hash, so that they never change under it. */
const FOREVER = "private, max-age=31536000, immutable";
/** Types that a browser may show by itself; anything else is offered as a download. */
const SHOWN = /^image\/(?:png|jpeg|gif|webp|avif)$/;
/** Types that a page of this origin could run or take its style from (WHATWG MIME Sniffing, "JavaScript MIME type"): told of as bytes, which no browser runs. */
const RUN = /(?:java|ecma|live|j)script|^text\/(?:css|xsl)$/;

export function attachmentRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "get_bank_attachment",
      method: "get",
      path: `${B}/attachments/{attachment_id}`,
      tag: "Memory",
      summary: "Read an attachment",
      params: z.object({ bank_id: name("Bank id or alias"), attachment_id: name("As in the attachments of a document, chunk or memory") }),
      replies: { 200: { description: "The bytes, with their declared media type", contentType: "application/octet-stream" }, 404: NO_SUCH },
      async handle({ params }) {
        const { bytes, mediaType, filename } = await engine.attachment(params.bank_id, params.attachment_id);
        const shown = filename === null ? "" : `; filename*=UTF-8''${encodeURIComponent(filename)}`;
        return new Response(bytes as Uint8Array<ArrayBuffer>, {
          headers: {
            "Content-Type": RUN.test(mediaType) ? "application/octet-stream" : mediaType,
            "Cache-Control": FOREVER,
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Content-Disposition": `${SHOWN.test(mediaType) ? "inline" : "attachment"}${shown}`,
          },
        });
      },
    }),
  ];
}
