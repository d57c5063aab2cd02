// What the batch interfaces of four providers, and their single calls, look like on the wire. In: answers and batches of a test. Out: bodies.

export type Json = Readonly<Record<string, unknown>>;

/** What one line, or one single call, is answered with; `nothing` leaves a line without a reply. */
export type LineAnswer =
  | { readonly json: unknown }
  | { readonly text: string; readonly finish?: "stop" | "length" }
  | { readonly status: number; readonly message: string }
  | "nothing";

export interface SubmittedBatch {
  readonly id: string;
  readonly ticket: string;
  readonly lines: readonly { readonly key: string; readonly body: Json; readonly raw: Json }[];
  readonly createdAt: Date;
  state: "running" | "ended" | "expired" | "cancelled" | "failed";
  looks: number;
}

const USAGE = { input: 1000, output: 200 };

export const contentOf = (user: string): string => user.slice(user.indexOf("\nContent:\n") + "\nContent:\n".length);

type Completion = { readonly json: unknown; readonly status: number };

export interface Wire {
  keyOf(raw: Json): string;
  bodyOf(raw: Json): Json;
  /** The last message of the user. */
  textOf(body: Json): string;
  completion(answer: Exclude<LineAnswer, "nothing">): Completion;
}

const textIn = (content: unknown): string =>
  Array.isArray(content) ? content.map((part: { readonly text?: string }) => part.text ?? "").join("") : String(content);
const lastUser = (messages: unknown): unknown => (messages as readonly Json[]).findLast(({ role }) => role === "user");

export const OPENAI: Wire = {
  keyOf: (raw) => String(raw.custom_id),
  bodyOf: (raw) => raw.body as Json,
  textOf: ({ messages }) => textIn((lastUser(messages) as Json).content),
  completion(answer) {
    if ("status" in answer) return { status: answer.status, json: { error: { message: answer.message } } };
    const content = "json" in answer ? JSON.stringify(answer.json) : answer.text;
    const finish = "finish" in answer ? answer.finish : "stop";
    const usage = { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output };
    const choices = [{ index: 0, finish_reason: finish ?? "stop", message: { role: "assistant", content } }];
    return { status: 200, json: { id: "c", object: "chat.completion", created: 0, model: "m", choices, usage } };
  },
};

export const ANTHROPIC: Wire = {
  keyOf: OPENAI.keyOf,
  bodyOf: (raw) => raw.params as Json,
  textOf: OPENAI.textOf,
  completion(answer) {
    if ("status" in answer) {
      return { status: answer.status, json: { type: "error", error: { type: "invalid_request_error", message: answer.message } } };
    }
    const input = "json" in answer ? answer.json : { nothing: answer.text };
    const content = [{ type: "tool_use", id: "t", name: "facts", input }];
    const usage = { input_tokens: USAGE.input, output_tokens: USAGE.output };
    const stop = "finish" in answer && answer.finish === "length" ? "max_tokens" : "tool_use";
    return {
      status: 200,
      json: { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: stop, stop_sequence: null, usage },
    };
  },
};

export const GEMINI: Wire = {
  keyOf: (raw) => String((raw.metadata as Json).key),
  bodyOf: (raw) => raw.request as Json,
  textOf: ({ contents }) => textIn((lastUser(contents) as Json).parts),
  completion(answer) {
    if ("status" in answer) return { status: answer.status, json: { error: { code: answer.status, message: answer.message } } };
    const text = "json" in answer ? JSON.stringify(answer.json) : answer.text;
    const finishReason = "finish" in answer && answer.finish === "length" ? "MAX_TOKENS" : "STOP";
    const usageMetadata = {
      promptTokenCount: USAGE.input,
      candidatesTokenCount: USAGE.output,
      totalTokenCount: USAGE.input + USAGE.output,
    };
    return {
      status: 200,
      json: { candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason, index: 0 }], usageMetadata },
    };
  },
};

export function openaiBatch({ id, ticket, lines, state, createdAt }: SubmittedBatch): Json {
  const status = { running: "in_progress", ended: "completed", expired: "expired", cancelled: "cancelled", failed: "failed" }[state];
  const isOver = state !== "running" && state !== "failed";
  return {
    id,
    object: "batch",
    status,
    metadata: { hindsight_ticket: ticket },
    created_at: Math.floor(createdAt.getTime() / 1000),
    request_counts: { total: lines.length, completed: 0, failed: 0 },
    output_file_id: isOver ? `out-${id}` : null,
    error_file_id: isOver ? `err-${id}` : null,
    errors: state === "failed" ? { data: [{ code: "token_limit_exceeded", message: "Enqueued token limit reached" }] } : null,
  };
}

export function anthropicBatch({ id, lines, state, createdAt }: SubmittedBatch): Json {
  const counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  return {
    id,
    type: "message_batch",
    processing_status: state === "running" ? "in_progress" : "ended",
    request_counts: state === "running" ? { ...counts, processing: lines.length } : { ...counts, succeeded: lines.length },
    created_at: createdAt.toISOString(),
    cancel_initiated_at: state === "cancelled" ? createdAt.toISOString() : null,
  };
}

export function geminiBatch({ id, ticket, state, createdAt }: SubmittedBatch): Json {
  const named = { running: "RUNNING", ended: "SUCCEEDED", expired: "EXPIRED", cancelled: "CANCELLED", failed: "FAILED" }[state];
  const metadata = { displayName: ticket, state: `BATCH_STATE_${named}`, createTime: createdAt.toISOString() };
  return { name: id, metadata, done: state !== "running" };
}

export function fireworksJob({ id, state }: SubmittedBatch): Json {
  const named = { running: "RUNNING", ended: "COMPLETED", expired: "EXPIRED", cancelled: "CANCELLED", failed: "FAILED" }[state];
  return { name: `accounts/acme/batchInferenceJobs/${id}`, state: `JOB_STATE_${named}` };
}
