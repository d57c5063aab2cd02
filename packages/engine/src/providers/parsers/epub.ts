import { htmlToMarkdown } from "./html-markdown.js";
import { openOffice, partXml, present, resolved } from "./office.js";
import { parsedText, type Reader } from "./provider.js";
import { unreadable } from "./refusals.js";
import { descendants, type Element, textOf } from "./xml.js";

const CONTAINER = "META-INF/container.xml";
const ENCRYPTION = "META-INF/encryption.xml";

/** Books: the chapters in the order of the spine. */
export const readEpub: Reader = async (input) => {
  const { name } = input.hints;
  const archive = openOffice(input);
  const heads = archive.unpack((entry) => entry === CONTAINER || entry === ENCRYPTION || entry.endsWith(".opf"));
  const container = heads.get(CONTAINER);
  const path = container === undefined ? undefined : descendants(partXml(container), "rootfile")[0]?.attributes["full-path"];
  const opf = path === undefined ? undefined : heads.get(path);
  if (path === undefined || opf === undefined)
    throw unreadable(name, "has no package document (.opf). Save the book anew and upload that.");
  const book = partXml(opf);
  const chapters = spineOf(book, path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
  const encrypted = heads.get(ENCRYPTION);
  const locked = new Set(
    encrypted === undefined
      ? []
      : descendants(partXml(encrypted), "CipherReference").map(({ attributes }) => decodeURI(attributes.URI ?? "")),
  );
  if (chapters.some((chapter) => locked.has(chapter)))
    throw unreadable(name, "is copy-protected (DRM) and cannot be read. Upload an unprotected copy.");
  const wanted = new Set(chapters);
  const parts = archive.unpack((entry) => wanted.has(entry));
  const texts = chapters.map((chapter, index) => {
    input.onProgress({ stage: "reading", processed: index + 1, total: chapters.length });
    const part = parts.get(chapter);
    return part === undefined ? "" : htmlToMarkdown(withoutDeclaration(new TextDecoder().decode(part))).text.trim();
  });
  const value = (field: string): string => textOf(descendants(book, field)[0]).replace(/\s+/g, " ").trim();
  const metadata = present({ title: value("title"), author: value("creator"), subject: value("subject"), date: value("date") });
  return parsedText("epub", texts.filter((text) => text !== "").join("\n\n"), { metadata });
};

function spineOf(book: Element, folder: string): readonly string[] {
  const items = new Map(descendants(book, "item").map(({ attributes }) => [attributes.id, attributes]));
  return descendants(book, "itemref").flatMap((reference) => {
    const item = items.get(reference.attributes.idref);
    const isText = /html/i.test(item?.["media-type"] ?? "");
    return item?.href === undefined || !isText ? [] : [resolved(folder, decodeURI(item.href))];
  });
}

function withoutDeclaration(xhtml: string): string {
  return xhtml.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "");
}
