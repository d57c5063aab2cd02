// Server-sent events out of a stream of bytes.
// In: the body of a reply, cut anywhere. Out: its events, one after another.
// https://html.spec.whatwg.org/multipage/server-sent-events.html

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * The events of a stream.
 * @throws what the stream throws when it breaks off
 */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let waiting = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      waiting = (waiting + decoder.decode(value, { stream: true })).replaceAll("\r\n", "\n");
      const blocks = waiting.split("\n\n");
      waiting = blocks.pop() ?? "";
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    await reader.cancel();
  }
}

function eventOf(block: string): StreamEvent {
  const fields = block.split("\n").map((line) => /^(\w+): ?(.*)$/s.exec(line));
  const named = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? "");
  return { name: named("event").at(-1) ?? "message", data: named("data").join("\n") };
}
