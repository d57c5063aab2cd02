import { analyse } from "chardet";
import iconv from "iconv-lite";
import { unreadable } from "./refusals.js";

/** How many bytes an encoding is guessed from. */
const SAMPLE = 65_536;
/** Share of control characters above which bytes are no text. */
const MAX_CONTROLS = 0.02;
/** A guess below this is no better than the western default. */
const LEAST_CONFIDENCE = 30;
const WESTERN = "windows-1252";

/**
 * Text of bytes in whatever encoding: by byte order mark, else UTF-8 if it is valid, UTF-16 if every other byte is nought, `declared` (of an HTML page)
 * if there is such an encoding, else the likeliest legacy one. Line ends become `\n`. Throws `file_unreadable` for what is no text.
 */
export function decodeText(bytes: Uint8Array, name: string, declared?: string | undefined): string {
  const text = decoded(bytes, name, declared)
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
  if (controls(text) > MAX_CONTROLS * Math.min(text.length, SAMPLE)) throw notText(name);
  return text;
}

function decoded(bytes: Uint8Array, name: string, declared: string | undefined): string {
  const wide = wideEncoding(bytes);
  if (wide !== null) return iconv.decode(Buffer.from(bytes), wide, { stripBOM: true });
  if (bytes.subarray(0, SAMPLE).includes(0)) throw notText(name);
  const utf8 = asUtf8(bytes);
  if (utf8 !== null) return utf8;
  const legacy = declared !== undefined && iconv.encodingExists(declared) ? declared : guessed(bytes);
  return iconv.decode(Buffer.from(bytes), legacy);
}

function wideEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "utf-32le" : "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be";
  const sample = bytes.subarray(0, 2_000);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (odd > half * 0.7 && even < half * 0.05) return "utf-16le";
  return even > half * 0.7 && odd < half * 0.05 ? "utf-16be" : null;
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null; // not UTF-8: an older encoding
    throw error;
  }
}

function guessed(bytes: Uint8Array): string {
  const best = analyse(bytes.subarray(0, SAMPLE)).find((match) => iconv.encodingExists(match.name) && !match.name.startsWith("UTF"));
  if (best === undefined || best.confidence < LEAST_CONFIDENCE) return WESTERN;
  return best.name === "ISO-8859-1" ? WESTERN : best.name; // its superset, and what such files really are
}

function controls(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  return text.slice(0, SAMPLE).match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
}

function notText(name: string): Error {
  return unreadable(
    name,
    "is no text and none of the known formats (PDF, DOCX, PPTX, XLSX, EPUB, HTML, Markdown, CSV, JSON, e-mail, PNG, JPEG, GIF, WebP). Convert it to one of them.",
  );
}
