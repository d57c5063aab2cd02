import { createHash } from "node:crypto";
import type { Blob } from "../attachments/index.js";
import type { Settings } from "../config/index.js";
import { ATTACHMENT_ID_LENGTH, type Attachment, type ContentBlock, joinBlocks, MEDIA_TYPE } from "../domain/attachments.js";
import { cleanName, exceedsBytes } from "../domain/names.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";

/** What one item may bring. */
export interface AttachmentLimits {
  readonly count: number;
  /** Of one attachment. */
  readonly bytes: number;
}

/** The limits of a server. */
export function attachmentLimits(settings: Pick<Settings, "retainAttachmentMaxCount" | "retainAttachmentMaxSizeMb">): AttachmentLimits {
  return { count: settings.retainAttachmentMaxCount, bytes: settings.retainAttachmentMaxSizeMb * 2 ** 20 };
}

export interface ReadContent {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly blobs: readonly Blob[];
}

const MAX_FILENAME_BYTES = 512;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads an item's content: text as it is; of blocks the text with a placeholder for each attachment, and the bytes of these. Throws `bad_argument`
 * that names the block for bytes that are no base64, and for what is over a limit.
 */
export function readContent(content: string | readonly ContentBlock[], field: string, limits: AttachmentLimits): ReadContent {
  if (typeof content === "string") return { text: sanitise(content), attachments: [], blobs: [] };
  const read = content.map((block, index) => ({
    ...block,
    stored: block.type === "text" ? null : readAttachmentBlock(block, `${field}[${index}]`, limits),
  }));
  const stored = read.flatMap((block) => block.stored ?? []);
  if (stored.length > limits.count) {
    throw new HindsightError(
      "bad_argument",
      `${field} holds ${stored.length} attachments; an item may have ${limits.count}. Split the item.`,
    );
  }
  const text = joinBlocks(
    read,
    (block) => (block.type === "text" ? sanitise(block.text) : ""),
    (block) => block.stored?.attachment.id ?? "",
  );
  return {
    text,
    attachments: [...new Map(stored.map(({ attachment }) => [attachment.id, attachment])).values()],
    blobs: stored.map(({ blob }) => blob),
  };
}

function readAttachmentBlock(
  block: Exclude<ContentBlock, { type: "text" }>,
  field: string,
  limits: AttachmentLimits,
): { readonly attachment: Attachment; readonly blob: Blob } {
  const refuse = (problem: string): never => {
    throw new HindsightError("bad_argument", `${field}: ${problem}`);
  };
  const data = block.data.replace(/\s+/g, "");
  if (!BASE64.test(data) || data.replace(/=+$/, "").length % 4 === 1) refuse("source.data is no base64.");
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  if (bytes.length === 0) refuse("source.data is empty; leave the block out.");
  if (bytes.length > limits.bytes) {
    refuse(
      `the attachment has ${bytes.length.toLocaleString("en")} bytes; the limit is ${limits.bytes.toLocaleString("en")} (HINDSIGHT_API_RETAIN_ATTACHMENT_MAX_SIZE_MB).`,
    );
  }
  const mediaType = block.mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!MEDIA_TYPE.test(mediaType)) refuse(`source.media_type is "${block.mediaType.slice(0, 80)}"; it takes a type like image/png.`);
  if (block.type === "image" && !mediaType.startsWith("image/"))
    refuse(`an image block has the media type ${mediaType}; send it as a file.`);
  const filename = cleanName(block.filename ?? "");
  if (exceedsBytes(filename, MAX_FILENAME_BYTES)) refuse(`filename is longer than ${MAX_FILENAME_BYTES} bytes.`);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return {
    attachment: {
      id: hash.slice(0, ATTACHMENT_ID_LENGTH),
      hash,
      kind: block.type,
      mediaType,
      byteSize: bytes.length,
      filename: isBlank(filename) ? null : filename,
    },
    blob: { hash, mediaType, bytes },
  };
}
