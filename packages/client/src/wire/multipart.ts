// Uploads: files of any kind as one multipart body.
// In: Blobs, Files, or a name with a stream. Out: a form that `fetch` encodes, or a body that is written while it is sent.
// A stream is never held in memory as a whole; a Blob is read by the runtime, which does not hold it either.

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
}

/** Every file under the name `files`, then the text fields. */
export function multipart(files: readonly UploadFile[], fields: Readonly<Record<string, string>>): MultipartBody {
  return files.every((file) => file instanceof Blob) ? form(files as readonly Blob[], fields) : streamed(files, fields);
}

function form(files: readonly Blob[], fields: Readonly<Record<string, string>>): MultipartBody {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { body };
}

function streamed(files: readonly UploadFile[], fields: Readonly<Record<string, string>>): MultipartBody {
  const boundary = `hindsight-${uuid()}`;
  const parts = encoded(files, fields, boundary);
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
  return { body, headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` } };
}

async function* encoded(
  files: readonly UploadFile[],
  fields: Readonly<Record<string, string>>,
  boundary: string,
): AsyncGenerator<Uint8Array, undefined> {
  const text = new TextEncoder();
  for (const file of files) {
    const name = "name" in file ? String(file.name) : "blob";
    const head = `Content-Disposition: form-data; name="files"; filename="${quoted(name)}"\r\nContent-Type: ${mediaType(file.type)}`;
    yield text.encode(`--${boundary}\r\n${head}\r\n\r\n`);
    yield* bytesOf(file instanceof Blob ? file.stream() : file.stream);
    yield text.encode("\r\n");
  }
  for (const [name, value] of Object.entries(fields)) {
    yield text.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`);
  }
  yield text.encode(`--${boundary}--\r\n`);
  return undefined;
}

/** By reader where there is one: not every runtime iterates over a web stream. */
async function* bytesOf(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
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
