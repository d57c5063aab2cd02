// Calls to a provider's batch interface. In: a site and what its provider wants as credentials. Out: JSON or lines of it, or a ModelCallError.

import { randomUUID } from "node:crypto";
import { ModelCallError } from "../adapter.js";
import { brokenCall, isObject, type Json } from "../adapters/exchange.js";
import { failureOf, parsed, short } from "../adapters/failures.js";
import type { Site } from "../adapters/site.js";

/** Longest time of one call: a file of many megabytes may go up or come down. */
const TIMEOUT_MS = 300_000;

export interface Caller {
  json(method: "GET" | "POST" | "DELETE", path: string, signal: AbortSignal, body?: unknown): Promise<Json>;
  /** A file of JSON lines; what is no JSON object is left out. */
  lines(path: string, signal: AbortSignal): Promise<readonly Json[]>;
  /** Uploads a file of JSON lines as the field `file` of a form. */
  upload(path: string, fields: Readonly<Record<string, string>>, name: string, rows: readonly Json[], signal: AbortSignal): Promise<Json>;
}

/** Calls below `baseUrl`, or at a whole address, to which no credentials go. */
export function callerOf(site: Site, baseUrl: string, credentials: Readonly<Record<string, string>>): Caller {
  async function send(method: string, path: string, signal: AbortSignal, content?: { readonly type: string; readonly body: string }) {
    const isForeign = /^https?:\/\//.test(path);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await site.fetch(isForeign ? path : address(baseUrl, path, site.query), {
        method,
        headers: {
          ...(isForeign ? {} : { ...site.preset.headers, ...site.spec.headers, ...credentials }),
          ...(content === undefined ? {} : { "content-type": content.type }),
        },
        redirect: "manual", // a key in a header of its own would go along to whoever is named
        signal: limit,
        ...(content === undefined ? {} : { body: content.body }),
      });
      const text = await response.text();
      if (response.ok) return text;
      throw failureOf({ status: response.status, headers: response.headers, body: text }, site.secrets);
    } catch (cause) {
      throw cause instanceof ModelCallError ? cause : brokenCall(cause, limit);
    }
  }

  function object(text: string): Json {
    const json = parsed(text);
    if (isObject(json)) return json;
    const words = short(text, site.secrets);
    throw new ModelCallError("unavailable", `its batch interface answered something that is not a JSON object: ${words}`, { status: 200 });
  }

  return {
    async json(method, path, signal, body) {
      const content = body === undefined ? undefined : { type: "application/json", body: JSON.stringify(body) };
      return object(await send(method, path, signal, content));
    },
    async lines(path, signal) {
      const text = await send("GET", path, signal);
      return text.split("\n").map(parsed).filter(isObject);
    },
    async upload(path, fields, name, rows, signal) {
      const { type, body } = form(fields, name, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      return object(await send("POST", path, signal, { type, body }));
    },
  };
}

function address(baseUrl: string, path: string, query: Site["query"]): string {
  const url = new URL(baseUrl + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** RFC 7578, by hand: Node's FormData is none for a fetch of another build of undici. */
function form(fields: Readonly<Record<string, string>>, name: string, file: string): { readonly type: string; readonly body: string } {
  const boundary = `hindsight-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/jsonl\r\n\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join("")}${head}${file}\r\n--${boundary}--\r\n` };
}
