// Tools over single memories and tags.
// In: filters and ids. Out: memories as the routes tell them.

import { HindsightError } from "@hindsight-memory/engine";
import { MemoryListQuery, memoryFilter, memoryKind, memoryListItem, memoryReply, uuid } from "../../wire/memories.js";
import { maybe, name } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { beside, parameter, tool } from "../tool.js";
import { DATA, page, tags, tagsMatch } from "./about.js";

const listMemories = tool({
  name: "list_memories",
  title: "List memories",
  description: `Look through what is stored, the latest mention first. To answer a question, recall is better. ${DATA}`,
  access: "read",
  operation: "list_memories",
  effect: "reads",
  failure: beside({ items: [] }),
  parameters: {
    type: parameter(maybe(name()), "Kind: world, experience or observation. All if unset."),
    q: parameter(maybe(name()), "Words that the text contains."),
    ...page(100),
    tags: tags("Only memories with these tags, as tags_match says."),
    tags_match: tagsMatch(),
  },
  async handle({ args, engine, bankId }) {
    const filter = memoryFilter(asOnTheWire(MemoryListQuery, args));
    if (filter === null) {
      await engine.banks.get(bankId);
      return { items: [], total: 0, limit: args.limit, offset: args.offset };
    }
    const found = await engine.memories.list(bankId, filter);
    return { ...found, items: found.items.map(memoryListItem) };
  },
});

const getMemory = tool({
  name: "get_memory",
  title: "Read a memory",
  description: `One memory with all that is known of it: sources, evidence, dates. ${DATA}`,
  access: "read",
  operation: "get_memory",
  effect: "reads",
  parameters: { memory_id: parameter(name(), "Id of the memory (UUID).") },
  async handle({ args, engine, bankId }) {
    return memoryReply(await engine.memories.get(bankId, uuid("memory_id", args.memory_id)));
  },
});

const clearMemories = tool({
  name: "clear_memories",
  title: "Clear memories",
  description: "Delete all memories of the bank, or all of one kind. They do not come back; ask the user first.",
  access: "admin",
  operation: "clear_bank_memories",
  audited: "clear_memories",
  effect: "destroys",
  parameters: { type: parameter(maybe(name()), "Kind to delete: world, experience or observation. All if unset.") },
  async handle({ args, engine, bankId }) {
    const { bankId: id } = await engine.banks.get(bankId);
    const kind = args.type == null || args.type === "" ? null : memoryKind(args.type);
    if (kind === null && args.type != null && args.type !== "") {
      throw new HindsightError(
        "invalid_request",
        `type '${args.type}' is unknown; it takes world, experience and observation. Nothing was deleted.`,
      );
    }
    const report = await engine.memories.deleteAll(id, kind);
    return {
      status: "cleared",
      bank_id: id,
      memory_units_deleted: report.memories + report.observations,
      entities_deleted: report.entities,
    };
  },
});

const listTags = tool({
  name: "list_tags",
  title: "List tags",
  description: "The tags that memories have, with how often each is used. For choosing tags that exist.",
  access: "read",
  operation: "list_tags",
  effect: "reads",
  failure: beside({ items: [] }),
  parameters: { q: parameter(maybe(name()), "Pattern; * stands for any characters, as in project:*."), ...page(100) },
  async handle({ args, engine, bankId }) {
    const { limit, offset } = args;
    const found = await engine.tags(bankId, { q: args.q ?? null, limit, offset });
    return { ...found, items: found.items.map(({ tag, count }) => ({ tag, count })) };
  },
});

export const MEMORY_TOOLS = [listMemories, getMemory, clearMemories, listTags];
