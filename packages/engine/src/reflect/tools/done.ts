import type { Tool } from "../../providers/llm/index.js";

const ids = (description: string) => ({ type: "array", items: { type: "string" }, description });

/** The tool by which a model answers. Without union types: weak providers refuse them. */
export function doneTool({ hasDirectives, hasObservations }: { readonly hasDirectives: boolean; readonly hasObservations: boolean }): Tool {
  return {
    name: "done",
    description: "Gives the answer and ends the work. Call it once enough is found.",
    parameters: {
      type: "object",
      properties: {
        answer: { type: "string", description: "The whole answer, in Markdown, from what was found and nothing else" },
        memory_ids: ids("Ids of the facts that the answer rests on, as they were written in results"),
        ...(hasObservations ? { observation_ids: ids("Ids of the observations that it rests on") } : {}),
        ...(hasDirectives ? { directive_compliance: { type: "string", description: "How the answer follows each directive" } } : {}),
      },
      required: ["answer", "memory_ids", ...(hasDirectives ? ["directive_compliance"] : [])],
    },
  };
}
