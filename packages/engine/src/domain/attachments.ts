// Attachments: images and files that stand inside content.
// In: blocks of content, or a stored text. Out: the text with a placeholder for each attachment, and the ids in a text.

/** Content as a caller sends it: text, or blocks in the order in which they are read. */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image" | "file";
      readonly mediaType: string;
      /** Base64. */
      readonly data: string;
      readonly filename?: string | null;
    };

export type AttachmentKind = "image" | "file";

/** An attachment without its bytes: what is kept with an item, a document and a memory. */
export interface Attachment {
  /** The first 12 hex digits of the hash (the contract's id). */
  readonly id: string;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly kind: AttachmentKind;
  readonly mediaType: string;
  readonly byteSize: number;
  readonly filename: string | null;
}

export const ATTACHMENT_ID_LENGTH = 12;

/** A media type without parameters, in small letters (RFC 6838): it becomes a header. */
export const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

const PLACEHOLDER = /⟦hs-att:([0-9a-f]{12})⟧/gu;

/** What stands in the text where the attachment was. */
export function placeholderOf(id: string): string {
  return `⟦hs-att:${id}⟧`;
}

/** The ids of the attachments that a text holds, each once, in order. */
export function attachmentIdsIn(text: string): readonly string[] {
  if (!text.includes("⟦hs-att:")) return [];
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] as string))];
}

/** A text as it is read for words and meaning: hexadecimal ids are neither. */
export function withoutPlaceholders(text: string): string {
  return text.includes("⟦hs-att:") ? text.replace(PLACEHOLDER, " ") : text;
}

/** A text with the name of each attachment's file, where it has one, in front of its placeholder. */
export function withFileNames(text: string, attachments: readonly Pick<Attachment, "id" | "filename">[]): string {
  const names = new Map(attachments.map(({ id, filename }) => [id, filename]));
  return text.replace(PLACEHOLDER, (placeholder, id: string) => {
    const name = names.get(id) ?? null;
    return name === null ? placeholder : `${name} ${placeholder}`;
  });
}

/** A text cut at its placeholders: stretches of text and ids, in order, blank stretches left out. */
export function cutAtPlaceholders(text: string): readonly (string | { readonly id: string })[] {
  const parts: (string | { readonly id: string })[] = [];
  let start = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(start, match.index), { id: match[1] as string });
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start));
  return parts.filter((part) => typeof part !== "string" || part.trim() !== "");
}

/**
 * Joins blocks to the text that is stored: neighbouring texts with nothing between, each attachment apart by blank lines. `idOf` gives the id of an
 * attachment block.
 */
export function joinBlocks<B extends { readonly type: "text" | AttachmentKind }>(
  blocks: readonly B[],
  textOf: (block: B) => string,
  idOf: (block: B) => string,
): string {
  let joined = "";
  let wasAttachment = false;
  for (const block of blocks) {
    const isAttachment = block.type !== "text";
    const piece = isAttachment ? placeholderOf(idOf(block)) : textOf(block);
    if (piece === "") continue;
    if (joined !== "" && (isAttachment || wasAttachment)) joined = `${joined.replace(/\n+$/u, "")}\n\n${piece.replace(/^\n+/u, "")}`;
    else joined += piece;
    wasAttachment = isAttachment;
  }
  return joined;
}
