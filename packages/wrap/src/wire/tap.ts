// An answer on its way to the caller, read along.
// In: the bytes of a response. Out: the same bytes, each as it comes; at the end, also a broken one, what was said.

import { createParser } from "eventsource-parser";
import type { Answer } from "../memory.js";
import { readAlong } from "../read-along.js";
import { isRecord, type Json, type WireFormat } from "./format.js";

/** Reads a response along. `end` is called once, and awaited before the caller is told that the answer is over. */
export function tapped(response: Response, format: WireFormat, end: (answer: Answer) => Promise<void>): Response {
  const bytes = webStream(response.body);
  if (bytes === null) return response;
  const listen = response.headers.get("content-type")?.includes("text/event-stream") === true ? stream(format) : whole(format);
  const body = readAlong<Uint8Array>(bytes, listen.bytes, (isBroken) => {
    const answer = listen.answer();
    return end(isBroken ? { ...answer, isBroken: answer.isBroken !== false } : answer);
  });
  const copy = new Response(body, { status: response.status, statusText: response.statusText, headers: [...response.headers] });
  // What a response was answered to stands in none that is made here.
  return Object.defineProperties(copy, { url: { value: response.url }, redirected: { value: response.redirected } });
}

/** The body as a web stream, also of a fetch that is not the runtime's own and gives a stream of Node; null when there is none to read. */
function webStream(body: unknown): ReadableStream<Uint8Array> | null {
  if (typeof body !== "object" || body === null) return null;
  if ("getReader" in body) return body as ReadableStream<Uint8Array>;
  if (!(Symbol.asyncIterator in body)) return null;
  const parts = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

interface Listener {
  bytes(part: Uint8Array): void;
  answer(): Answer;
}

function stream(format: WireFormat): Listener {
  const decoder = new TextDecoder();
  const reader = format.stream();
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = parsed(data);
      if (event !== null) reader.event(event);
    },
  });
  return { bytes: (part) => parser.feed(decoder.decode(part, { stream: true })), answer: reader.answer };
}

function whole(format: WireFormat): Listener {
  const decoder = new TextDecoder();
  let text = "";
  return {
    bytes(part) {
      text += decoder.decode(part, { stream: true });
    },
    answer() {
      const body = parsed(text);
      return body === null ? { turns: [], isOpen: false, isBroken: true } : format.answer(body);
    },
  };
}

/** An object of JSON; null for anything else, such as the `[DONE]` at the end of a stream. */
export function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
