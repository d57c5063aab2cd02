import type { EngineContext } from "../context.js";
import { curateFact, screened } from "../curate/index.js";
import { policyOf } from "../guard/defense/index.js";
import type { Hindsight } from "../hindsight.js";
import type { ResourceContext } from "./engine.js";
import { requireUuid } from "./ids.js";
import { changingMemories } from "./writing.js";

/** Changes by hand of what was retained. */
export function curationResource(
  ctx: EngineContext,
  { db, banks }: ResourceContext,
  memories: Pick<Hindsight["memories"], "get">,
): { readonly updateMemory: Hindsight["memories"]["update"] } {
  return {
    async updateMemory(bankId, memoryId, change) {
      const bank = await banks.open(bankId);
      const id = requireUuid(memoryId, "The memory id");
      const policy = await policyOf(ctx, bank);
      const clean = await screened(ctx, bank, policy, change);
      await changingMemories(db, bank, (tx) => curateFact(tx, ctx, bank, id, clean, policy));
      return memories.get(bankId, id);
    },
  };
}
