import { fitsTokens, truncateToTokens } from "../../domain/text/tokens.js";
import type { ModelConditions } from "../../store/filters/model-filter.js";
import { type FoundModel, type ReadModel, searchModels } from "../models.js";
import type { Task } from "../task.js";
import { integerOf, queryOf } from "./arguments.js";
import { pruned } from "./shown.js";
import type { SearchTool } from "./tool.js";

const RESULTS = { preset: 5, least: 1, most: 20 } as const;
/** Tokens that whole models may take of one search; what does not fit is shown by its beginning. */
const WHOLE_TOKENS = 6000;
const SNIPPET_TOKENS = 120;

/** Searches standing answers. */
export function searchModelsTool(task: Task, filter: ModelConditions): SearchTool {
  return {
    level: 1,
    about:
      "search_mental_models finds standing answers that are kept up to date: the quickest way, when one speaks to the matter. Where is_stale is true, newer memories are not in it: check what it says. read_mental_models shows whole what came as a beginning only.",
    definition: {
      name: "search_mental_models",
      description: "Searches the standing answers of the bank.",
      parameters: {
        type: "object",
        properties: {
          reason: { type: "string", description: "Why this is looked up" },
          query: { type: "string", description: "What to look for: names and topics rather than the question again" },
          max_results: { type: "integer", description: `Most answers; ${RESULTS.preset} if left out` },
        },
        required: ["reason", "query"],
      },
    },
    async run(input) {
      const query = queryOf(input);
      const found = await searchModels(task, filter, { query, limit: integerOf(input, "max_results", RESULTS) });
      const whole = fitting(found);
      const shown = found.map((model) => ({ ...shownModel(model, whole.has(model)), relevance: model.relevance }));
      // A standing answer does not stand on others alone: a refresh goes on to the memories.
      const mayEnd = task.budget !== "high" && !task.work.isDocument;
      const isEnough = mayEnd && found.length > 0 && found.every(({ stalenessReason }) => stalenessReason === null);
      return { output: { query, count: found.length, mental_models: shown }, memories: [], models: [...whole], isEnough };
    },
  };
}

/** A model as the one who answers reads it. */
export function shownModel(model: ReadModel, isWhole: boolean): Readonly<Record<string, unknown>> {
  const { id, name, content, tags, lastRefreshedAt, stalenessReason } = model;
  return {
    id,
    name,
    ...(isWhole ? { content } : { beginning: truncateToTokens(content, SNIPPET_TOKENS), note: "read_mental_models shows the rest" }),
    ...pruned({
      tags,
      updated_at: lastRefreshedAt?.toISOString() ?? null,
      is_stale: stalenessReason !== null,
      staleness_reason: stalenessReason,
    }),
  };
}

/** One that does not fit is passed over, the next may fit. */
function fitting(found: readonly FoundModel[]): ReadonlySet<FoundModel> {
  const whole = new Set<FoundModel>();
  let text = "";
  for (const model of found) {
    const longer = `${text}\n${model.content}`;
    if (!fitsTokens(longer, WHOLE_TOKENS)) continue;
    whole.add(model);
    text = longer;
  }
  return whole;
}
