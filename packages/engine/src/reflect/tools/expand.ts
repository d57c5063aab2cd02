import { readChunks } from "../../store/chunks/read-chunks.js";
import { getDocument } from "../../store/documents/get-document.js";
import { getMemory } from "../../store/memories/get-memory.js";
import type { Evidence } from "../evidence.js";
import type { Task } from "../task.js";
import { idsOf } from "./arguments.js";
import { pruned } from "./shown.js";
import { type SearchTool, ToolMistake } from "./tool.js";

/** Most memories of one call: each may bring a document. */
const MOST_IDS = 20;

/** Shows where memories that were found come from. An id that was not found is an error of its own, at its own place. */
export function expandTool(task: Task, evidence: Evidence): SearchTool {
  return {
    level: null,
    about:
      "expand shows the passage (depth chunk) or the whole document (depth document) that a found memory comes from, when its words alone do not settle the matter.",
    definition: {
      name: "expand",
      description: "Shows the text that found memories come from.",
      parameters: {
        type: "object",
        properties: {
          reason: { type: "string", description: "What the text is to settle" },
          memory_ids: { type: "array", items: { type: "string" }, description: "Ids from earlier results" },
          depth: { type: "string", enum: ["chunk", "document"], description: "The passage around it, or the whole document" },
        },
        required: ["reason", "memory_ids", "depth"],
      },
    },
    async run(input) {
      const ids = idsOf(input.memory_ids);
      if (ids.length === 0) throw new ToolMistake("memory_ids is empty: name ids from earlier results.");
      const isWhole =
        String(input.depth ?? "chunk")
          .trim()
          .toLowerCase() === "document";
      const results = await Promise.all(ids.slice(0, MOST_IDS).map((id) => expanded(task, evidence, id, isWhole)));
      const over = ids
        .slice(MOST_IDS)
        .map((id) => ({ memory_id: id, error: `Only ${MOST_IDS} ids are taken at once; ask again for this one.` }));
      return { output: { results: [...results, ...over], count: results.filter((result) => !("error" in result)).length }, memories: [] };
    },
  };
}

/** Only what was found in this run is shown: whatever else the bank holds may lie outside the request's scope. */
async function expanded({ ctx, bank }: Task, evidence: Evidence, id: string, isWhole: boolean): Promise<Readonly<Record<string, unknown>>> {
  const failed = (error: string) => ({ memory_id: id, error });
  if (!evidence.has(id)) return failed("No memory with this id was found so far. Take ids from the results as they are written.");
  const memory = await getMemory(ctx.db, bank, id);
  if (memory === null) return failed("This memory has been deleted meanwhile.");
  const { documentId } = memory;
  const index = memory.chunkId === null ? null : Number(memory.chunkId.slice(memory.chunkId.lastIndexOf("_") + 1));
  const [chunk] = documentId === null || index === null ? [] : await readChunks(ctx.db, bank, [{ documentId, chunkIndex: index }]);
  const document = documentId === null || !isWhole ? null : await getDocument(ctx.db, bank, documentId);
  const hasMetadata = document !== null && Object.keys(document.metadata).length > 0;
  return pruned({
    memory_id: id,
    memory: pruned({ id, text: memory.text, type: memory.kind, context: memory.context }),
    chunk: chunk === undefined ? null : { id: memory.chunkId, text: chunk.text, index: chunk.chunkIndex, document_id: documentId },
    document:
      document === null
        ? null
        : pruned({
            id: document.id,
            full_text: document.originalText,
            metadata: hasMetadata ? document.metadata : document.retainParams,
            retain_params: document.retainParams,
          }),
  });
}
