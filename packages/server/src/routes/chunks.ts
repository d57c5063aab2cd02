// Chunks by their public id, which names the bank.
// In: the engine. Out: the endpoint `/v1/default/chunks/{chunk_id}`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { authorize, coversBank } from "../access/index.js";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { ChunkReply, chunkReply } from "../wire/documents.js";
import { name } from "../wire/scalars.js";
import { NO_SUCH, ok, refused } from "./replies.js";

export function chunkRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "get_chunk",
      method: "get",
      path: "/v1/default/chunks/{chunk_id}",
      tag: "Documents",
      summary: "Read a chunk",
      params: z.object({ chunk_id: name("{bank}_{document}_{index}; slashes may stand as they are") }),
      replies: { 200: ok(ChunkReply), 404: NO_SUCH, 409: refused("Chunks of several banks have this id") },
      async handle({ params, context }) {
        const caller = context.get("caller");
        // The id alone names the bank: one that is not the caller's has no chunks for them, and makes no id of theirs ambiguous.
        const chunk = await engine.chunk(params.chunk_id, (bankId) => coversBank(caller, bankId));
        await authorize(caller, { access: "read", operation: "get_chunk", bankId: chunk.bankId });
        return chunkReply(chunk, chunk.bankId);
      },
    }),
  ];
}
