import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { ParsedFile, ParsedText } from "../providers/parsers/index.js";
import { FILE_CONVERT_OPERATION, type FilePayload } from "./payload.js";

/** What providers take as one picture or document. */
const MAX_BYTES = 20 * 1_048_576;

const INSTRUCTION =
  "Write down what this file shows, as Markdown. Copy every word in reading order and in its own language, with headings, lists and tables as such. Where " +
  "there is a picture, chart or diagram, say in one or two sentences what it shows, in square brackets. Add nothing of your own, and no introduction. If " +
  "there is nothing to see, answer with the single word EMPTY.";

/**
 * The words of a picture or of a PDF without a text layer, by the model that reads for retain, if it sees. Throws `file_unreadable` that says how to
 * configure one, and what the model throws.
 */
export async function transcribe(
  ctx: RequestContext,
  bank: BankScope,
  operationId: string,
  payload: FilePayload,
  picture: Extract<ParsedFile, { kind: "picture" }>,
  fetchBytes: () => Promise<Uint8Array>,
): Promise<ParsedText> {
  const name = payload.original_filename;
  const what = picture.format === "pdf" ? "a PDF without a text layer (a scan)" : "a picture";
  const model = ctx.models.has("retain") ? ctx.models.describe("retain") : null;
  if (!model?.seesImages) {
    const reason =
      model === null
        ? "no language model is configured"
        : `the model ${model.model} does not see pictures (if it does, set HINDSIGHT_API_LLM_VISION=true)`;
    throw unreadable(
      `"${name}" is ${what}, and ${reason}. Set HINDSIGHT_API_RETAIN_LLM_PROVIDER and HINDSIGHT_API_RETAIN_LLM_MODEL to a model that sees, then retry the operation; or upload it with its text.`,
    );
  }
  if (payload.byte_size > MAX_BYTES) {
    throw new HindsightError(
      "file_over_limit",
      `"${name}" is ${what} of more than ${MAX_BYTES / 1_048_576} MB, which is more than a model takes. Make it smaller.`,
    );
  }
  const { text, finishReason } = await ctx.models.complete({
    purpose: "retain",
    origin: {
      bank,
      operation: FILE_CONVERT_OPERATION,
      traceId: operationId,
      operationId,
      metadata: { document_id: payload.document_id, file_name: name },
    },
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: INSTRUCTION },
          { type: picture.format === "pdf" ? "file" : "image", mediaType: picture.mediaType, bytes: await fetchBytes(), filename: name },
        ],
      },
    ],
    signal: ctx.signal,
  });
  if (finishReason === "length") {
    throw new HindsightError(
      "file_over_limit",
      `"${name}" holds more text than ${model.model} writes in one answer. Split it into fewer pages.`,
    );
  }
  const words = text.trim();
  if (words === "" || words === "EMPTY") throw unreadable(`"${name}" is ${what}, and ${model.model} sees nothing to read in it.`);
  return { kind: "text", format: picture.format, text: words, metadata: {}, pages: picture.pages, pagesWithoutText: 0, writtenAt: null };
}

function unreadable(message: string): HindsightError {
  return new HindsightError("file_unreadable", message);
}
