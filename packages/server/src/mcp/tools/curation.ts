// Tools that change a memory by hand: edit it, or take it out of use and put it back.
// In: an id and fields. Out: the memory as it is from now on.

import { memoryChange, UpdateMemoryBody } from "../../wire/curation.js";
import { memoryReply, uuid } from "../../wire/memories.js";
import { flag, maybe, name, preset, prose } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { parameter, tool } from "../tool.js";

const body = UpdateMemoryBody.shape;
const memoryId = parameter(name(), "Id of the memory (UUID).");

/** A model sends null for what it does not mean; the routes take a date away by it, tools by an empty text. */
const said = (args: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined));

const updateMemory = tool({
  name: "update_memory",
  title: "Edit a memory",
  description:
    "Correct a fact: what it says, when it was, whom it is about. What is not sent stays. Observations are corrected through their facts.",
  access: "write",
  operation: "update_memory",
  audited: "update_memory",
  effect: "changes",
  parameters: {
    memory_id: memoryId,
    text: parameter(body.text, "What the fact says from now on."),
    context: parameter(body.context, "What it was said about; an empty text takes it away."),
    occurred_start: parameter(body.occurred_start, "When it began, ISO 8601; an empty text takes it away."),
    occurred_end: parameter(body.occurred_end, "When it ended, ISO 8601; an empty text takes it away."),
    mentioned_at: parameter(body.mentioned_at, "When it was said, ISO 8601; an empty text takes it away."),
    fact_type: parameter(body.fact_type, "world (true of the world) or experience (what the agent did or lived)."),
    entities: parameter(body.entities, "All names that it is about from now on."),
    resolve_entities: parameter(body.resolve_entities, "Whether the names are matched with those known; false takes them literally."),
  },
  async handle({ args: { memory_id, ...fields }, engine, bankId }) {
    const change = memoryChange(asOnTheWire(UpdateMemoryBody, said(fields)));
    return memoryReply(await engine.memories.update(bankId, uuid("memory_id", memory_id), change));
  },
});

const invalidateMemory = tool({
  name: "invalidate_memory",
  title: "Take a memory out of use",
  description:
    "Take a fact that is wrong or no longer true out of use: nothing finds it any more, but it is kept. With restore it is put back into use.",
  access: "write",
  operation: "update_memory",
  audited: "update_memory",
  effect: "destroys",
  parameters: {
    memory_id: memoryId,
    reason: parameter(maybe(prose()), "Why it is taken out of use."),
    restore: parameter(preset(flag(), false), "Put it back into use instead."),
  },
  async handle({ args: { memory_id, reason, restore }, engine, bankId }) {
    const asked = restore ? { state: "valid" } : { state: "invalidated", ...(reason == null ? {} : { reason }) };
    const change = memoryChange(asOnTheWire(UpdateMemoryBody, asked));
    return memoryReply(await engine.memories.update(bankId, uuid("memory_id", memory_id), change));
  },
});

export const CURATION_TOOLS = [updateMemory, invalidateMemory];
