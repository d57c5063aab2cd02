import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { SaxesParser } from "saxes";
import { HindsightError } from "../../errors.js";
import { createDrafts, type Draft } from "./draft.js";
import type { ObjectStore, ReceivedObject, StoredObject } from "./provider.js";

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Empty: Amazon's own for the region. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where bytes wait that are still coming in. */
  readonly draftFolder: string;
}

/** Tries of one call, the first included; what fails for good (403, 404) is tried once. */
const TRIES = 3;
const PAUSE_MS = 200;
/** Time of one try, and what a large body buys beyond it. */
const TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 250;
/** Objects deleted at once. */
const DELETERS = 8;

type Body = Uint8Array | ReadableStream<Uint8Array>;

interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Made anew for each try: a stream can be read once. */
  readonly body?: () => Body;
  readonly size?: number;
  /** The time of a try ends with the head of the answer: its body takes as long as its reader does. */
  readonly isStreamed?: true;
}

interface NewObject {
  readonly body: () => Body;
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Objects of an S3-compatible server. Requests are signed by aws4fetch (MIT, no dependencies, 20 KB) and sent by Node's own fetch: of the 1.5 MB that
 * the vendor's client brings, five plain calls are needed here, and every S3-compatible server answers those alike.
 */
export function createS3Store(options: S3Options): ObjectStore {
  const { accessKeyId, secretAccessKey, region } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const base = baseOf(options);
  const drafts = createDrafts(options.draftFolder);
  const urlOf = (key: string): string => `${base}/${key.split("/").map(escapeSegment).join("/")}`;

  async function send(call: Call): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await once(client, call).catch((error: unknown) => {
        if (call.signal?.aborted) throw call.signal.reason;
        if (attempt === TRIES) throw unavailable(`could not be reached (${reasonOf(error)})`, error);
        return null;
      });
      if (response?.ok || response?.status === 404) return response;
      if (response !== null && !isTransient(response.status)) throw await refusal(response);
      if (response !== null && attempt === TRIES) throw await refusal(response);
      await response?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (attempt - 1)));
    }
  }

  async function put(key: string, { body, size, sha256, contentType, signal }: NewObject): Promise<void> {
    const headers = { "content-type": contentType, "content-length": String(size), "x-amz-content-sha256": sha256 };
    const response = await send({ method: "PUT", url: urlOf(key), headers, body, size, signal });
    if (response.status === 404) throw await refusal(response);
    await response.body?.cancel();
  }

  async function* list(prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
    let token: string | null = null;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix, ...(token === null ? {} : { "continuation-token": token }) });
      const response = await send({ method: "GET", url: `${base}/?${query.toString().replaceAll("+", "%20")}`, signal });
      if (response.status === 404) throw await refusal(response);
      const page = readListing(await response.text());
      yield* page.objects;
      token = page.next;
    } while (token !== null);
  }

  async function remove(key: string, signal?: AbortSignal): Promise<void> {
    const response = await send({ method: "DELETE", url: urlOf(key), signal });
    await response.body?.cancel();
  }

  const received = ({ path, size, sha256 }: Draft): ReceivedObject => ({
    size,
    sha256,
    async keep(key, { contentType, signal }) {
      await put(key, {
        body: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
        size,
        sha256,
        contentType,
        signal,
      });
      await rm(path, { force: true });
    },
    discard: () => rm(path, { force: true }),
  });

  return {
    kind: "s3",
    async put(key, bytes, { contentType, signal }) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await put(key, { body: () => bytes, size: bytes.byteLength, sha256, contentType, signal });
    },
    async receive(source) {
      return received(await drafts.receive(source));
    },
    async get(key, signal) {
      const response = await send({ method: "GET", url: urlOf(key), signal });
      if (response.status !== 404) return new Uint8Array(await response.arrayBuffer());
      await orMissingBucket(response);
      return null;
    },
    async read(key, signal) {
      const response = await send({ method: "GET", url: urlOf(key), signal, isStreamed: true });
      if (response.status !== 404 && response.body !== null)
        return { size: Number(response.headers.get("content-length")), body: response.body };
      await orMissingBucket(response);
      return null;
    },
    async has(key, signal) {
      const response = await send({ method: "HEAD", url: urlOf(key), signal });
      return response.ok;
    },
    delete: remove,
    async deleteAll(prefix, signal) {
      const keys: string[] = [];
      for await (const { key } of list(prefix, signal)) keys.push(key);
      for (let at = 0; at < keys.length; at += DELETERS) await Promise.all(keys.slice(at, at + DELETERS).map((key) => remove(key, signal)));
      return keys.length;
    },
    list,
    async close() {},
  };
}

