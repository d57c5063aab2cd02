// Anthropic's message batches: requests and replies travel as they are, without files.
// https://docs.anthropic.com/en/api/creating-message-batches

import { at } from "../../http/read-answer.js";
import { ModelCallError } from "../adapter.js";
import { isObject, type Json } from "../adapters/exchange.js";
import type { Site } from "../adapters/site.js";
import { callerOf } from "./http.js";
import type { BatchLook, BatchReply, BatchWire } from "./wire.js";

const BATCHES = "/messages/batches";
const PAGE = 100;
const MOST_PAGES = 50;
const SKEW_MS = 600_000;
/** Statuses by the kind of an error, as single calls have them (https://docs.anthropic.com/en/api/errors). */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};

export function anthropicBatches(site: Site): BatchWire {
  const isToken = site.apiKey.startsWith("sk-ant-oat");
  const call = callerOf(site, site.baseUrl, {
    "anthropic-version": "2023-06-01",
    ...(isToken ? { authorization: `Bearer ${site.apiKey}`, "anthropic-beta": "oauth-2025-04-20" } : { "x-api-key": site.apiKey }),
  });
  const path = (id: string) => `${BATCHES}/${encodeURIComponent(id)}`;

  return {
    mostBytes: 240_000_000,
    mostLines: 100_000,
    async submit(_, lines, signal) {
      const requests = lines.map(({ key, body }) => ({ custom_id: key, params: body }));
      return idOf(await call.json("POST", BATCHES, signal, { requests }));
    },
    /** A batch bears no name here: those of the same size from the same time may be it. */
    async find({ count, since }, signal) {
      const from = since.getTime() - SKEW_MS;
      const found: string[] = [];
      for (let page = 0, after = ""; page < MOST_PAGES; page += 1) {
        const listed = await call.json(
          "GET",
          `${BATCHES}?limit=${PAGE}${after === "" ? "" : `&after_id=${encodeURIComponent(after)}`}`,
          signal,
        );
        const all = Array.isArray(listed.data) ? listed.data.filter(isObject) : [];
        const young = all.filter((one) => Date.parse(String(one.created_at)) >= from);
        found.push(...young.filter((one) => countOf(one).all === count).map(idOf));
        const last = all.at(-1);
        if (last === undefined || listed.has_more !== true || young.length < all.length) break;
        after = idOf(last);
      }
      return found;
    },
    async look(id, signal): Promise<BatchLook> {
      const found = await call.json("GET", path(id), signal);
      const words = String(found.processing_status);
      if (words !== "ended") return { state: "running", words, done: countOf(found).done };
      return { state: "ended", words, isCancelled: typeof found.cancel_initiated_at === "string" };
    },
    async replies(id, signal) {
      return (await call.lines(`${path(id)}/results`, signal)).flatMap(replyOf);
    },
    async cancel(id, signal) {
      await call.json("POST", `${path(id)}/cancel`, signal, {});
    },
  };
}

function idOf({ id }: Json): string {
  if (typeof id === "string" && id !== "") return id;
  throw new ModelCallError("unavailable", "its batch interface gave a batch without an id", { status: 200 });
}

function countOf(batch: Json): { readonly all: number; readonly done: number } {
  const count = (name: string): number => Number(at(batch, "request_counts", name) ?? 0);
  const done = ["succeeded", "errored", "canceled", "expired"].reduce((sum, name) => sum + count(name), 0);
  return { all: done + count("processing"), done };
}

function replyOf(line: Json): readonly BatchReply[] {
  const { custom_id: key, result } = line;
  if (typeof key !== "string") return [];
  const type = at(result, "type");
  if (type === "succeeded") return [{ key, status: 200, body: at(result, "message") }];
  // `error` is the error response of a single call, with the error in it.
  const error = at(result, "error", "error") ?? at(result, "error") ?? { message: `the line is ${String(type)}` };
  return [{ key, status: STATUSES[String(at(error, "type"))] ?? 503, body: { type: "error", error } }];
}
