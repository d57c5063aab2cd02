/** Near-equal observations become one, if the model says that they are one: what the batch wants to write against what the scope has. */

import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { detectLanguage } from "../../domain/text/language.js";
import { readObservations } from "../../store/observations/read-observations.js";
import { cosine } from "../cosine.js";
import type { BatchPlan, PlannedCreate, PlannedMerge, PlannedSource, PlannedText, PlannedUpdate } from "../plan.js";
import { mergedSources } from "./actions.js";
import type { Ask } from "./asker.js";
import { areOne, type Verdict } from "./dedup-call.js";
import { nearestOfScope } from "./related.js";
import { vectorsOf } from "./vectors.js";

/** Observations that are looked at to each new text; the nearest that is not the text's own is asked about. */
const NEAREST = 5;

export interface DedupGround {
  readonly modelId: number;
  /** Cosine from which the model is asked. */
  readonly threshold: number;
  readonly language: string;
  readonly ask: Ask;
}

/** What a new text is near to: a stored observation, one that the plan rewrites, or one that it makes. */
interface Twin {
  readonly kind: "stored" | "update" | "create";
  readonly key: number;
  readonly text: string;
  readonly cosine: number;
}

/**
 * The plan with its near-equal texts joined. A new observation goes into its twin; a rewritten one is written first and then folded into its twin. Where
 * the twin has changed or gone by the time the plan is applied, a new observation is made after all (`otherwise`), and a rewritten one stays.
 */
export async function deduplicated(ctx: RequestContext, bank: BankScope, plan: BatchPlan, ground: DedupGround): Promise<BatchPlan> {
  if (ground.threshold >= 1) return plan;
  const updates = new Map(plan.updates.map((update) => [update.observationNo, update]));
  const creates: PlannedCreate[] = [];
  const merges: PlannedMerge[] = [];
  const settled = new Set(plan.deletes.map(({ observationNo }) => observationNo)); // gone, or part of a merge
  const ofScope = plan.batch.scope;

  async function twinOf(vector: Float32Array, self: number | null): Promise<Twin | null> {
    const [near = []] = await nearestOfScope(ctx, bank, ofScope, { modelId: ground.modelId, vectors: [vector], limit: NEAREST });
    const stored = near.filter(({ memoryNo }) => memoryNo !== self && !settled.has(memoryNo) && !updates.get(memoryNo)?.vector);
    const rows = new Map(
      (
        await readObservations(
          ctx.db,
          bank,
          stored.map(({ memoryNo }) => memoryNo),
        )
      ).map((row) => [row.memoryNo, row]),
    );
    const twins: Twin[] = [
      ...stored.flatMap(({ memoryNo, cosine: likeness }): readonly Twin[] => {
        const row = rows.get(memoryNo);
        return row === undefined
          ? []
          : [{ kind: updates.has(memoryNo) ? "update" : "stored", key: memoryNo, text: row.text, cosine: likeness }];
      }),
      ...[...updates.values()].flatMap((update): readonly Twin[] =>
        update.vector === null || update.observationNo === self || settled.has(update.observationNo)
          ? []
          : [{ kind: "update", key: update.observationNo, text: update.text, cosine: cosine(update.vector, vector) }],
      ),
      ...(self !== null ? [] : creates).flatMap((create, index): readonly Twin[] =>
        create.vector === null ? [] : [{ kind: "create", key: index, text: create.text, cosine: cosine(create.vector, vector) }],
      ),
    ];
    return twins.filter((twin) => twin.cosine >= ground.threshold).sort((a, b) => b.cosine - a.cosine)[0] ?? null;
  }

  async function joined(twin: Twin | null, other: string): Promise<Joined | null> {
    if (twin === null) return null;
    const verdict = await areOne(ground.ask, { stored: twin.text, other }, ground.language);
    if (verdict.action === "keep") return null;
    return { ...verdict, vector: (await vectorsOf(ctx, [verdict.text])).get(verdict.text) ?? null, language: detectLanguage(verdict.text) };
  }

  for (const update of plan.updates) {
    if (update.vector === null || settled.has(update.observationNo)) continue;
    const twin = await twinOf(update.vector, update.observationNo);
    const one = await joined(twin, update.text);
    if (twin === null || one === null) continue;
    merges.push({ ...said(one), fromNo: update.observationNo, intoNo: twin.key, expectedText: twin.text });
    settled.add(update.observationNo).add(twin.key);
  }
  for (const create of plan.creates) {
    const twin = create.vector === null ? null : await twinOf(create.vector, null);
    const one = await joined(twin, create.text);
    if (twin === null || one === null) {
      creates.push(create);
    } else if (twin.kind === "create") {
      const before = creates[twin.key] as PlannedCreate;
      creates[twin.key] = { ...said(one), borrowed: lent(before, create), sources: mergedSources(before.sources, create.sources) };
    } else {
      const before = updates.get(twin.key);
      updates.set(twin.key, folded(twin, before, one, create));
    }
  }
  return { ...plan, updates: [...updates.values()], creates, merges };
}

type Joined = Extract<Verdict, { action: "merge" }> & Pick<PlannedCreate, "vector" | "language">;

function lent(a: PlannedText | undefined, b: PlannedText): readonly number[] {
  return [...new Set([...(a?.borrowed ?? []), ...(b.borrowed ?? [])])];
}

function said({ text, vector, language, reason }: Joined) {
  return { text, vector, language, reason };
}

function folded(twin: Twin, before: PlannedUpdate | undefined, one: Joined, create: PlannedCreate): PlannedUpdate {
  const sources: readonly PlannedSource[] = mergedSources(before?.sources ?? [], create.sources);
  const update = {
    ...said(one),
    borrowed: lent(before, create),
    observationNo: twin.key,
    expectedText: before?.expectedText ?? twin.text,
    sources,
  };
  return { ...update, otherwise: [...(before?.otherwise ?? []), create] };
}
