// arms: the four ways to find, each on its own scale.
// In: a question. Out: a ranked list per arm, and what ranking reuses: the question's vector, keyword scores, how the graph was walked.
// The posting lists are read while the question is being embedded.

import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import type { HotSource } from "../../hot/index.js";
import type { Statement } from "../../store/db.js";
import { memoryFilter } from "../../store/filters/memory-filter.js";
import { span } from "../../telemetry/index.js";
import type { ArmName, Hit, RankedArm } from "../candidate.js";
import type { Question } from "../question.js";
import { embedAsBefore } from "./former.js";
import { type GraphResult, graphArm } from "./graph.js";
import { type KeywordResult, keywordArm } from "./keyword.js";
import { narrow } from "./narrow.js";
import { whoMentions } from "./other-names.js";
import { type Comparison, comparisonOf, semanticArm, withoutQuotes } from "./semantic.js";
import { temporalArm } from "./temporal.js";

export interface ArmResults {
  readonly arms: readonly RankedArm[];
  /** Null when words alone rank: another language, a model without vectors here, an encoder that is down. */
  readonly comparison: Comparison | null;
  /** With the encoder of before, while vectors of the one in use are being made; null at all other times. */
  readonly former: Comparison | null;
  readonly keyword: KeywordResult;
  readonly reached: GraphResult["reached"];
  /** The one condition that every arm and every later read applies to memory `m`. */
  readonly filter: Statement;
  /** The bank in memory under that condition; null where the database answers. */
  readonly hot: HotSource | null;
  /** What was left out because something did not work, for the trace. */
  readonly degraded: readonly string[];
  readonly embeddingMilliseconds: number;
}

export async function runArms(ctx: RequestContext, bank: BankScope, question: Question): Promise<ArmResults> {
  const filter = memoryFilter(question.conditions);
  const optional = isOpen(question) ? null : filter;
  const arms: RankedArm[] = [];
  const add = async <T>(name: ArmName, run: () => Promise<T>, hitsOf: (result: T) => readonly Hit[]): Promise<T> => {
    const started = performance.now();
    const result = await span(`hindsight.recall_${name}_arm`, {}, async (own) => {
      const found = await run();
      own.set({ "hindsight.hits": hitsOf(found).length });
      return found;
    });
    arms.push({ name, hits: hitsOf(result), milliseconds: performance.now() - started });
    return result;
  };

  const hot = (await ctx.hot?.find(ctx.db, bank, question)) ?? null;
  const narrowed = hot === null ? narrow(ctx.db, bank, question, optional) : null;
  const mentioned = whoMentions(ctx, bank, question, filter);
  const [embedded, before, keyword, among, mentioning] = await Promise.all([
    embed(ctx, question),
    embedAsBefore(ctx, bank, question),
    add(
      "keyword",
      async () => keywordArm(ctx, bank, question, optional, { hot, among: await narrowed, mentioning: await mentioned }),
      (result) => result.hits,
    ),
    narrowed,
    mentioned,
  ]);
  ctx.signal.throwIfAborted();
  const { comparison } = embedded;
  const compared = comparison ?? before.comparison;
  const former = compared === comparison ? before.comparison : null;
  const semantic =
    compared === null
      ? []
      : await add(
          "semantic",
          () => semanticArm(ctx, bank, question, compared, optional, { hot: comparison === null ? null : hot, among, former }),
          (hits) => hits,
        );
  const { window } = question;
  const temporal =
    window === null
      ? []
      : await add(
          "temporal",
          () => temporalArm(ctx, bank, question, window, former ?? compared, { filter, among }),
          (hits) => hits,
        );
  ctx.signal.throwIfAborted();
  const found = { arms: [semantic, keyword.hits, temporal], keywords: keyword.scores, memories: keyword.memories, hot, mentioning };
  const graph = await add(
    "graph",
    () => graphArm(ctx, bank, question, found, filter),
    (result) => result.hits,
  );
  return {
    arms,
    comparison,
    former: before.comparison,
    keyword,
    reached: graph.reached,
    filter,
    hot,
    degraded: [embedded.failure, before.failure].filter((failure) => failure !== null),
    embeddingMilliseconds: embedded.milliseconds,
  };
}

/** True when the request filters nothing, so that arms need not look at the wide rows. */
function isOpen({ conditions }: Question): boolean {
  const filtersTags = (conditions.tags?.length ?? 0) > 0 || conditions.tagsMatch === "exact" || (conditions.tagGroups?.length ?? 0) > 0;
  return !filtersTags && conditions.kinds === null && (conditions.changed ?? null) === null;
}

/** The question's vector. An encoder that fails costs the semantic arm, never the recall; the caller's own hang-up passes. */
async function embed(
  ctx: RequestContext,
  question: Question,
): Promise<{ readonly comparison: Comparison | null; readonly failure: string | null; readonly milliseconds: number }> {
  const { modelId } = question;
  if (!question.isEncoded || modelId === null) return { comparison: null, failure: null, milliseconds: 0 };
  const started = performance.now();
  try {
    const vector =
      question.vector ??
      (await span("hindsight.recall_embedding", {}, () => ctx.encoder.embedQuery(withoutQuotes(question.text), ctx.signal)));
    return {
      comparison: comparisonOf(ctx.encoder.model, modelId, vector),
      failure: null,
      milliseconds: performance.now() - started,
    };
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn({ err: error }, "the question could not be embedded: recall goes by words alone");
    return { comparison: null, failure: "embedding", milliseconds: performance.now() - started };
  }
}
