// A session of the OpenAI Agents SDK that remembers beyond itself.
// In: a memory, and a session that keeps the history (one in this process when none is given). Out: a session for `run`, and the callback that puts memories before a run.

import type { AgentInputItem, Session, SessionInputCallback } from "@openai/agents";
import { FENCE_OPEN } from "../fence.js";
import { createMemory, type Memory, type MemoryHandle, type WrapOptions } from "../memory.js";
import type { Turn } from "../turns.js";
import { type Json, record, records, textOf, words } from "../wire/format.js";

export interface HindsightSession extends Session {
  /** For `run(…, { session, sessionInputCallback: session.withMemories })`: what is known goes between the history and what is asked. */
  readonly withMemories: SessionInputCallback;
  readonly hindsight: MemoryHandle;
}

export interface SessionOptions {
  /** Id of the session and of the document that it is retained under. */
  readonly sessionId: string;
  /** Keeps the history itself, item by item. */
  readonly history?: Session;
}

/** Clearing a session forgets its history; what the memory knows of it stays until its document is deleted. */
export function hindsightSession(options: (WrapOptions | Memory) & SessionOptions): HindsightSession {
  const memory = "begin" in options ? options : createMemory(options);
  const { sessionId } = options;
  const history = options.history ?? historyHere(sessionId);
  return {
    hindsight: { flush: memory.flush, pending: memory.pending, lastInjection: memory.lastInjection },
    getSessionId: async () => sessionId,
    getItems: (limit) => history.getItems(limit),
    popItem: () => history.popItem(),
    clearSession: () => history.clearSession(),
    async addItems(items) {
      const said = items.filter((item) => !isBlock(item));
      await history.addItems(said);
      const turns = turnsOf(said);
      const last = turns.at(-1);
      const isOpen = last?.role !== "assistant" || last.isOpen === true;
      // Each item is added once, so that no two calls are the same exchange.
      const begun = await memory.begin({
        settings: { injectMemories: false, sessionId },
        model: null,
        turns: [],
        heldBy: crypto.randomUUID(),
      });
      await begun.end({ turns, isOpen });
    },
    async withMemories(past, asked) {
      const turns = turnsOf([...past, ...asked]);
      const { injection } = await memory.begin({ settings: { storeConversations: false, sessionId }, model: null, turns });
      if (injection === null) return [...past, ...asked];
      return [...past, { type: "message", role: "system", content: injection.block }, ...asked];
    },
  };
}

/** Memories that were put before a run are no part of its history. */
function isBlock(item: AgentInputItem): boolean {
  const { role, content } = item as Json;
  return role === "system" && textOf(content).startsWith(FENCE_OPEN);
}

function turnsOf(items: readonly AgentInputItem[]): readonly Turn[] {
  return (items as unknown as readonly Json[]).flatMap((item, index, all): readonly Turn[] => {
    if (item.type === "function_call") return [{ role: "tool_call", tool: textOf(item.name), text: textOf(item.arguments) }];
    if (item.type === "function_call_result") return [{ role: "tool_result", tool: textOf(item.name), text: outcome(item.output) }];
    if (item.role === "user") return [{ role: "user", text: words(item.content) }];
    if (item.role !== "assistant") return [];
    const isOpen = all[index + 1]?.type === "function_call";
    return [{ role: "assistant", text: words(item.content), ...(isOpen ? { isOpen } : {}) }];
  });
}

function outcome(output: unknown): string {
  if (typeof output === "string") return output;
  return (
    textOf(record(output).text) ||
    records(output)
      .map(({ text }) => textOf(text))
      .join("\n")
  );
}

function historyHere(sessionId: string): Session {
  let items: AgentInputItem[] = [];
  return {
    getSessionId: async () => sessionId,
    getItems: async (limit) => structuredClone(limit === undefined ? items : items.slice(Math.max(0, items.length - limit))),
    async addItems(more) {
      items = [...items, ...structuredClone(more)];
    },
    popItem: async () => items.pop(),
    async clearSession() {
      items = [];
    },
  };
}
