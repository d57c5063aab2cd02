import { countUnconsolidated } from "../../store/memories/count-unconsolidated.js";
import { search } from "../search.js";
import type { Task } from "../task.js";
import { integerOf, queryOf } from "./arguments.js";
import { shown } from "./shown.js";
import type { SearchTool } from "./tool.js";

const LEAST_TOKENS = 1000;

/** Searches what was consolidated from facts. */
export function searchObservationsTool(task: Task): SearchTool {
  const { settings, observations, ctx } = task;
  const most = ctx.settings.reflectMaxContextTokens;
  const tokens = { preset: observations.maxTokens, least: Math.min(LEAST_TOKENS, observations.maxTokens), most };
  const sourceTokens = settings.reflect_source_facts_max_tokens;
  return {
    level: 2,
    about:
      "search_observations finds beliefs that were concluded from many facts: a good overview. Where freshness says stale, newer facts are not in them: recall has those.",
    definition: {
      name: "search_observations",
      description: "Searches the beliefs that were consolidated from stored facts.",
      parameters: {
        type: "object",
        properties: {
          reason: { type: "string", description: "Why this is looked up" },
          query: { type: "string", description: "What to look for: names and topics rather than the question again" },
          max_tokens: { type: "integer", description: `Most tokens of beliefs; ${tokens.preset} if left out` },
        },
        required: ["reason", "query"],
      },
    },
    async run(input) {
      const query = queryOf(input);
      const found = await search(task, {
        query,
        kinds: ["observation"],
        maxTokens: integerOf(input, "max_tokens", tokens),
        include: { sourceFacts: sourceTokens < 0 ? null : { maxTokens: sourceTokens === 0 ? most : sourceTokens } },
      });
      const shownObservations = found.results.map((memory) => shown(memory, observations));
      const facts = Object.values(found.sourceFacts ?? {});
      const sources =
        facts.length === 0 ? {} : { source_facts: Object.fromEntries(facts.map((fact) => [fact.id, shown(fact, { entities: false })])) };
      const freshness = shownObservations.length === 0 ? {} : await freshnessOf(task);
      const output = { query, count: shownObservations.length, observations: shownObservations, ...sources, ...freshness };
      return { output, memories: [...found.results, ...facts] };
    },
  };
}

/** From so many facts on that no observation has taken in yet, observations are out of date (reference §1.13). */
const STALE_FROM = 10;

async function freshnessOf({ ctx, bank }: Task) {
  const waiting = await countUnconsolidated(ctx.db, bank, STALE_FROM);
  const freshness = waiting === 0 ? "up_to_date" : waiting < STALE_FROM ? "slightly_stale" : "stale";
  return { is_stale: waiting > 0, freshness };
}
