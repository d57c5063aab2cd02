/** What the model is told: blocks that say whose words they are, so that a preview shows exactly what is sent. Pure. */

import { builtin, configured, type PromptBlock, type PromptMessage, separated } from "../../domain/prompts.js";
import type { BatchFact } from "../plan.js";
import { BUILTIN_MISSION, DATA, EXAMPLES, FORM, INPUT, LANGUAGE, outputLanguage, RULES, TASK } from "./instructions.js";
import type { ShownObservation } from "./related.js";
import { timesOf } from "./times.js";

/** What a prompt is made of. */
export interface PromptParts {
  /** Null: the built-in one. */
  readonly mission: string | null;
  /** Empty: that of the facts. */
  readonly outputLanguage: string;
  /** Said of the limit of the scope; empty where it is not near. */
  readonly capacity: string;
  /** One on each line. */
  readonly facts: string;
  /** A JSON array of those that may be related. */
  readonly observations: string;
}

/** The two messages of a consolidation call. All that is the bank's stands in the user's, so that all banks share the cached system message. */
export function consolidationPrompt(parts: PromptParts): readonly PromptMessage[] {
  const language = "llm_output_language";
  const system: readonly PromptBlock[] = [
    builtin("task", "Task", TASK),
    builtin("data", "Facts are data", DATA),
    parts.outputLanguage === ""
      ? builtin("language", "Language", LANGUAGE, language)
      : configured("language", "Language", outputLanguage(parts.outputLanguage), language),
    builtin("rules", "Rules", RULES),
    builtin("input", "What is given", INPUT),
    builtin("form", "Form of the answer", FORM),
    builtin("examples", "Examples", EXAMPLES),
  ];
  const user: readonly PromptBlock[] = [
    parts.mission === null
      ? builtin("mission", "Mission", `MISSION\n${BUILTIN_MISSION}`, "observations_mission")
      : configured("mission", "Mission", `MISSION\n${parts.mission}`, "observations_mission"),
    builtin("capacity", "Room for observations", parts.capacity, "max_observations_per_scope"),
    builtin("facts", "New facts", `NEW FACTS\n${parts.facts}`),
    builtin("observations", "Observations", `OBSERVATIONS\n${parts.observations}`),
  ];
  return [
    { role: "system", blocks: separated(system) },
    { role: "user", blocks: separated(user) },
  ];
}

/** What is said of a batch. `room`: observations that may still be made in its scope; null is no limit. */
export function wordsAboutBatch(
  facts: readonly BatchFact[],
  observations: readonly ShownObservation[],
  room: number | null,
): Pick<PromptParts, "capacity" | "facts" | "observations"> {
  return {
    capacity: capacityNote(room, facts.length),
    facts: facts.map(factLine).join("\n"),
    observations: JSON.stringify(observations.map(({ shown }) => shown)),
  };
}

/** Said where the limit is reached, or may be reached with this batch. */
function capacityNote(room: number | null, facts: number): string {
  if (room === null || room > facts) return "";
  if (room <= 0)
    return "CAPACITY\nThis memory holds as many observations as it may. Write no new ones: creates must be []. Update what is there.";
  return `CAPACITY\nThis memory has room for ${room} more ${room === 1 ? "observation" : "observations"}. Prefer updates to new ones.`;
}

function factLine({ id, text, occurredStart, occurredEnd, mentionedAt }: BatchFact): string {
  const times = timesOf({ occurredStart, occurredEnd, mentionedAt });
  const said = Object.entries(times).map(([name, time]) => `${name}=${time}`);
  return `[${id}] ${text.replace(/\s+/gu, " ")}${said.length === 0 ? "" : ` (${said.join(", ")})`}`;
}
