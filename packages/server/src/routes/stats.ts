// Statistics of a bank.
// In: the engine. Out: the endpoint `{bank}/stats`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { StatsReply, statsReply } from "../wire/banks.js";
import { bankPath } from "../wire/common.js";
import { flag, preset } from "../wire/scalars.js";
import { B, NO_BANK, ok } from "./replies.js";

export function statsRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "get_agent_stats",
      method: "get",
      path: `${B}/stats`,
      tag: "Banks",
      summary: "Statistics",
      description: "Counts are always fresh here; refresh is accepted and changes nothing.",
      params: bankPath,
      query: z.object({ refresh: preset(flag("Skip a cache"), false) }),
      replies: { 200: ok(StatsReply), 404: NO_BANK },
      handle: async ({ params }) => statsReply(await engine.banks.stats(params.bank_id)),
    }),
  ];
}
