// restate: without a language model, facts that are said again are gathered, in their own words.
// In: one batch of facts. Out: a plan: an observation for what was said more than once, or more evidence for one that is there.
// Never writes a sentence: an observation says what the first of its facts says, word for word.

import type { RequestContext } from "../../context.js";
import { type BankScope, tenantScope } from "../../domain/scope.js";
import { isSameSpan } from "../../domain/text/statement-form.js";
import { type AlikeRow, findAlike } from "../../store/consolidation/find-alike.js";
import { countObservations } from "../../store/observations/count-observations.js";
import { ensureModel } from "../../store/vectors/ensure-model.js";
import { readVectors } from "../../store/vectors/read-vectors.js";
import { cosine } from "../cosine.js";
import type { Batch, PlannedCreate, PlannedUpdate, Planner } from "../plan.js";
import { statementKey } from "./statement-key.js";

/** Facts that say the same, the first first, and the observation that stands on some of them. */
interface Family {
  readonly facts: AlikeRow[];
  observation: { readonly memoryNo: number; readonly text: string } | null;
}

/**
 * Calibrated similarity below which equal words are not believed. Facts with equal keys lie above .9 with the built-in encoder, so this guards against
 * keys that are equal by an accident of the analysis, in a language that it does not know.
 */
const LEAST_SIMILARITY = 0.8;

export const planRestatements: Planner = async (ctx, bank, batch) => {
  const numbers = batch.facts.map(({ memoryNo }) => memoryNo);
  const families = familiesOf(await findAlike(ctx.db, bank, numbers, batch.scope), new Set(numbers));
  const said = families.filter((family) => family.facts.length > 1);
  if (said.length === 0) return { batch, modelId: null, deletes: [], updates: [], creates: [], merges: [] };
  const modelId = await ensureModel(ctx.db, tenantScope(bank.tenant), ctx.encoder.model);
  const vectors = await readVectors(
    ctx.db,
    bank,
    modelId,
    said.flatMap(({ facts }) => facts.map(({ memoryNo }) => memoryNo)),
  );
  const creates: PlannedCreate[] = [];
  const updates: PlannedUpdate[] = [];
  let room = await roomOf(ctx, bank, batch);
  for (const { facts: all, observation } of said) {
    const facts = nearTheFirst(ctx, all, vectors);
    const [first] = facts;
    if (first === undefined || facts.length < 2) continue;
    const sources = facts
      .filter(({ observationNo }) => observation === null || observationNo !== observation.memoryNo)
      .map(({ memoryNo }) => ({ memoryNo, quote: null }));
    if (observation !== null) {
      if (sources.length === 0) continue;
      const { memoryNo: observationNo, text } = observation;
      updates.push({ observationNo, expectedText: text, text, vector: null, language: first.language, sources, reason: null });
    } else if (room > 0) {
      room -= 1;
      // The vector of the text is there already: it is the fact's own.
      creates.push({ text: first.text, vector: vectors.get(first.memoryNo) ?? null, language: first.language, sources, reason: null });
    }
  }
  return { batch, modelId, deletes: [], updates, creates, merges: [] };
};

/** By key and by when it happened. Facts that wait behind the batch come with their own. */
function familiesOf(rows: readonly AlikeRow[], batch: ReadonlySet<number>): readonly Family[] {
  const families = new Map<string, Family[]>();
  const placed = new Set<number>();
  for (const row of [...rows].sort((a, b) => a.memoryNo - b.memoryNo)) {
    if (placed.has(row.memoryNo) || (!row.isConsolidated && !batch.has(row.memoryNo))) continue;
    placed.add(row.memoryNo);
    const key = statementKey(row.text, row.language);
    if (key === null) continue;
    const kin = `${row.kin} ${key}`;
    const same = families.get(kin) ?? [];
    families.set(kin, same);
    const found = same.find(({ facts }) => facts[0] !== undefined && isSameSpan(spanOf(facts[0]), spanOf(row)));
    const family = found ?? { facts: [], observation: null };
    if (found === undefined) same.push(family);
    family.facts.push(row);
    family.observation ??= row.observationNo === null ? null : { memoryNo: row.observationNo, text: row.observationText ?? "" };
  }
  return [...families.values()].flat().filter(({ facts }) => facts.some(({ memoryNo }) => batch.has(memoryNo)));
}

/** When it happened. "Now" is no event: it says that what is said holds when it is said. */
function spanOf({ text, occurredStart: start, occurredEnd, datePrecision: precision, mentionedAt: said }: AlikeRow) {
  if (start === null) return null;
  const end = occurredEnd ?? start;
  if (said !== null && said >= start && said <= end && NOW.test(text)) return null;
  return { start, end, precision: precision ?? "day" };
}

/** Those of the words for the present that the form leaves out and the extractor reads as a date. */
const NOW = /\b(?:now|currently)\b/iu;

/** The first of the facts, and those whose vector is near its own. Where the encoder does not know the language there are none, and the words decide. */
function nearTheFirst(ctx: RequestContext, facts: readonly AlikeRow[], vectors: ReadonlyMap<number, Float32Array>): readonly AlikeRow[] {
  const first = vectors.get(facts[0]?.memoryNo ?? 0);
  return facts.filter(({ memoryNo }) => {
    const own = vectors.get(memoryNo);
    return first === undefined || own === undefined || ctx.encoder.model.similarity(cosine(first, own)) >= LEAST_SIMILARITY;
  });
}

/** New observations that the scope still takes. */
async function roomOf(ctx: RequestContext, bank: BankScope, { scope, rules }: Batch): Promise<number> {
  if (rules.limit < 0 || scope.length === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, rules.limit - (await countObservations(ctx.db, bank, scope)));
}
