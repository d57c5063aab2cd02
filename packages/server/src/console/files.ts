// The built console's files: listed once, read at first use and then kept, compressed where the browser takes it.
// In: a folder. Out: replies for exactly the listed paths; nothing else of the disk can be asked for.

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptsCoding, acceptsGzip } from "../middleware/gzip.js";
import { GUARDS } from "./replies.js";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};
const COMPRESSIBLE = /^text\/|json$|svg|wasm/;
/** Bytes from which compressing pays. */
const LEAST = 1024;
/** Brotli 6 on 500 kB of script takes about 20 ms and is smaller than gzip 9; 11 takes 1 s, and somebody waits. */
const BROTLI_QUALITY = 6;

/** A file below `assets/` has a hash of its content in its name. */
const FOREVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

interface Entry {
  readonly type: string;
  readonly isHashed: boolean;
  readonly plain: () => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string }>;
  readonly packed: (coding: "br" | "gzip") => Promise<Uint8Array<ArrayBuffer>>;
}

export interface ConsoleFiles {
  /** The text of index.html; null where nothing is built. Looks whether it was built again. */
  page(): Promise<string | null>;
  /** Null for a path that is no listed file. */
  reply(name: string, headers: Headers): Promise<Response | null>;
}

/** `folder` null: there is none. */
export function consoleFiles(folder: string | null): ConsoleFiles {
  let built = "";
  let html = "";
  let entries: ReadonlyMap<string, Entry> = new Map();

  async function refresh(): Promise<boolean> {
    if (folder === null) return false;
    const index = path.join(folder, "index.html");
    const found = await stat(index).catch(absent);
    if (found === null) return false;
    const stamp = `${found.mtimeMs} ${found.size}`;
    if (stamp !== built) {
      [html, entries] = await Promise.all([readFile(index, "utf8"), listed(folder)]);
      built = stamp;
    }
    return true;
  }

  return {
    page: async () => ((await refresh()) ? html : null),
    async reply(name, headers) {
      if (built === "") await refresh();
      const entry = entries.get(name);
      return entry === undefined ? null : sent(entry, headers);
    },
  };
}

async function sent(entry: Entry, headers: Headers): Promise<Response> {
  const { bytes, etag } = await entry.plain();
  const common = { ...GUARDS, ETag: etag, "Cache-Control": entry.isHashed ? FOREVER : ASK_AGAIN, Vary: "Accept-Encoding" };
  if (isKnown(headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: common });
  const coding = bytes.byteLength < LEAST || !COMPRESSIBLE.test(entry.type) ? null : codingFor(headers.get("accept-encoding") ?? undefined);
  const body = coding === null ? bytes : await entry.packed(coding);
  return new Response(body, {
    headers: {
      ...common,
      "Content-Type": entry.type,
      "Content-Length": String(body.byteLength),
      ...(coding !== null && { "Content-Encoding": coding }),
    },
  });
}

function codingFor(header: string | undefined): "br" | "gzip" | null {
  if (acceptsCoding(header, "br")) return "br";
  return acceptsGzip(header) ? "gzip" : null;
}

function isKnown(header: string | null, etag: string): boolean {
  return (header ?? "").split(",").some((each) => each.trim() === etag || each.trim() === "*");
}

/** Plain files alone: no links, nothing whose name begins with a dot. */
async function listed(folder: string, below = ""): Promise<ReadonlyMap<string, Entry>> {
  const found = new Map<string, Entry>();
  for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
    if (entry.name.startsWith(".")) continue;
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) for (const each of await listed(folder, name)) found.set(...each);
    else if (entry.isFile() && name !== "index.html") found.set(encodeURI(name), entryOf(folder, name));
  }
  return found;
}

const brotliLater = promisify(brotliCompress);
const gzipLater = promisify(gzip);

function entryOf(folder: string, name: string): Entry {
  const plain = once(async () => {
    const bytes = new Uint8Array(await readFile(path.join(folder, name)));
    // Weak: the compressed bodies share it.
    return { bytes, etag: `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` };
  });
  const compress = {
    br: once(async () => {
      const { bytes } = await plain();
      const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength };
      return new Uint8Array(await brotliLater(bytes, { params }));
    }),
    gzip: once(async () => new Uint8Array(await gzipLater((await plain()).bytes))),
  };
  const type = TYPES[path.extname(name).toLowerCase()] ?? "application/octet-stream";
  return { type, isHashed: name.startsWith("assets/"), plain, packed: (coding) => compress[coding]() };
}

/** One result for all who ask; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((cause: unknown) => {
      made = null;
      throw cause;
    });
    return made;
  };
}

function absent(cause: NodeJS.ErrnoException): null {
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null;
  throw cause;
}
