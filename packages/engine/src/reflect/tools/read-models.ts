import type { ModelConditions } from "../../store/filters/model-filter.js";
import { modelsOf } from "../models.js";
import type { Task } from "../task.js";
import { idsOf } from "./arguments.js";
import { shownModel } from "./search-models.js";
import { type SearchTool, ToolMistake } from "./tool.js";

/** Most models of one call: each may be long. */
const MOST_IDS = 10;

/** Shows standing answers whole. An id that cannot be read is an error of its own, at its own place. */
export function readModelsTool(task: Task, filter: ModelConditions): SearchTool {
  return {
    level: null,
    about: "read_mental_models shows standing answers whole, by the ids that search_mental_models gave.",
    definition: {
      name: "read_mental_models",
      description: "Shows standing answers whole.",
      parameters: {
        type: "object",
        properties: {
          reason: { type: "string", description: "Why they are read" },
          mental_model_ids: { type: "array", items: { type: "string" }, description: "Ids from search_mental_models" },
        },
        required: ["reason", "mental_model_ids"],
      },
    },
    async run(input) {
      const ids = idsOf(input.mental_model_ids ?? input.ids);
      if (ids.length === 0) throw new ToolMistake("mental_model_ids is empty: name ids from search_mental_models.");
      const models = await modelsOf(task, filter, ids.slice(0, MOST_IDS));
      const known = new Map(models.map((model) => [model.id, model]));
      const mental_models = ids.map((id, place) => {
        const model = known.get(id);
        if (model !== undefined) return shownModel(model, true);
        return { id, error: place < MOST_IDS ? "There is no mental model with this id here." : `Only ${MOST_IDS} are read at once.` };
      });
      return { output: { count: models.length, mental_models }, memories: [], models };
    },
  };
}
