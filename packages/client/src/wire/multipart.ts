// Uploads: files of any kind as one multipart body.
// In: Blobs, Files, or a name with a stream. Out: a form that `fetch` encodes, or a body that is written while it is sent.
// A stream is never held in memory as a whole, save in a browser, which cannot send one; a Blob is read by the runtime, which does not hold it either.

import { HindsightError } from "../errors.js";
import { isBrowserPage } from "./browser.js";
import { uuid } from "./uuid.js";

/** A file whose bytes come from a stream, such as `createReadStream(path)` or `response.body`. */
export interface FileStream {
  readonly name: string;
  readonly type?: string;
  readonly stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
}

export type UploadFile = Blob | FileStream;

export interface MultipartBody {
  readonly body: NonNullable<RequestInit["body"]>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a file's own stream failed with while it was sent: the call then failed for it, and not for the server. */
  readonly unread: () => HindsightError | null;
}

/**
 * Every file under the name `files`, then the text fields.
 * @throws HindsightError `bad_argument` for what is no file
 */
export async function multipart(files: readonly UploadFile[], fields: Readonly<Record<string, string>>): Promise<MultipartBody> {
  for (const [index, file] of files.entries()) if (!isFile(file)) throw noFile(index);
  if (files.every((file) => file instanceof Blob)) return form(files as readonly Blob[], fields);
  const upload = streamed(files, fields);
  return isBrowserPage() ? collected(upload) : upload;
}

/** Some browsers send the name of a stream in its place, and others refuse one over HTTP/1.1. */
async function collected(upload: MultipartBody & { readonly body: ReadableStream<Uint8Array> }): Promise<MultipartBody> {
  const body = await new Response(upload.body).blob().catch((cause: unknown) => {
    throw upload.unread() ?? cause;
  });
  return { ...upload, body };
}

function form(files: readonly Blob[], fields: Readonly<Record<string, string>>): MultipartBody {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { body, unread: () => null };
}

/** Blobs of other makers (a polyfill's, another realm's) have a method where others have a stream. */
const streamOf = (file: UploadFile): FileStream["stream"] => (typeof file.stream === "function" ? file.stream() : file.stream);

function isFile(file: unknown): file is UploadFile {
  if (typeof file !== "object" || file === null || !("stream" in file)) return false;
  const { stream } = file;
  return (
    typeof stream === "function" ||
    (typeof stream === "object" && stream !== null && ("getReader" in stream || Symbol.asyncIterator in stream))
  );
}

function noFile(index: number): HindsightError {
  const message = `files[${index}] is no file: it is a File, a Blob, or { name, stream }, such as { name: "a.pdf", stream: createReadStream("a.pdf") }.`;
  return new HindsightError(message, undefined, undefined, { code: "bad_argument" });
}

function streamed(
  files: readonly UploadFile[],
  fields: Readonly<Record<string, string>>,
): MultipartBody & { readonly body: ReadableStream<Uint8Array> } {
  const boundary = `hindsight-${uuid()}`;
  let failure: HindsightError | null = null;
  const parts = encoded(files, fields, boundary, (name, cause) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    failure = new HindsightError(`The file ${JSON.stringify(name)} could not be read: ${why}`, undefined, why, {
      code: "bad_argument",
      cause,
    });
  });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, unread: () => failure };
}

async function* encoded(
  files: readonly UploadFile[],
  fields: Readonly<Record<string, string>>,
  boundary: string,
  onUnread: (name: string, cause: unknown) => void,
): AsyncGenerator<Uint8Array, undefined> {
  const text = new TextEncoder();
  for (const file of files) {
    const name = "name" in file ? String(file.name) : "blob";
    const head = `Content-Disposition: form-data; name="files"; filename="${quoted(name)}"\r\nContent-Type: ${mediaType(file.type)}`;
    yield text.encode(`--${boundary}\r\n${head}\r\n\r\n`);
    try {
      // A stream that was opened with an encoding brings texts.
      for await (const chunk of bytesOf(streamOf(file)) as AsyncIterable<Uint8Array | string>)
        yield typeof chunk === "string" ? text.encode(chunk) : chunk;
    } catch (cause) {
      onUnread(name, cause);
      throw cause;
    }
    yield text.encode("\r\n");
  }
  for (const [name, value] of Object.entries(fields)) {
    yield text.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`);
  }
  yield text.encode(`--${boundary}--\r\n`);
  return undefined;
}

/** By reader where there is one: not every runtime iterates over a web stream. */
async function* bytesOf(stream: FileStream["stream"]): AsyncGenerator<Uint8Array, undefined> {
  if (!("getReader" in stream)) {
    yield* stream;
    return undefined;
  }
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return undefined;
      yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}

/** As browsers encode the name of a file in a form. */
const quoted = (name: string): string => name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
const mediaType = (type: string | undefined): string =>
  type && /^[\w.+-]+\/[\w.+-]+(;[^\r\n]*)?$/.test(type) ? type : "application/octet-stream";
