import { getDocumentProxy } from "unpdf";
import { present } from "./office.js";
import { pageText, type TextPiece } from "./pdf-page.js";
import { parsedText, type Reader } from "./provider.js";
import { protectedByPassword, tooManyPages } from "./refusals.js";

/** Pictures above this are not decoded; none is needed for text. */
const MAX_IMAGE_PIXELS = 1_000_000;
/** Letters below which a page counts as having no text layer: page numbers and stamps do not make one. */
const LEAST_LETTERS = 8;

/** PDF files by their text layer; one without any is a picture for a model that sees. */
export const readPdf: Reader = async ({ bytes, hints, limits, onProgress }) => {
  const document = await open(bytes, hints.name);
  const total = document.numPages;
  if (total > limits.maxPages) throw tooManyPages(hints.name, total, limits.maxPages, "pages");
  const texts: string[] = [];
  for (let number = 1; number <= total; number += 1) {
    const page = await document.getPage(number);
    const { items } = (await page.getTextContent()) as { readonly items: readonly (TextPiece | { readonly type: string })[] };
    texts.push(pageText(items.filter((item) => "str" in item)));
    page.cleanup();
    onProgress({ stage: "reading", processed: number, total });
  }
  const read = texts.filter((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_LETTERS);
  if (read.length === 0 && texts.join("").trim().length < LEAST_LETTERS)
    return { kind: "picture", format: "pdf", mediaType: "application/pdf", pages: total };
  const { info } = await document.getMetadata();
  const field = (name: string): string =>
    String((info as Record<string, unknown>)[name] ?? "")
      .replace(/\s+/g, " ")
      .trim();
  const metadata = present({
    title: field("Title"),
    author: field("Author"),
    subject: field("Subject"),
    date: dateOf(field("CreationDate")),
  });
  return parsedText("pdf", texts.filter((text) => text !== "").join("\n\n"), {
    metadata,
    pages: total,
    pagesWithoutText: texts.filter((text) => text === "").length,
  });
};

async function open(bytes: Uint8Array, name: string): Promise<Awaited<ReturnType<typeof getDocumentProxy>>> {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      maxImageSize: MAX_IMAGE_PIXELS,
    });
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") {
      throw protectedByPassword(name);
    }
    throw error;
  }
}

/** `D:20240507120000+02'00'` as an ISO date; empty for what is none. */
function dateOf(text: string): string {
  const [, year, month = "01", day = "01"] = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?/.exec(text) ?? [];
  return year === undefined ? "" : `${year}-${month}-${day}`;
}
