import type { FileHints, Format } from "./provider.js";
import { protectedByPassword, unreadable } from "./refusals.js";
import { openArchive } from "./zip.js";

/** Bytes by which a format begins. */
const MAGIC: readonly { readonly bytes: readonly number[]; readonly at?: number; readonly format: Format | "zip" | "ole" }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], format: "zip" },
  { bytes: [0x50, 0x4b, 0x05, 0x06], format: "zip" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], format: "ole" },
  { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], format: "png" },
  { bytes: [0xff, 0xd8, 0xff], format: "jpeg" },
  { bytes: [0x47, 0x49, 0x46, 0x38], format: "gif" },
  { bytes: [0x57, 0x45, 0x42, 0x50], at: 8, format: "webp" },
];
/** How far into a file a PDF may begin, as its specification allows. */
const PDF_HEAD = 1_024;

const BY_MEDIA_TYPE: Readonly<Record<string, Format>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/markdown": "markdown",
  "text/x-markdown": "markdown",
  "text/csv": "csv",
  "text/tab-separated-values": "csv",
  "application/json": "json",
  "application/jsonl": "jsonl",
  "application/x-jsonlines": "jsonl",
  "application/x-ndjson": "jsonl",
  "message/rfc822": "eml",
};

const BY_ENDING: Readonly<Record<string, Format>> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  md: "markdown",
  markdown: "markdown",
  csv: "csv",
  tsv: "csv",
  tab: "csv",
  json: "json",
  jsonl: "jsonl",
  ndjson: "jsonl",
  eml: "eml",
};

/** Endings of formats that begin with bytes of their own: a file without these is not what its name says. */
const BINARY_ENDINGS: Readonly<Record<string, string>> = {
  pdf: "PDF",
  docx: "Word",
  pptx: "PowerPoint",
  xlsx: "Excel",
  xls: "Excel",
  epub: "EPUB",
  png: "PNG",
  jpg: "JPEG",
  jpeg: "JPEG",
  gif: "GIF",
  webp: "WebP",
  doc: "Word",
  ppt: "PowerPoint",
};

/**
 * What a file is: by its content where that says so, then by the declared media type, then by its name. Throws `file_unreadable` for a file that is not
 * what its name says, for known formats that are not read, and for archives.
 */
export function formatOf(bytes: Uint8Array, hints: FileHints, maxUnpackedBytes: number): Format {
  const magic = MAGIC.find(({ bytes: wanted, at = 0 }) => wanted.every((byte, index) => bytes[at + index] === byte))?.format;
  if (magic === "zip") return zipFormat(bytes, hints, maxUnpackedBytes);
  if (magic === "ole") return oleFormat(bytes, hints);
  if (magic !== undefined) return magic;
  const head = Buffer.from(bytes.subarray(0, PDF_HEAD)).toString("latin1");
  if (head.includes("%PDF-")) return "pdf";
  const ending = /\.([a-z0-9]+)$/i.exec(hints.name)?.[1]?.toLowerCase() ?? "";
  if (head.startsWith("{\\rtf")) throw unreadable(hints.name, "is an RTF document, which is not read. Save it as DOCX or PDF.");
  const binary = BINARY_ENDINGS[ending];
  if (binary !== undefined)
    throw unreadable(hints.name, `is named like a ${binary} file, but its content is none. It may be damaged, or have the wrong ending.`);
  return textFormat(head, hints.mediaType, ending);
}

function textFormat(head: string, mediaType: string, ending: string): Format {
  if (/^\s*(?:\u00ef\u00bb\u00bf)?\s*(?:<!doctype html|<html[\s>])/i.test(head)) return "html";
  return BY_MEDIA_TYPE[mediaType.split(";")[0]?.trim().toLowerCase() ?? ""] ?? BY_ENDING[ending] ?? "text";
}

function zipFormat(bytes: Uint8Array, hints: FileHints, maxUnpackedBytes: number): Format {
  const names = new Set(openArchive(bytes, hints.name, maxUnpackedBytes).names);
  if (names.has("word/document.xml")) return "docx";
  if (names.has("ppt/presentation.xml")) return "pptx";
  if (names.has("xl/workbook.xml") || names.has("xl/workbook.bin")) return "xlsx";
  if (names.has("META-INF/container.xml")) return "epub";
  const isOpenDocument = names.has("content.xml") && names.has("META-INF/manifest.xml");
  throw unreadable(
    hints.name,
    isOpenDocument
      ? "is an OpenDocument file, which is not read. Save it as DOCX, XLSX, PPTX or PDF."
      : "is a zip archive, but no Word, PowerPoint, Excel or EPUB document. Upload the files in it one by one.",
  );
}

/** The container of old Office files, and of new ones under a password. */
function oleFormat(bytes: Uint8Array, hints: FileHints): Format {
  const holds = (name: string): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, "utf16le"));
  if (holds("EncryptedPackage")) throw protectedByPassword(hints.name);
  if (holds("Workbook") || holds("Book")) return "xls";
  throw unreadable(hints.name, "is an Office file of the years before 2007, which is not read. Save it as DOCX, PPTX or PDF.");
}
