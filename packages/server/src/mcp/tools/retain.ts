// Tools that store: retain in the background, and retain and wait.
// In: a text and what is known of it. Out: an operation to look at later, or the ids of the memories.

import type { ItemReceipt, RetainResult } from "@hindsight-memory/engine";
import { admitted } from "../../middleware/admission.js";
import { RetainBody, retainRequest } from "../../wire/retain.js";
import { preset, prose } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { parameter, tool } from "../tool.js";

const item = RetainBody.shape.items.element.shape;

const PARAMETERS = {
  content: parameter(prose(), "What to remember: a fact, a decision, a conversation or a document, with who, what, when and why."),
  context: parameter(preset(prose(), "general"), "What the content is about or where it comes from, in a few words."),
  timestamp: parameter(item.timestamp, 'When it happened, ISO 8601. Now if unset; "unset" for no date.'),
  tags: parameter(item.tags, "Labels to filter by later, such as a project or a person."),
  metadata: parameter(item.metadata, "Your own keys and values, all of them texts; they come back with the memories."),
  document_id: parameter(
    item.document_id,
    "Texts of one id are one document; the same id again replaces it, unless update_mode is append.",
  ),
  strategy: parameter(item.strategy, "A named set of retain settings of this bank."),
  source_trust: parameter(
    item.source_trust,
    "How far the source is to be believed: low for what anybody may have written, such as a web page.",
  ),
} as const;

const FAILURE = { text: "message", beside: {} } as const;

const retain = tool({
  name: "retain",
  title: "Retain",
  description:
    "Store something worth remembering beyond this conversation: preferences, decisions, facts about people and projects, what worked and what did not. " +
    "It is accepted at once and worked into memory in the background; get_operation says what became of it.",
  access: "write",
  operation: "retain",
  audited: "retain",
  effect: "changes",
  failure: FAILURE,
  isObject: true,
  parameters: {
    ...PARAMETERS,
    update_mode: parameter(item.update_mode, "What a document_id that exists does: replace (usual) or append."),
  },
  async handle({ args, engine, bankId, signal }) {
    const request = retainRequest(asOnTheWire(RetainBody, { items: [args], async: true }));
    const { operationId, defense } = await engine.retain(bankId, request, { signal });
    const message = `Accepted; it is worked into memory in the background.${takenOut(defense)}`;
    return { status: "accepted", message, operation_id: operationId };
  },
});

const syncRetain = tool({
  name: "sync_retain",
  title: "Retain and wait",
  description: "Store something and wait until it can be recalled. Slower than retain; for when the next step reads it back.",
  access: "write",
  operation: "retain",
  audited: "retain",
  effect: "changes",
  failure: FAILURE,
  isObject: true,
  parameters: PARAMETERS,
  async handle({ args, engine, bankId, signal, progress, gates }) {
    const request = retainRequest(asOnTheWire(RetainBody, { items: [args] }));
    const onStage = (stage: string): void => progress.tell(STAGES[stage] ?? stage);
    const { receipt, defense } = await admitted(gates.retain, signal, () => engine.retain(bankId, request, { signal, onStage }));
    const items = receipt?.items ?? [];
    return { status: "completed", message: became(items) + takenOut(defense), memory_ids: items.flatMap(({ memoryIds }) => memoryIds) };
  },
});

/** What a stage that has ended means to whoever waits. */
const STAGES: Readonly<Record<string, string>> = {
  plan: "Compared with what is stored.",
  read: "Read by the language model.",
  extract: "Memories made of it.",
  write: "Stored.",
  embed: "Found by meaning, too.",
};

/** Never more than was done: what nothing was found in is not called stored. */
function became(items: readonly ItemReceipt[]): string {
  const count = items.reduce((sum, { memoryIds }) => sum + memoryIds.length, 0);
  if (count > 0) return `Stored; ${count === 1 ? "one memory holds" : `${count} memories hold`} it.`;
  return items.some(({ outcome }) => outcome === "superseded")
    ? "Not stored: a newer text of this document came first."
    : "Kept, but nothing in it became a memory.";
}

/** What memory defense took out before anything was stored, by the names of its detectors; the words themselves are told nowhere. */
function takenOut(defense: RetainResult["defense"]): string {
  const detectors = [...new Set(defense?.redactions.flatMap((each) => each.detectors))];
  return detectors.length === 0 ? "" : ` Taken out of it before: ${detectors.join(", ")}.`;
}

export const RETAIN_TOOLS = [retain, syncRetain];
