import type { Tool } from "../../providers/llm/index.js";

const ids = (description: string) => ({ type: "array", items: { type: "string" }, description });

interface DoneOptions {
  readonly hasDirectives: boolean;
  readonly hasObservations: boolean;
  readonly hasModels: boolean;
  /** A document in sections is wanted in place of an answer. */
  readonly isDocument: boolean;
}

const ANSWER = { answer: { type: "string", description: "The whole answer, in Markdown, from what was found and nothing else" } };

const DOCUMENT = {
  document: {
    type: "object",
    description: "The whole document, from what was found and nothing else",
    properties: {
      sections: {
        type: "array",
        items: {
          type: "object",
          properties: {
            heading: { type: "string", description: "Without hashes; empty for an introduction" },
            level: { type: "integer", description: "1 to 6; 2 is usual" },
            blocks: { type: "array", items: { type: "string" }, description: "Markdown, each one paragraph, list, table or fence" },
          },
          required: ["heading", "level", "blocks"],
        },
      },
    },
    required: ["sections"],
  },
};

/** The tool by which a model answers. Without union types: weak providers refuse them. */
export function doneTool({ hasDirectives, hasObservations, hasModels, isDocument }: DoneOptions): Tool {
  return {
    name: "done",
    description: `Gives the ${isDocument ? "document" : "answer"} and ends the work. Call it once enough is found.`,
    parameters: {
      type: "object",
      properties: {
        ...(isDocument ? DOCUMENT : ANSWER),
        memory_ids: ids("Ids of the facts that the answer rests on, as they were written in results"),
        ...(hasModels ? { mental_model_ids: ids("Ids of the mental models that it rests on, of those that were shown whole") } : {}),
        ...(hasObservations ? { observation_ids: ids("Ids of the observations that it rests on") } : {}),
        ...(hasDirectives ? { directive_compliance: { type: "string", description: "How the answer follows each directive" } } : {}),
      },
      required: [isDocument ? "document" : "answer", "memory_ids", ...(hasDirectives ? ["directive_compliance"] : [])],
    },
  };
}
