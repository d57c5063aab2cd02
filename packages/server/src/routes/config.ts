// Configuration of a bank.
// In: the engine. Out: the endpoints `{bank}/config`, which a setting can switch off.

import { type Hindsight, HindsightError, unknownDetectors } from "@hindsight-memory/engine";
import { requireConfigFields } from "../access/index.js";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import type { HttpParts } from "../http/types.js";
import { ConfigBody, ConfigReply, configReply } from "../wire/banks.js";
import { bankPath } from "../wire/common.js";
import { B, BAD, ok, refused } from "./replies.js";

export function configRoutes(engine: Hindsight): readonly Endpoint[] {
  const off = refused("There is no such bank, or the routes are switched off");
  return [
    endpoint({
      operationId: "get_bank_config",
      method: "get",
      path: `${B}/config`,
      tag: "Banks",
      summary: "Read the configuration",
      description: "Resolved values, what the bank overrides, and where each value comes from.",
      params: bankPath,
      replies: { 200: ok(ConfigReply), 404: off },
      async handle({ params, parts }) {
        checkEnabled(parts);
        return configReply(await engine.banks.config(params.bank_id));
      },
    }),
    endpoint({
      operationId: "update_bank_config",
      method: "patch",
      path: `${B}/config`,
      tag: "Banks",
      summary: "Override configuration",
      description: "Merges overrides; null removes one. Creates the bank when it does not exist.",
      params: bankPath,
      body: ConfigBody,
      replies: { 200: ok(ConfigReply), 400: BAD, 404: off },
      async handle({ params, body, parts, context }) {
        checkEnabled(parts);
        await requireConfigFields(context.get("caller"), params.bank_id, Object.keys(body.updates));
        const config = await engine.banks.updateConfig(params.bank_id, body.updates);
        const unknown = unknownDetectors(config.config.memory_defense).map((name) => `memory_defense.rules[].on=${name}`);
        context.set("ignored", [...(context.get("ignored") ?? []), ...unknown]);
        return configReply(config);
      },
    }),
    endpoint({
      operationId: "reset_bank_config",
      method: "delete",
      path: `${B}/config`,
      tag: "Banks",
      summary: "Remove all overrides",
      params: bankPath,
      replies: { 200: ok(ConfigReply), 404: off },
      async handle({ params, parts, context }) {
        checkEnabled(parts);
        await requireConfigFields(context.get("caller"), params.bank_id, null);
        return configReply(await engine.banks.resetConfig(params.bank_id));
      },
    }),
  ];
}

function checkEnabled(parts: HttpParts): void {
  if (parts.options.settings.enableBankConfigApi) return;
  throw new HindsightError(
    "feature_disabled",
    "The bank configuration routes are switched off; HINDSIGHT_API_ENABLE_BANK_CONFIG_API=true enables them.",
  );
}
