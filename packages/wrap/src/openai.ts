// OpenAI's client with a memory: chat completions and responses, streamed or not, with tools, and the helpers that stand on them.
// In: a client of the `openai` SDK. Out: a copy with memory around each of its calls.

import { type Wrapped, wrapClient } from "./client.js";
import type { Memory, WrapOptions } from "./memory.js";
import { chatCompletions } from "./wire/chat.js";
import { responses } from "./wire/responses.js";

/** Wraps a client once, for as long as the program runs. Clients that go to other providers of the same API are wrapped as well. */
export function wrapOpenAI<Client extends object>(client: Client, options: WrapOptions | Memory): Wrapped<Client> {
  return wrapClient(client, options, [chatCompletions, responses], "wrapOpenAI");
}