/** Amazon wants the bucket in the host; other servers are asked by path, which all of them know. */
function baseOf({ bucket, region, endpoint }: S3Options): string {
  if (endpoint !== "") return `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  return bucket.includes(".") ? `https://s3.${region}.amazonaws.com/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** `encodeURIComponent`, and the five characters that it leaves and a signature does not. */
function escapeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function once(client: AwsClient, call: Call): Promise<Response> {
  const { size = 0, isStreamed = false } = call;
  const late = new AbortController();
  const timeoutMs = TIMEOUT_MS + Math.ceil(size / SLOWEST_BYTES_PER_MS);
  const timer = setTimeout(() => late.abort(new DOMException("The storage did not answer in time.", "TimeoutError")), timeoutMs).unref();
  try {
    const response = await fetched(client, call, late.signal);
    if (isStreamed) clearTimeout(timer);
    return response;
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}

function fetched(client: AwsClient, { method, url, headers, body, signal }: Call, deadline: AbortSignal): Promise<Response> {
  return client.fetch(url, {
    method,
    headers: { ...headers },
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    redirect: "error",
    ...(body === undefined ? {} : { body: body(), duplex: "half" }),
  } as unknown as RequestInit);
}

const isTransient = (status: number): boolean => status === 429 || status === 408 || status >= 500;

/** What the server says is wrong: its code, never the request, whose headers hold the signature. */
async function refusal(response: Response): Promise<HindsightError> {
  const code = /<Code>([\w.]{1,80})<\/Code>/.exec(await response.text())?.[1];
  return unavailable(`answered ${response.status}${code === undefined ? "" : ` ${code}`}`);
}

/** A missing object is an answer; a missing bucket is a mistake of the settings. */
async function orMissingBucket(response: Response): Promise<void> {
  const text = await response.text();
  if (text.includes("NoSuchBucket")) throw unavailable("answered 404 NoSuchBucket");
}

function unavailable(what: string, cause?: unknown): HindsightError {
  return new HindsightError(
    "storage_unavailable",
    `The S3 storage ${what}. Check the HINDSIGHT_API_FILE_STORAGE_S3_ settings and that the server runs.`,
    cause === undefined ? {} : { cause },
  );
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : "no answer";
}

/** A page of a listing (ListObjectsV2). */
function readListing(xml: string): { readonly objects: readonly StoredObject[]; readonly next: string | null } {
  const objects: StoredObject[] = [];
  let entry: Record<string, string> | null = null;
  let text = "";
  let next: string | null = null;
  let isTruncated = false;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    text = "";
    if (name === "Contents") entry = {};
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "Contents" && entry !== null) {
      objects.push({ key: entry.Key ?? "", size: Number(entry.Size ?? 0), modifiedAt: new Date(entry.LastModified ?? 0) });
      entry = null;
    } else if (entry !== null) entry[name] = text;
    else if (name === "NextContinuationToken") next = text;
    else if (name === "IsTruncated") isTruncated = text === "true";
  });
  parser.on("error", (error) => {
    throw unavailable("answered with a listing that is no XML", error);
  });
  parser.write(xml).close();
  return { objects, next: isTruncated ? next : null };
}
