import { HindsightError } from "../../errors.js";
import type { FileHints, ParsedText } from "./provider.js";

/** A parser of an operator's own, asked before the built-in ones. It runs in the worker's own thread, with whatever rights that has. */
export interface ParserExtension {
  /** Is this a file for it? Told by the name and the declared type; the bytes are not looked at. */
  accepts(file: FileHints): boolean;
  /** Text that is retained as the file's. What it throws fails the file for good, with the message. */
  parse(
    bytes: Uint8Array,
    file: FileHints & { readonly signal: AbortSignal },
  ): Promise<{ readonly text: string; readonly metadata?: Readonly<Record<string, string>>; readonly pages?: number | null }>;
}

/** Reads a file by the operator's parser, within the deadline of built-in ones. Throws `file_unreadable`. */
export async function parseByExtension(
  parser: ParserExtension,
  bytes: Uint8Array,
  file: FileHints,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<ParsedText> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const {
      text,
      metadata = {},
      pages = null,
    } = await Promise.race([parser.parse(bytes, { ...file, signal: within }), whenAborted(within)]);
    return { kind: "text", format: "text", text, metadata, pages, pagesWithoutText: 0, writtenAt: null };
  } catch (cause) {
    signal.throwIfAborted();
    const why = within.aborted
      ? `it took longer than ${Math.round(timeoutMs / 1000)} s`
      : cause instanceof Error
        ? cause.message
        : String(cause);
    throw new HindsightError("file_unreadable", `The parser of this server cannot read "${file.name}": ${why}.`, { cause });
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
