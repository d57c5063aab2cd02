// Observations as a whole.
// In: the engine. Out: the endpoints `{bank}/observations`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { DeleteReply } from "../wire/banks.js";
import { bankPath } from "../wire/common.js";
import { ReportQuery, reported } from "../wire/deletion.js";
import { B, NO_BANK, ok } from "./replies.js";

export function observationRoutes(engine: Hindsight): readonly Endpoint[] {
  return [clear(engine)];
}

const clear = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "clear_observations",
    method: "delete",
    path: `${B}/observations`,
    tag: "Memory",
    summary: "Delete all observations",
    description: "With their histories. The facts that they stood on are consolidated again.",
    params: bankPath,
    query: ReportQuery,
    replies: { 200: ok(DeleteReply), 404: NO_BANK },
    async handle({ params, query }) {
      const report = await engine.observations.deleteAll(params.bank_id);
      const deleted = report.observations;
      return { success: true, message: `${deleted} observations deleted`, deleted_count: deleted, ...reported(query, report) };
    },
  });
