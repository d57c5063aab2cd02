// The tool that finds: recall.
// In: a question and filters. Out: memories, best first, with what was asked for beside them; kinds are called fact_type here, as the contract has it.

import { HindsightError } from "@hindsight-memory/engine";
import { admitted } from "../../middleware/admission.js";
import { nothingRecalled, RecallBody, recallReply, recallRequest } from "../../wire/recall.js";
import { choice, flag, integer, preset } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { beside, parameter, type Result, tool } from "../tool.js";
import { DATA, tags, tagsMatch } from "./about.js";

const body = RecallBody.shape;
const tokens = (value: number) => preset(integer(), value);

export const RECALL = tool({
  name: "recall",
  title: "Recall",
  description:
    "Find what is remembered about a question, best first. Ask before answering from assumption: about the user, earlier decisions, past work. " +
    `A full question finds more than single words. ${DATA}`,
  access: "read",
  operation: "recall",
  audited: "recall",
  effect: "reads",
  failure: beside({ results: [] }),
  parameters: {
    query: parameter(body.query, "The question, or what to look for, in plain words."),
    max_tokens: parameter(tokens(4096), "Most tokens of results."),
    budget: parameter(lenientBudget("high"), "How deep to look: low is fast, high finds more."),
    types: parameter(body.types, "Kinds of memory: world, experience, observation. All if unset."),
    prefer_observations: parameter(
      body.prefer_observations,
      "Beliefs drawn from many facts take the place of those facts; the bank's setting if unset.",
    ),
    tags: tags("Only memories with these tags, as tags_match says."),
    tags_match: tagsMatch(),
    tag_groups: parameter(
      body.tag_groups,
      "Conditions over tags that must all hold: {tags, match}, {and: [...]}, {or: [...]} or {not: {...}}. Not together with tags.",
    ),
    query_timestamp: parameter(body.query_timestamp, "When the question is asked, ISO 8601; yesterday and last week count from here."),
    min_scores: parameter(body.min_scores, "Least scores of results: semantic, keyword, reranker, final."),
    temporal_window: parameter(body.temporal_window, "Only what happened between start and end, ISO 8601."),
    rerank_budget_ms: parameter(
      body.rerank_budget_ms,
      "Most milliseconds of the cross-encoder, where one is configured; 0 leaves it out; the bank's setting if unset.",
    ),
    format: parameter(
      body.format,
      "prompt: the memories as one block of text, grouped, dated and fenced as data, within max_tokens; results then name their ids alone.",
    ),
    include_chunks: parameter(preset(flag(), false), "Also the passages of text that the memories were found in."),
    max_chunk_tokens: parameter(tokens(8192), "Most tokens of passages."),
    include_entities: parameter(preset(flag(), false), "Also the people and things that the memories are about."),
    max_entity_tokens: parameter(tokens(500), "Most tokens of entities."),
    include_source_facts: parameter(preset(flag(), false), "Also the facts that observations stand on."),
    max_source_facts_tokens: parameter(tokens(4096), "Most tokens of source facts."),
  },
  async handle({ args, engine, bankId, signal, gates }) {
    const request = recallRequest(asOnTheWire(RecallBody, { ...args, include: included(args) }));
    return admitted(gates.recall, signal, () =>
      inItsOwnWords(async () => {
        if (request.types?.length !== 0) return told(recallReply(await engine.recall(bankId, request, { signal }), bankId));
        await engine.banks.get(bankId);
        return told(nothingRecalled(request));
      }),
    );
  },
});

/** A word that is none of the three is read as the usual one: a model's slip is no reason to find nothing. */
export function lenientBudget<const T extends "low" | "mid" | "high">(usual: T) {
  return preset(choice(["low", "mid", "high"]), usual).catch(usual);
}

interface Includes {
  readonly include_chunks: boolean;
  readonly max_chunk_tokens: number;
  readonly include_entities: boolean;
  readonly max_entity_tokens: number;
  readonly include_source_facts: boolean;
  readonly max_source_facts_tokens: number;
}

function included(args: Includes): Result {
  return {
    chunks: args.include_chunks ? { max_tokens: args.max_chunk_tokens } : null,
    entities: args.include_entities ? { max_tokens: args.max_entity_tokens } : null,
    source_facts: args.include_source_facts ? { max_tokens: args.max_source_facts_tokens } : null,
  };
}

const NOTHING_YET = "This memory holds nothing yet. It is made when something is first retained; go on without it.";

/** The contract words an unknown bank in its own way here. To an agent that is no fault: it is told what that means, beside the contract's fields. */
async function inItsOwnWords(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof HindsightError) || cause.code !== "bank_not_found") throw cause;
    return { error: `Operation validation failed: ${cause.message}`, results: [], message: NOTHING_YET };
  }
}

type Reply = ReturnType<typeof recallReply>;

/** The prompt is for the same reader as the results: it is not told everything twice. */
function told({
  results,
  prompt,
  prompt_tokens,
  prompt_left_out,
  trace,
  entities,
  chunks,
  source_facts,
  source_facts_truncated,
  degraded,
}: Reply): Result {
  return {
    results: prompt == null ? results.map(withFactType) : results.map(({ id }) => ({ id })),
    ...(prompt == null ? {} : { prompt, prompt_tokens, prompt_left_out }),
    trace: trace ?? null,
    entities: entities ?? null,
    chunks: chunks == null ? null : mapped(chunks, ({ text, chunk_index, truncated }) => ({ chunk_text: text, chunk_index, truncated })),
    source_facts: source_facts == null ? null : mapped(source_facts, withFactType),
    source_facts_truncated: source_facts_truncated ?? null,
    ...(degraded == null ? {} : { degraded }),
  };
}

function withFactType({ type, ...memory }: Reply["results"][number]): Result {
  return { ...memory, fact_type: type ?? null };
}

function mapped<A>(record: Readonly<Record<string, A>>, map: (value: A) => Result): Result {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
