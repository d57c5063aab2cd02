// Dry-run extraction: what a retain would find.
// In: the engine. Out: the endpoint `{bank}/memories/dry-run-extract`, which a setting can switch off.

import { type Hindsight, HindsightError } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import type { HttpParts } from "../http/types.js";
import { bankPath } from "../wire/common.js";
import { DryRunBody, DryRunReply, dryRunReply, dryRunRequest } from "../wire/dry-run.js";
import { B, BAD, BUSY, ok, refused } from "./replies.js";

export function dryRunRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "dry_run_extract_memories",
      method: "post",
      path: `${B}/memories/dry-run-extract`,
      tag: "Memory",
      summary: "Preview an extraction",
      description:
        "Cuts the content into chunks and returns the facts found in them. Nothing is stored, and a bank that does not exist is not created. " +
        "Settings in the body hold for this call alone. With a language model configured, the call costs what a retain would.",
      asksModel: true,
      params: bankPath,
      body: DryRunBody,
      replies: { 200: ok(DryRunReply), 400: BAD, 404: refused("The route is switched off"), 503: BUSY },
      async handle({ params, body, signal, parts }) {
        checkEnabled(parts);
        const leave = await parts.gates.retain.enter(signal);
        try {
          return dryRunReply(await engine.dryRunExtract(params.bank_id, dryRunRequest(body), { signal }));
        } finally {
          leave();
        }
      },
    }),
  ];
}

function checkEnabled(parts: HttpParts): void {
  if (parts.options.settings.enableDryRunExtract) return;
  throw new HindsightError(
    "feature_disabled",
    "The preview of an extraction is switched off; HINDSIGHT_API_ENABLE_DRY_RUN_EXTRACT=true enables it.",
  );
}
