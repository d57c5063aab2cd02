// A reflection as it goes: the API's server-sent events.
// In: a bank, a request, a signal. Out: each search and what it found as it happens, and the whole reply at the end.

import type { api } from "@hindsight-memory/client";
import { addressOf, CONSOLE_HEADERS, read } from "../../api/client";
import { ApiError } from "../../api/error";
import { eventsOf } from "./stream";

export type Step =
  | { readonly type: "tool_call"; readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly iteration: number }
  | { readonly type: "evidence"; readonly tool: string; readonly iteration: number; readonly found: number; readonly memories: number };

/**
 * Asks, and tells each step.
 * @throws ApiError with what the server said, or that the answer broke off
 */
export async function askStreamed(
  bank: string,
  request: api.ReflectRequest,
  signal: AbortSignal,
  onStep: (step: Step) => void,
): Promise<api.ReflectResponse> {
  const response = await reached(
    fetch(addressOf(`/v1/default/banks/${encodeURIComponent(bank)}/reflect`), {
      method: "POST",
      headers: { ...CONSOLE_HEADERS, "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify(request),
      signal,
    }),
  );
  if (!response.ok || response.body === null) return read<api.ReflectResponse>(refusal(response));
  return reached(answerOf(response.body, response.headers.get("x-request-id"), onStep));
}

async function answerOf(
  body: ReadableStream<Uint8Array>,
  requestId: string | null,
  onStep: (step: Step) => void,
): Promise<api.ReflectResponse> {
  for await (const { name, data } of eventsOf(body)) {
    if (name === "answer") return JSON.parse(data) as api.ReflectResponse;
    if (name === "error") {
      const { status, detail } = JSON.parse(data) as { readonly status: number; readonly detail: string };
      throw new ApiError(detail, status, null, requestId);
    }
    if (name === "tool_call" || name === "evidence") onStep({ type: name, ...JSON.parse(data) } as Step);
  }
  throw new ApiError("", 0, null, null); // the server went away in the middle
}

async function reached<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof ApiError ? cause : ApiError.from(cause, undefined);
  }
}

/** A refusal before the first event, with its body read. */
async function refusal(response: Response): Promise<{ readonly error: unknown; readonly response: Response }> {
  const text = await response.text();
  try {
    return { error: JSON.parse(text), response };
  } catch (cause) {
    if (cause instanceof SyntaxError) return { error: text, response };
    throw cause;
  }
}
