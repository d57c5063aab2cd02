import { observationScopes, previewStrategies, recoverConsolidation, requestConsolidation } from "../consolidate/index.js";
import type { EngineContext } from "../context.js";
import type { Hindsight } from "../hindsight.js";
import type { ResourceContext } from "./engine.js";

export function consolidationResource(engine: EngineContext, { banks }: ResourceContext): Hindsight["consolidation"] {
  return {
    async run(bankId, { scopes = null } = {}) {
      return requestConsolidation(engine, await banks.open(bankId), scopes);
    },
    async recover(bankId) {
      return recoverConsolidation(engine, await banks.open(bankId));
    },
    async scopes(bankId, paging) {
      return observationScopes(engine, await banks.open(bankId), paging);
    },
    async previewStrategies(bankId, strategies, sampleLimit) {
      return previewStrategies(engine, await banks.open(bankId), strategies, sampleLimit);
    },
  };
}
