// Multipart bodies: parts as they come over the wire, in bounded memory.
// In: Node's message (or a plain Request). Out: the text fields; each file goes to the caller as a stream, one after the other.
// A body that is refused in its middle is discarded as it arrives, so that the caller can finish sending and read the answer.

import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { BODY_TIMEOUT_MS } from "./body.js";
import { HindsightError, type HttpContext } from "./types.js";

export interface FormFile {
  readonly field: string;
  readonly name: string;
  /** As declared; empty when nothing was. */
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface MultipartOptions {
  readonly maxBytes: number;
  /** What to say about a body that is larger. */
  readonly tooLarge: () => Error;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
  /** Takes a file whose bytes it reads to the end; what it throws ends the reading. */
  readonly onFile: (file: FormFile) => Promise<void>;
}

/** Longest text of one field: the description of a thousand files. */
const MAX_FIELD_BYTES = 2 * 1_048_576;
const MAX_FIELDS = 20;
/** Parts that are looked at: more than any upload has files. */
const MAX_PARTS = 2_000;
/** As for JSON bodies: what arrives at this pace may take as long as it needs. */
const SLOWEST_BYTES_PER_MS = 64;

export function isMultipart(context: HttpContext): boolean {
  return /^multipart\/form-data\s*;.*boundary=/i.test(context.req.header("content-type") ?? "");
}

/** Reads the body to its end. Throws `bad_argument` for a broken one, `body_timeout`, `request_cancelled`, and what `onFile` throws. */
export async function readMultipart(context: HttpContext, options: MultipartOptions): Promise<ReadonlyMap<string, string>> {
  if (Number(context.req.header("content-length") ?? 0) > options.maxBytes) throw options.tooLarge();
  const source = sourceOf(context);
  const fields = new Map<string, string>();
  const failed = new AbortController();
  const fail = (error: unknown): void => failed.abort(error);
  let files: Promise<void> = Promise.resolve();
  const parser = parserFor(context);
  parser.on("field", (name, value, _isNameCut, isCut) => {
    if (isCut) fail(broken(`the field "${name}" is longer than ${MAX_FIELD_BYTES / 1_048_576} MB`));
    fields.set(name, value);
  });
  parser.on("file", (field, stream, name, _encoding, contentType) => {
    // A reader who stops in the middle ends the stream with an AbortError, and has its own reason.
    stream.on("error", (error: Error) => (error.name === "AbortError" ? undefined : fail(broken(error.message))));
    files = files
      .then(() =>
        options.onFile({ field, name: nameSent(name ?? ""), contentType: contentType ?? "", bytes: untilFailed(stream, failed.signal) }),
      )
      .then(() => void stream.resume())
      .catch(fail);
  });
  const stopWatching = watch(source, options, fail);
  try {
    await new Promise<void>((resolve, reject) => {
      failed.signal.addEventListener("abort", () => reject(failed.signal.reason), { once: true });
      parser.on("finish", resolve);
      parser.on("error", (error: Error) => fail(broken(error.message)));
      source.pipe(parser);
    });
    await files;
    if (failed.signal.aborted) throw failed.signal.reason;
    return fields;
  } catch (error) {
    source.unpipe(parser);
    source.resume();
    await files;
    throw error;
  } finally {
    stopWatching();
  }
}

/**
 * A file's name as it was before it was sent: browsers, fetch and the clients of most languages write `"`, carriage return and line feed as `%22`, `%0D` and
 * `%0A`, and nothing else (WHATWG HTML, "multipart/form-data encoding algorithm"). A name that had such letters itself cannot be told from one that was written so.
 */
function nameSent(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

function sourceOf(context: HttpContext): Readable {
  const incoming = context.env?.incoming;
  if (incoming !== undefined) return incoming;
  return Readable.fromWeb((context.req.raw.body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0]);
}

function parserFor(context: HttpContext): ReturnType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": context.req.header("content-type") ?? "" },
      isPartAFile: (_field, _type, name) => name !== undefined,
      limits: { fieldSize: MAX_FIELD_BYTES, fields: MAX_FIELDS, parts: MAX_PARTS, headerPairs: 50 },
    });
  } catch (cause) {
    throw broken(cause instanceof Error ? cause.message : String(cause));
  }
}

/** A file's bytes, which end with an error when the reading as a whole has failed: the parser would leave the stream open for ever. */
async function* untilFailed(stream: BusboyFileStream, failed: AbortSignal): AsyncGenerator<Uint8Array> {
  const end = (): void => void stream.destroy(failed.reason instanceof Error ? failed.reason : undefined);
  failed.addEventListener("abort", end, { once: true });
  try {
    failed.throwIfAborted();
    for await (const bytes of stream) yield bytes as Uint8Array;
  } finally {
    failed.removeEventListener("abort", end);
  }
}

/** Ends the reading when the caller hangs up, sends too much, or too slowly. Returns what ends the watching. */
function watch(
  source: Readable,
  { maxBytes, tooLarge, signal, timeoutMs = BODY_TIMEOUT_MS }: MultipartOptions,
  fail: (error: unknown) => void,
): () => void {
  const started = performance.now();
  let size = 0;
  const onData = (part: Uint8Array): void => {
    size += part.byteLength;
    if (size > maxBytes) fail(tooLarge());
  };
  const onGone = (): void => {
    if (!source.readableEnded) fail(new HindsightError("request_cancelled", "The caller hung up while sending the body."));
  };
  const onAbort = (): void => fail(signal.reason);
  const onTime = (): void => {
    const left = timeoutMs + size / SLOWEST_BYTES_PER_MS - (performance.now() - started);
    if (left > 0) timer = setTimeout(onTime, left);
    else fail(new HindsightError("body_timeout", "The body did not arrive in time; send it again, in smaller parts if the line is slow."));
  };
  let timer = setTimeout(onTime, timeoutMs);
  source.on("data", onData).on("close", onGone).on("error", onGone);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  return () => {
    clearTimeout(timer);
    source.off("data", onData).off("close", onGone).off("error", onGone);
    signal.removeEventListener("abort", onAbort);
  };
}

function broken(reason: string): HindsightError {
  return new HindsightError(
    "bad_argument",
    `The multipart body cannot be read: ${reason.slice(0, 200)}. Send it as multipart/form-data with a boundary, whole.`,
  );
}
