// Attachments on the wire: blocks of content coming in, references going out.
// In: a JSON value that stands for content. Out: the engine's content; and the contract's `attachments` lists with their addresses.

import type { Attachment, ContentBlock } from "@hindsight-memory/engine";
import type { z } from "@hono/zod-openapi";
import type { ChunkAttachment } from "./common.js";
import { type Fail, leaf } from "./scalars.js";

const source = {
  type: "object",
  properties: { type: { type: "string", const: "base64", default: "base64" }, media_type: { type: "string" }, data: { type: "string" } },
  required: ["media_type", "data"],
};

const block = (type: string, properties: object, required: readonly string[]) => ({
  type: "object",
  properties: { type: { type: "string", const: type }, ...properties },
  required: ["type", ...required],
});

/** Text, or a list of blocks. Blank content is refused here; what the bytes are is the engine's to say. */
export const content = leaf(
  {
    type: "string",
    anyOf: [
      { type: "string" },
      {
        type: "array",
        items: {
          oneOf: [
            block("text", { text: { type: "string" } }, ["text"]),
            block("image", { source }, ["source"]),
            block("file", { source, filename: { anyOf: [{ type: "string" }, { type: "null" }] } }, ["source"]),
          ],
        },
      },
    ],
    description: "What to remember: text, or a list of blocks of text, images and files",
  },
  (value, fail): string | readonly ContentBlock[] => {
    const blocks = typeof value === "string" ? value : contentBlocks(value, fail);
    const isBlank =
      typeof blocks === "string"
        ? isBlankText(blocks)
        : blocks.every((each) => each.type === "text") &&
          isBlankText(blocks.map((each) => (each.type === "text" ? each.text : "")).join(""));
    return isBlank ? fail("value_error", "Must not be blank", { error: "blank content" }) : blocks;
  },
);

const isBlankText = (text: string): boolean => text.replaceAll("\0", "").trim() === "";

function contentBlocks(value: unknown, fail: Fail): readonly ContentBlock[] {
  if (!Array.isArray(value)) return fail("string_type", "Must be text or a list of blocks");
  if (value.length === 0) return fail("too_short", "Must have at least one block", { min_length: 1 });
  return value.map((each, index) => contentBlock(each, index, fail));
}

type Unread = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Unread => (typeof value === "object" && value !== null ? value : {}) as Unread;

function contentBlock(value: unknown, index: number, fail: Fail): ContentBlock {
  const { type, text, source: from, filename } = fieldsOf(value);
  const string = (given: unknown, path: readonly (string | number)[]): string =>
    typeof given === "string"
      ? given
      : fail(given === undefined ? "missing" : "string_type", "Must be a string", undefined, [index, ...path]);
  if (type === "text") return { type, text: string(text, ["text"]) };
  if (type !== "image" && type !== "file") {
    const tags = "'text', 'image', 'file'";
    return fail("union_tag_invalid", `The block's type must be one of ${tags}`, { tag: String(type), expected_tags: tags }, [index]);
  }
  if (typeof from !== "object" || from === null)
    return fail(from === undefined ? "missing" : "dict_type", "Must be an object", undefined, [index, "source"]);
  const { type: form = "base64", media_type, data } = fieldsOf(from);
  if (form !== "base64") return fail("literal_error", "Must be 'base64'", { expected: "'base64'" }, [index, "source", "type"]);
  return {
    type,
    mediaType: string(media_type, ["source", "media_type"]),
    data: string(data, ["source", "data"]),
    filename: type === "image" || filename === undefined || filename === null ? null : string(filename, ["filename"]),
  };
}

/** References to attachments of a bank; null for none. */
export function attachmentsReply(bankId: string, attachments: readonly Attachment[]): z.input<typeof ChunkAttachment>[] | null {
  if (attachments.length === 0) return null;
  return attachments.map(({ id, hash, kind, mediaType, byteSize, filename }) => ({
    id,
    hash,
    kind,
    media_type: mediaType,
    byte_size: byteSize,
    filename,
    url: `/v1/default/banks/${encodeURIComponent(bankId)}/attachments/${id}`,
  }));
}
