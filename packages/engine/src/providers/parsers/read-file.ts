import { type Format, MAX_CHARACTERS, type ParsedFile, type Reader, type ReaderInput } from "./provider.js";
import { asRefusal, overLimit, unreadable } from "./refusals.js";
import { formatOf } from "./sniff.js";

const picture =
  (format: Format): Reader =>
  async () => ({ kind: "picture", format, mediaType: `image/${format}`, pages: null });

/** The reader of each format; its libraries are loaded when the first file of the format comes. */
const READERS: Readonly<Record<Format, () => Promise<Reader>>> = {
  pdf: async () => (await import("./pdf.js")).readPdf,
  docx: async () => (await import("./docx.js")).readDocx,
  pptx: async () => (await import("./pptx.js")).readPptx,
  xlsx: async () => (await import("./spreadsheet.js")).readXlsx,
  xls: async () => (await import("./spreadsheet.js")).readXls,
  epub: async () => (await import("./epub.js")).readEpub,
  html: async () => (await import("./html.js")).readHtml,
  markdown: async () => (await import("./text-formats.js")).readMarkdown,
  csv: async () => (await import("./csv.js")).readCsv,
  json: async () => (await import("./text-formats.js")).readJson,
  jsonl: async () => (await import("./text-formats.js")).readJsonLines,
  eml: async () => (await import("./mail.js")).readMail,
  text: async () => (await import("./text-formats.js")).readPlain,
  png: async () => picture("png"),
  jpeg: async () => picture("jpeg"),
  gif: async () => picture("gif"),
  webp: async () => picture("webp"),
};

/** Reads a file in this thread. Throws `file_unreadable` or `file_over_limit`, and nothing else for the file's sake. */
export async function readFile(input: ReaderInput): Promise<ParsedFile> {
  const { name } = input.hints;
  if (input.bytes.byteLength === 0)
    throw unreadable(name, "is empty (0 bytes). Leave it out, or check that it was written before it was sent.");
  let format: Format | null = null;
  try {
    format = formatOf(input.bytes, input.hints, input.limits.maxUnpackedBytes);
    const read = await READERS[format]();
    return checked(await read(input), name);
  } catch (error) {
    throw asRefusal(name, format?.toUpperCase() ?? "a file", error);
  }
}

function checked(file: ParsedFile, name: string): ParsedFile {
  if (file.kind === "picture") return file;
  if (file.text.length > MAX_CHARACTERS) {
    throw overLimit(
      name,
      `has ${file.text.length.toLocaleString("en")} characters of text; the limit is ${MAX_CHARACTERS.toLocaleString("en")}. Split it.`,
    );
  }
  if (file.text.trim() === "") throw unreadable(name, "holds no text. There is nothing in it to remember.");
  return file;
}
