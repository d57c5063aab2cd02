import { search } from "../search.js";
import type { Task } from "../task.js";
import { integerOf, queryOf } from "./arguments.js";
import { shown, shownChunks } from "./shown.js";
import type { SearchTool } from "./tool.js";

const LEAST_TOKENS = 1000;

/** Searches the raw facts. */
export function recallTool(task: Task): SearchTool {
  const { settings, ctx, work } = task;
  const most = ctx.settings.reflectMaxContextTokens;
  const tokens = { preset: Math.max(LEAST_TOKENS, work.recall.maxTokens ?? settings.recall_max_tokens), least: LEAST_TOKENS, most };
  const chunkTokens = {
    preset: Math.max(LEAST_TOKENS, work.recall.chunksMaxTokens ?? settings.recall_chunks_max_tokens),
    least: LEAST_TOKENS,
    most,
  };
  const hasChunks = work.recall.includeChunks ?? settings.recall_include_chunks;
  return {
    level: 3,
    about:
      "recall finds single facts as they were stored, with the text around them: the ground truth. Names, numbers, dates and wording are settled here.",
    definition: {
      name: "recall",
      description: "Searches the stored facts by meaning and by words. Ask for one thing at a time.",
      parameters: {
        type: "object",
        properties: {
          reason: { type: "string", description: "Why this is looked up" },
          query: { type: "string", description: "What to look for: names and topics rather than the question again" },
          max_tokens: { type: "integer", description: `Most tokens of facts; ${tokens.preset} if left out` },
          max_chunk_tokens: { type: "integer", description: `Most tokens of surrounding text; ${chunkTokens.preset} if left out` },
        },
        required: ["reason", "query"],
      },
    },
    async run(input) {
      const query = queryOf(input);
      const found = await search(task, {
        query,
        kinds: task.kinds.filter((kind) => kind !== "observation"),
        maxTokens: integerOf(input, "max_tokens", tokens),
        include: { chunks: hasChunks ? { maxTokens: integerOf(input, "max_chunk_tokens", chunkTokens) } : null },
      });
      const memories = found.results.map((memory) => shown(memory, { entities: true }));
      return { output: { query, memories, chunks: shownChunks(found) }, memories: found.results };
    },
  };
}
