// What Word, PowerPoint and Excel files have in common: an archive of XML parts that refer to one another.

import type { ReaderInput } from "./provider.js";
import { childrenOf, descendants, type Element, parseXml, textOf } from "./xml.js";
import { type Archive, openArchive } from "./zip.js";

export function openOffice({ bytes, hints, limits }: ReaderInput): Archive {
  return openArchive(bytes, hints.name, limits.maxUnpackedBytes);
}

const CORE = "docProps/core.xml";

/** Title, author, subject and date of making, as far as the file says. */
export function coreProperties(archive: Archive): Readonly<Record<string, string>> {
  const part = archive.unpack((name) => name === CORE).get(CORE);
  if (part === undefined) return {};
  const root = partXml(part);
  const value = (name: string): string => textOf(childrenOf(root, name)[0]).replace(/\s+/g, " ").trim();
  return present({ title: value("title"), author: value("creator"), subject: value("subject"), date: value("created") });
}

/** Leaves out what is empty. */
export function present(metadata: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ""));
}

export function partXml(part: Uint8Array): Element {
  const isWide = part[0] === 0xff && part[1] === 0xfe;
  return parseXml(new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(part));
}

/** Targets of a part's relations by their id, as paths in the archive. */
export function relations(
  part: Uint8Array | undefined,
  folder: string,
): ReadonlyMap<string, { readonly type: string; readonly path: string }> {
  if (part === undefined) return new Map();
  return new Map(
    descendants(partXml(part), "Relationship").map(({ attributes }) => [
      attributes.Id ?? "",
      { type: (attributes.Type ?? "").split("/").at(-1) ?? "", path: resolved(folder, attributes.Target ?? "") },
    ]),
  );
}

/** A relative path of a part below `folder`; an absolute one from the archive's root. */
export function resolved(folder: string, target: string): string {
  const parts = target.startsWith("/") ? [] : folder.split("/").filter((each) => each !== "");
  for (const each of target.split("/")) {
    if (each === "..") parts.pop();
    else if (each !== "." && each !== "") parts.push(each);
  }
  return parts.join("/");
}
