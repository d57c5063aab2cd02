// Server-sent events: a reply that is written while the work goes on.
// In: work that reports as it goes, and ends with a value. Out: a stream of named events, the value as the last one.
// https://html.spec.whatwg.org/multipage/server-sent-events.html

import { ERRORS } from "@hindsight-memory/engine";
import { HindsightError } from "./types.js";

export type Send = (event: string, data: unknown) => void;

export interface EventReply {
  readonly response: Response;
  /** Settles when the stream has ended; never rejects. */
  readonly ended: Promise<void>;
}

/** Does the caller ask for events? */
export function wantsEvents(accept: string | undefined): boolean {
  return (accept ?? "").split(",").some((part) => part.trim().toLowerCase().startsWith("text/event-stream"));
}

/**
 * Runs `work` with a signal that also fires when the reader goes away. What fails before the first event is thrown, so that it gets its own status; what
 * fails later is an event `error` with the detail and the status that it would have had.
 */
export async function eventReply(
  signal: AbortSignal,
  last: string,
  work: (send: Send, signal: AbortSignal) => Promise<unknown>,
): Promise<EventReply> {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  const waiting: Uint8Array[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  const send: Send = (event, data) => {
    const bytes = encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (gone.signal.aborted) return;
    if (controller === null) waiting.push(bytes);
    else controller.enqueue(bytes);
    begin();
  };
  const running = work(send, AbortSignal.any([signal, gone.signal])).then((value) => send(last, value));
  await Promise.race([begun, running]); // a failure before the first event is thrown here

  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
      for (const bytes of waiting) opened.enqueue(bytes);
    },
    cancel() {
      gone.abort(new HindsightError("request_cancelled", "The reader of the events has gone."));
    },
  });
  const ended = running
    .catch((error: unknown) => send("error", failureOf(error)))
    .then(() => {
      if (!gone.signal.aborted) controller?.close();
    });
  const headers = { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache", "X-Accel-Buffering": "no" };
  return { response: new Response(body, { headers }), ended };
}

function failureOf(error: unknown): { readonly status: number; readonly detail: string } {
  if (error instanceof HindsightError && error.code !== "internal") return { status: ERRORS[error.code].status, detail: error.message };
  return { status: 500, detail: "Something failed inside the server." };
}
