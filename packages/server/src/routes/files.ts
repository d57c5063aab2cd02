// Files: uploads that become documents.
// In: the engine. Out: the endpoint `{bank}/files/retain`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { isMultipart, readMultipart } from "../http/multipart.js";
import { HindsightError } from "../http/types.js";
import { bankPath } from "../wire/common.js";
import { FileRetainForm, FileRetainReply, fileRequest } from "../wire/files.js";
import { B, BAD, NO_BANK, ok } from "./replies.js";

/** Room for the boundaries, the heads of the parts and the request around the files. */
const AROUND_BYTES = 4 * 1_048_576;

export function fileRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "file_retain",
      method: "post",
      path: `${B}/files/retain`,
      tag: "Files",
      summary: "Retain files",
      description:
        "Takes files in as multipart parts named files, stores them, and answers with an operation for each, which converts its file and queues the retain of the text. " +
        "PDF, DOCX, PPTX, XLSX, EPUB, HTML, Markdown, CSV, JSON, e-mail and plain text are read here; pictures and scans by the language model, if it sees.",
      params: bankPath,
      form: FileRetainForm,
      replies: { 200: ok(FileRetainReply, "Stored and queued"), 400: BAD, 404: NO_BANK },
      async handle({ params, signal, context, parts }) {
        const upload = await engine.files.upload(params.bank_id, { signal }); // before the body: an unknown bank needs none
        if (!isMultipart(context)) throw missing("files", "request");
        const { fileMaxTotalMb } = parts.options.settings;
        let count = 0;
        try {
          const fields = await readMultipart(context, {
            maxBytes: fileMaxTotalMb * 1_048_576 + AROUND_BYTES,
            tooLarge: () => tooLarge(fileMaxTotalMb),
            timeoutMs: parts.options.bodyTimeoutMs,
            signal,
            async onFile({ field, name, contentType, bytes }) {
              if (field !== "files" && field !== "files[]") return;
              count += 1;
              await upload.add({ name, contentType }, bytes);
            },
          });
          const request = fields.get("request");
          if (request === undefined || count === 0)
            throw missing(...(count === 0 ? ["files"] : []), ...(request === undefined ? ["request"] : []));
          const read = fileRequest(request);
          context.set("ignored", [...(context.get("ignored") ?? []), ...read.ignored]);
          const { operationIds } = await upload.retain(read.request);
          return { operation_ids: [...operationIds] };
        } finally {
          await upload.discard();
        }
      },
    }),
  ];
}

/** The contract wants a `request`, though nothing need be in it. */
function missing(...names: readonly string[]): HindsightError {
  const hint = names.includes("request") ? " A request of {} is enough." : "";
  return new HindsightError("invalid_request", `The form lacks ${names.join(" and ")}.${hint}`, {
    details: names.map((name) => ({
      type: "missing",
      loc: ["body", name],
      msg: `This field is required${name === "request" ? "; {} is enough" : ""}`,
      input: null,
    })),
  });
}

function tooLarge(limitMb: number): HindsightError {
  return new HindsightError(
    "bad_argument",
    `The upload is larger than ${limitMb} MB. Send less at once, or raise HINDSIGHT_API_FILE_CONVERSION_MAX_BATCH_SIZE_MB.`,
  );
}
