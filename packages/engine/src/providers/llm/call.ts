// What is sent. In: a request, its chain and the member that is asked. Out: the call, without what the member does not take.

import type { ModelChain } from "../../config/index.js";
import type { ModelCall } from "./adapter.js";
import type { Member } from "./member.js";
import type { LlmRequest, Message } from "./provider.js";

/** Reasoning counts against the limit of an answer; below this, such models think and say nothing (reference §7.4). */
const LEAST_FOR_REASONING = 16_000;

export function buildCall(
  request: LlmRequest,
  chain: ModelChain,
  member: Member,
  isBankSent: boolean,
  messages: readonly Message[],
  schema: ModelCall["schema"],
): Omit<ModelCall, "signal"> {
  return {
    messages: member.seesImages ? messages : messages.map(withoutImages),
    tools: request.tools ?? [],
    toolChoice: request.toolChoice ?? null,
    temperature: member.isReasoning ? null : request.temperature === undefined ? chain.temperature : request.temperature,
    maxOutputTokens: outputTokens(request.maxOutputTokens ?? chain.maxOutputTokens, member),
    schema,
    user: isBankSent ? (request.origin.bank?.bankId ?? null) : null,
  };
}

function outputTokens(wanted: number | null, { isReasoning, outputLimit }: Member): number | null {
  if (wanted === null || outputLimit === "unsent") return null;
  return Math.min(isReasoning ? Math.max(wanted, LEAST_FOR_REASONING) : wanted, outputLimit ?? Number.POSITIVE_INFINITY);
}

/** A model of a chain may be blind where another sees: it reads the words around the picture. */
function withoutImages(message: Message): Message {
  if (message.role !== "user" || typeof message.content === "string") return message;
  const content = message.content.filter(({ type }) => type !== "image");
  if (content.length === message.content.length) return message;
  return { ...message, content: content.length === 0 ? "(A picture that you cannot see.)" : content };
}
