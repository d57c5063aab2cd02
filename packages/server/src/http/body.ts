// The request body: bytes within a limit, then JSON within a depth.
// In: Node's message (or a plain Request). Out: the parsed value, or the problem that the contract names.

import type { IncomingMessage } from "node:http";
import type { Problem } from "./problems.js";
import { HindsightError, type HttpContext } from "./types.js";

/** Deepest nesting taken: far beyond any request of the contract, far below what a recursive reader survives. */
const DEEPEST = 100;

/** How long a caller may take to send a body, in ms. */
export const BODY_TIMEOUT_MS = 30_000;
/** What arrives buys time, so that a large body on a slow line is not cut: at this many bytes a second it may take as long as it needs. */
const SLOWEST_BYTES_PER_MS = 64;

export interface BodyLimits {
  readonly maxBytes: number;
  /** What to do about a body that is larger, as the end of a sentence. */
  readonly remedy: string;
  readonly timeoutMs: number;
}

export type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };

function problem(type: string, msg: string, extra: Partial<Problem> = {}): Body {
  return { ok: false, problem: { type, loc: ["body"], msg, input: null, ...extra } };
}

/**
 * Reads and parses the body. A declared length over the limit is refused before a byte is read, an undeclared one as soon as the
 * limit is passed; Node then discards what still arrives, so that the caller can finish sending and read the answer. One that does not
 * arrive in time is a `body_timeout`.
 */
export async function readJson(context: HttpContext, limits: BodyLimits): Promise<Body> {
  const encoding = context.req.header("content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new HindsightError("bad_argument", `A body with Content-Encoding ${encoding} is not read; send it uncompressed.`);
  }
  const bytes = await readBytes(context, limits);
  if (bytes.byteLength === 0) return problem("missing", "A JSON body is required");
  const text = decode(bytes);
  if (!isJson(context.req.header("content-type"))) {
    return problem("model_attributes_type", "Must be a JSON object, sent with Content-Type application/json", {
      input: text.slice(0, 200),
    });
  }
  return parse(text);
}

function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new HindsightError("bad_argument", "The body is not valid UTF-8.", { cause });
  }
}

/** Parses JSON text. The depth is measured first: zod and JSON writers downstream recurse. */
export function parse(text: string): Body {
  if (nestsDeeperThan(text, DEEPEST)) return notJson(0, `nested deeper than ${DEEPEST} levels`);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return notJson(Number(/position (\d+)/.exec(message)?.[1] ?? 0), message);
  }
}

function notJson(position: number, error: string): Body {
  return problem("json_invalid", "The body is not valid JSON", { loc: ["body", position], input: {}, ctx: { error } });
}

/** Counts brackets outside strings; one pass, about 1 ms per megabyte, and only for texts that hold enough brackets at all. */
export function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      // Jump from quote to quote: most of a body is text.
      let end = text.indexOf('"', i + 1);
      while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
      if (end < 0) return false;
      i = end;
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 125 || code === 93) {
      depth -= 1;
    }
  }
  return false;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  for (let i = at - 1; text.charCodeAt(i) === 92; i--) slashes += 1;
  return slashes % 2 === 1;
}

function tooLarge({ maxBytes, remedy }: BodyLimits): HindsightError {
  return new HindsightError("payload_too_large", `The body is larger than ${maxBytes / 1_048_576} MB; ${remedy}.`);
}

async function readBytes(context: HttpContext, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBytes } = limits;
  const declared = Number(context.req.header("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(limits);
  const incoming = context.env?.incoming;
  if (incoming !== undefined) return readMessage(incoming, limits);
  const bytes = new Uint8Array(await context.req.raw.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw tooLarge(limits);
  return bytes;
}

function readMessage(incoming: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBytes, timeoutMs } = limits;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const started = performance.now();
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      incoming.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      act();
    };
    const onData = (part: Buffer): void => {
      size += part.byteLength;
      if (size > maxBytes) {
        settle(() => reject(tooLarge(limits)));
        incoming.resume();
      } else {
        parts.push(part);
      }
    };
    const onEnd = (): void => settle(() => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    const onGone = (cause?: Error): void => {
      settle(() => reject(new HindsightError("request_cancelled", "The caller hung up while sending the body.", cause ? { cause } : {})));
    };
    const onTime = (): void => {
      const left = timeoutMs + size / SLOWEST_BYTES_PER_MS - (performance.now() - started);
      if (left > 0) timer = setTimeout(onTime, left);
      else
        settle(() =>
          reject(
            new HindsightError("body_timeout", "The body did not arrive in time; send it again, in smaller parts if the line is slow."),
          ),
        );
    };
    let timer = setTimeout(onTime, timeoutMs);
    incoming.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
    if (incoming.readableEnded) onEnd();
    else if (incoming.destroyed) onGone();
  });
}
