/** What the caller says about a file; its content is looked at first. */
export interface FileHints {
  /** As uploaded, for messages and for its ending. */
  readonly name: string;
  /** As declared; empty when nothing was. */
  readonly mediaType: string;
}

/** Where reading a file stops. */
export interface ParseLimits {
  /** Pages of a PDF, slides of a presentation. */
  readonly maxPages: number;
  /** What may come out of compression, over all parts of a file. */
  readonly maxUnpackedBytes: number;
  /** Wall clock of one file. */
  readonly timeoutMs: number;
}

/** What was read. `picture`: the file shows its words instead of holding them, so that a model which sees has to read it. */
export type ParsedFile =
  | {
      readonly kind: "text";
      readonly format: Format;
      /** Markdown, or the file's own text where that is what retain reads best (plain text, JSON). */
      readonly text: string;
      /** `title`, `author`, `subject`, `date`: as far as the file says. */
      readonly metadata: Readonly<Record<string, string>>;
      /** Pages, slides or sheets; null where the format has none. */
      readonly pages: number | null;
      /** Pages without a text layer, which are not in `text`. */
      readonly pagesWithoutText: number;
      /** When an e-mail was written, ISO 8601; null for other formats: a document's date is not that of what it tells. */
      readonly writtenAt: string | null;
    }
  | {
      readonly kind: "picture";
      readonly format: Format;
      /** What a model is told that the bytes are. */
      readonly mediaType: string;
      readonly pages: number | null;
    };

export type ParsedText = Extract<ParsedFile, { kind: "text" }>;

export const FORMATS = [
  "pdf",
  "docx",
  "pptx",
  "xlsx",
  "xls",
  "epub",
  "html",
  "markdown",
  "csv",
  "json",
  "jsonl",
  "eml",
  "text",
  "png",
  "jpeg",
  "gif",
  "webp",
] as const;
export type Format = (typeof FORMATS)[number];

/** The registered media type of each format. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xls: "application/vnd.ms-excel",
  epub: "application/epub+zip",
  html: "text/html",
  markdown: "text/markdown",
  csv: "text/csv",
  json: "application/json",
  jsonl: "application/jsonl",
  eml: "message/rfc822",
  text: "text/plain",
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** How far reading has come. */
export interface ParseProgress {
  readonly stage: string;
  readonly processed: number;
  readonly total: number;
}

/** What one format's reader is given. */
export interface ReaderInput {
  readonly bytes: Uint8Array;
  readonly hints: FileHints;
  readonly limits: ParseLimits;
  readonly onProgress: (progress: ParseProgress) => void;
}

export type Reader = (input: ReaderInput) => Promise<ParsedFile>;

/** Cells of a table file: what a reader of memories could still make sense of, and what a thread can hold. */
export const MAX_CELLS = 500_000;
/** Longest text that one file may come to, in UTF-16 units: it travels to the retain in one operation. */
export const MAX_CHARACTERS = 10_000_000;

/** A text with what formats without more to say leave out. */
export function parsedText(format: Format, text: string, more: Partial<Omit<ParsedText, "kind" | "format" | "text">> = {}): ParsedText {
  return { kind: "text", format, text, metadata: {}, pages: null, pagesWithoutText: 0, writtenAt: null, ...more };
}
