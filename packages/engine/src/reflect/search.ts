import type { MemoryKind } from "../domain/memory.js";
import type { RecallInclude, RecallResult } from "../domain/requests.js";
import { inForeground } from "../operations/index.js";
import { countedRecall, recall } from "../recall/index.js";
import type { Task } from "./task.js";

export interface Search {
  readonly query: string;
  readonly kinds: readonly MemoryKind[];
  readonly maxTokens: number;
  readonly include?: RecallInclude;
}

/** A recall of reflection's own, in the request's scope. */
export function search({ ctx, bank, request, budget, work }: Task, { query, kinds, maxTokens, include }: Search): Promise<RecallResult> {
  const find = () =>
    recall(
      ctx,
      bank,
      {
        query,
        types: kinds,
        budget,
        maxTokens,
        preferObservations: false, // what stands behind a belief is what is looked for
        include: include ?? {},
        tags: request.tags ?? null,
        tagsMatch: request.tagsMatch ?? "any",
        tagGroups: request.tagGroups ?? null,
      },
      { changed: work.changed },
    );
  return inForeground(ctx.db, bank.bankId, () => countedRecall(ctx, { source: "reflect", bank, budget, maxTokens }, find));
}
