// Mastra's agents with a memory: a processor of what goes in and of what comes out.
// In: a memory. Out: one object for both `inputProcessors` and `outputProcessors` of an Agent. Nothing of Mastra is imported: it is met by its shapes.

import { type Begun, createMemory, type Memory, type MemoryHandle, type WrapOptions } from "../memory.js";
import { type Recent, recent } from "../recent.js";
import { type CallSettings, splitRequest, thisCall } from "../settings.js";
import type { Turn } from "../turns.js";
import { answerOf } from "../wire/chat.js";
import { type Json, record, records, textOf, words } from "../wire/format.js";

/** What Mastra keeps of a message, as far as it is read here. */
export interface MastraMessage {
  readonly id: string;
  readonly role: string;
  readonly createdAt: Date;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly content: unknown;
}

/** What a processor is called with; `systemMessages` and `state` by Mastra 1 alone. */
export interface MastraCall<Message> {
  readonly messages: Message[];
  readonly systemMessages?: unknown[];
  readonly state?: Record<string, unknown>;
}

export interface MastraOptions {
  /** Settings of a call by where it belongs: `resourceId` is Mastra's name for the user. */
  readonly settingsOf?: (place: { readonly threadId: string | null; readonly resourceId: string | null }) => CallSettings;
}

export interface MastraProcessor {
  readonly id: "hindsight";
  readonly name: "hindsight";
  // biome-ignore lint/suspicious/noExplicitAny: what Mastra takes back differs between its versions 0 and 1.
  processInput(call: MastraCall<any>): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  processOutputResult(call: MastraCall<any>): Promise<any[]>;
  readonly hindsight: MemoryHandle;
}

/**
 * Makes the processor. An answer is known to belong to a question by Mastra's state of the call (version 1) or by its thread; in version 0, a call without a
 * thread (`memory: { thread, resource }`) retains what the user said alone.
 */
export function hindsightProcessor(options: (WrapOptions | Memory) & MastraOptions): MastraProcessor {
  const memory = "begin" in options ? options : createMemory(options);
  const byState = new WeakMap<object, Begun>();
  const byThread: Recent<Begun> = recent(1_000);
  return {
    id: "hindsight",
    name: "hindsight",
    hindsight: { flush: memory.flush, pending: memory.pending, lastInjection: memory.lastInjection },
    async processInput({ messages, systemMessages, state }: MastraCall<MastraMessage>) {
      const threadId = messages.find((message) => message.threadId)?.threadId ?? null;
      const resourceId = messages.find((message) => message.resourceId)?.resourceId ?? null;
      const { call: settings, problem } = splitRequest({ ...thisCall(options.settingsOf?.({ threadId, resourceId }) ?? {}) });
      const turns = messages.flatMap((message): readonly Turn[] =>
        message.role === "user" ? [{ role: "user", text: textIn(message) }] : [],
      );
      // Messages come without the history, each once: no two calls are the same exchange.
      const begun = await memory.begin({ settings, problem, model: null, turns, conversationId: threadId, heldBy: crypto.randomUUID() });
      if (state !== undefined) byState.set(state, begun);
      else if (threadId !== null) byThread.set(threadId, begun);
      else await begun.end({ turns: [], isOpen: false });
      if (begun.injection === null) return messages;
      const { block } = begun.injection;
      if (systemMessages !== undefined) return { messages, systemMessages: [...systemMessages, { role: "system", content: block }] };
      const content = { format: 2, parts: [{ type: "text", text: block }], content: block };
      return [{ id: crypto.randomUUID(), role: "system", createdAt: new Date(), content }, ...messages];
    },
    async processOutputResult({ messages, state }: MastraCall<MastraMessage>) {
      const threadId = messages.find((message) => message.threadId)?.threadId;
      const begun = state === undefined ? (threadId === undefined ? undefined : byThread.get(threadId)) : byState.get(state);
      const said = messages.filter(({ role }) => role === "assistant");
      const text = said.map(textIn).filter((each) => each !== "");
      const calls = said.flatMap(callsIn);
      // Mastra ran the tools: the answer is closed when there is one.
      await begun?.end({ turns: [...calls, ...answerOf(text.join("\n"), []).turns], isOpen: text.length === 0 });
      return messages;
    },
  };
}

const parts = (message: MastraMessage): readonly Json[] => records(record(message.content).parts);

function textIn(message: MastraMessage): string {
  if (typeof message.content === "string") return message.content;
  return words(parts(message).filter(({ type }) => type === "text")) || textOf(record(message.content).content);
}

function callsIn(message: MastraMessage): readonly Turn[] {
  return parts(message).flatMap((part): readonly Turn[] => {
    const call = record(part.toolInvocation);
    if (textOf(call.toolName) === "") return [];
    const tool = textOf(call.toolName);
    const made: Turn = { role: "tool_call", tool, text: JSON.stringify(call.args ?? {}) };
    return call.result === undefined ? [made] : [made, { role: "tool_result", tool, text: JSON.stringify(call.result) }];
  });
}
