// An answer on its way to the caller, read along.
// In: the bytes of a response. Out: the same bytes, each as it comes; at the end, also a broken one, what was said.

import { createParser } from "eventsource-parser";
import type { Answer } from "../memory.js";
import { isRecord, type Json, type WireFormat } from "./format.js";

/** Reads a response along. `end` is called once, and awaited before the caller is told that the answer is over. */
export function tapped(response: Response, format: WireFormat, end: (answer: Answer) => Promise<void>): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const listen = response.headers.get("content-type")?.includes("text/event-stream") === true ? stream(format) : whole(format);
  let isOver = false;
  const finish = async (isBroken: boolean): Promise<void> => {
    if (isOver) return;
    isOver = true;
    const answer = listen.answer();
    await end(isBroken ? { ...answer, isBroken: answer.isBroken !== false } : answer);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = await reader.read().catch(async (error: unknown) => {
          await finish(true);
          throw error;
        });
        if (part.done) {
          await finish(false);
          controller.close();
          return;
        }
        listen.bytes(part.value);
        controller.enqueue(part.value);
      },
      async cancel(reason) {
        await Promise.all([reader.cancel(reason), finish(true)]);
      },
    },
    { highWaterMark: 0 },
  );
  const copy = new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  // What a response was answered to stands in none that is made here.
  return Object.defineProperties(copy, { url: { value: response.url }, redirected: { value: response.redirected } });
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
