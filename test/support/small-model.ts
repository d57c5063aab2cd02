// A small model that does its work: what it says to each of the prompts of retain, consolidation, reflection and refreshes.
// In: a call. Out: a reply. The same for every server that stands before it.

import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, isConsolidation, NOTHING } from "./consolidation.js";
import { sentencesAsFacts } from "./model-server.js";
import { memoriesOf, tools, use } from "./reflection.js";

const DOCUMENT = { sections: [{ heading: "Drinks", level: 2, blocks: ["Ann drinks green tea."] }] };

/** Which prompt a call is. */
export function taskOf(call: LlmCall): "retain" | "consolidation" | "delta" | "reflect" | "check" {
  if (call.content !== "") return "retain";
  if (isConsolidation(call)) return "consolidation";
  if (call.user.includes("The document:\n")) return "delta";
  return tools(call).length > 0 ? "reflect" : "check";
}

export function smallModel(call: LlmCall): LlmReply {
  switch (taskOf(call)) {
    case "retain":
      return sentencesAsFacts(call);
    case "consolidation":
      return observed(call);
    case "delta":
      return appended(call);
    case "reflect":
      return searched(call);
    case "check":
      return { text: "ready" };
  }
}

function observed(call: LlmCall): LlmReply {
  const { facts } = givenTo(call);
  const tea = facts.filter(({ text }) => text.includes("tea"));
  return tea.length === 0 ? NOTHING : creating("Ann is a tea drinker.", tea);
}

function appended(call: LlmCall): LlmReply {
  const sections = JSON.parse(/The document:\n(\[.*\])/u.exec(call.user)?.[1] ?? "[]") as readonly { readonly id: string }[];
  return { json: { operations: [{ op: "append_block", section_id: sections[0]?.id, text: "On Tuesdays it is coffee." }] } };
}

/** Each search that it is made to do, then the end, with what was found. */
function searched(call: LlmCall): LlmReply {
  const offered = tools(call);
  const [only] = offered;
  if (offered.length === 1 && only !== undefined && only !== "done") return use(only, { reason: "to know", query: "Ann drinks" });
  const memory_ids = memoriesOf(call).map(({ id }) => id);
  const isDocument = JSON.stringify(call.body.tools).includes('"sections"');
  return use("done", isDocument ? { document: DOCUMENT, memory_ids } : { answer: "Ann drinks green tea.", memory_ids });
}
