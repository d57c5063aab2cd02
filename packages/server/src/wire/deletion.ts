// What a deletion took away, on the wire.
// In: the query that asks for a report, and the engine's report. Out: the field `report` of a reply, where it was asked for.

import type { DeletionReport } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { flag, preset } from "./scalars.js";

/** Shared by every route that deletes memories. */
export const reportQuery = { report: preset(flag("Tell in `report` what went and what was set going"), false) };
export const ReportQuery = z.object(reportQuery);

export const DeletionReportReply = z
  .object({
    memories: z.int().openapi({ description: "Facts that went" }),
    observations: z.int().openapi({ description: "Observations that went, since they stood on one of them or were asked for" }),
    entities: z.int().openapi({ description: "Entities that no memory mentions any more" }),
    links: z.int(),
    vectors: z.int(),
    requeued: z.int().openapi({ description: "Facts that stay and are consolidated again" }),
    model_refreshes: z.int().openapi({ description: "Mental models that said what is gone: withheld, and written anew" }),
  })
  .openapi("DeletionReport");

/** The field of a reply; nothing when no report was asked for. */
export function reported(
  query: z.output<typeof ReportQuery>,
  report: DeletionReport,
): { readonly report?: z.input<typeof DeletionReportReply> } {
  if (!query.report) return {};
  const { modelRefreshes, ...rest } = report;
  return { report: { ...rest, model_refreshes: modelRefreshes } };
}
