// Anthropic's client with a memory: messages, streamed or not, with tools, and the helpers that stand on them.
// In: a client of `@anthropic-ai/sdk`. Out: a copy with memory around each of its calls.

import { type Wrapped, wrapClient } from "./client.js";
import type { Memory, WrapOptions } from "./memory.js";
import { messages } from "./wire/messages.js";

/** Wraps a client once, for as long as the program runs. */
export function wrapAnthropic<Client extends object>(client: Client, options: WrapOptions | Memory): Wrapped<Client> {
  return wrapClient(client, options, [messages], "wrapAnthropic");
}
