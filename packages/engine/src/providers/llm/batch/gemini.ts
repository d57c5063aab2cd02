// Gemini's batches: requests inside the call, replies inside the long-running operation that it starts.
// https://ai.google.dev/api/batch-api

import { at } from "../../http/read-answer.js";
import { ModelCallError } from "../adapter.js";
import { isObject, type Json } from "../adapters/exchange.js";
import type { Site } from "../adapters/site.js";
import { callerOf } from "./http.js";
import type { BatchLook, BatchReply, BatchWire } from "./wire.js";

const PAGE = 100;
const MOST_PAGES = 50;
const SKEW_MS = 600_000;
/** HTTP statuses of the codes of google.rpc.Code that a line may end with; others are trouble on the server's side. */
const STATUSES: Readonly<Record<number, number>> = { 3: 400, 5: 404, 7: 403, 8: 429, 9: 400, 11: 400, 16: 401 };

export function geminiBatches(site: Site): BatchWire {
  const call = callerOf(site, site.baseUrl, { "x-goog-api-key": site.apiKey });

  return {
    mostBytes: 18_000_000, // inline requests may have 20 MB
    mostLines: 50_000,
    async submit(ticket, lines, signal) {
      const requests = lines.map(({ key, body }) => ({ request: body, metadata: { key } }));
      const batch = { display_name: ticket, input_config: { requests: { requests } } };
      return nameOf(await call.json("POST", `/models/${site.modelId}:batchGenerateContent`, signal, { batch }));
    },
    async find({ ticket, since }, signal) {
      for (let page = 0, token = ""; page < MOST_PAGES; page += 1) {
        const listed = await call.json(
          "GET",
          `/batches?pageSize=${PAGE}${token === "" ? "" : `&pageToken=${encodeURIComponent(token)}`}`,
          signal,
        );
        const all = Array.isArray(listed.operations) ? listed.operations.filter(isObject) : [];
        const found = all.filter((one) => at(one, "metadata", "displayName") === ticket);
        if (found.length > 0) return found.map(nameOf);
        token = typeof listed.nextPageToken === "string" ? listed.nextPageToken : "";
        const isOlder = Date.parse(String(at(all.at(-1), "metadata", "createTime"))) < since.getTime() - SKEW_MS;
        if (token === "" || isOlder) return [];
      }
      return [];
    },
    async look(id, signal): Promise<BatchLook> {
      const found = await call.json("GET", `/${id}`, signal);
      const state = stateOf(found);
      if (state === "failed") return { state, words: String(at(found, "error", "message") ?? "it gives no reason") };
      if (["succeeded", "cancelled", "expired"].includes(state)) {
        return { state: "ended", words: state, isCancelled: state === "cancelled" };
      }
      const done = Number(at(found, "metadata", "batchStats", "successfulRequestCount") ?? Number.NaN);
      return { state: "running", words: state, done: Number.isNaN(done) ? null : done };
    },
    async replies(id, signal) {
      return responsesIn(await call.json("GET", `/${id}`, signal)).flatMap(replyOf);
    },
    async cancel(id, signal) {
      await call.json("POST", `/${id}:cancel`, signal, {});
    },
  };
}

function nameOf({ name }: Json): string {
  if (typeof name === "string" && /^batches\/[\w-]+$/.test(name)) return name;
  throw new ModelCallError("unavailable", "its batch interface gave a batch without a name", { status: 200 });
}

/** `BATCH_STATE_…` of the REST form, `JOB_STATE_…` of the SDKs; an operation that is done without either has succeeded or failed. */
function stateOf(operation: Json): string {
  const named = String(at(operation, "metadata", "state") ?? "")
    .replace(/^(BATCH|JOB)_STATE_/, "")
    .toLowerCase();
  if (named !== "" && named !== "unspecified") return named;
  if (operation.done !== true) return "pending";
  return operation.error === undefined ? "succeeded" : "failed";
}

/** The list lies in an object of its own name, in the response or in the output of the batch. */
function responsesIn(operation: Json): readonly Json[] {
  const places = [
    at(operation, "response", "inlinedResponses"),
    at(operation, "response", "output", "inlinedResponses"),
    at(operation, "metadata", "output", "inlinedResponses"),
  ];
  const found = places.map((place) => (Array.isArray(place) ? place : at(place, "inlinedResponses"))).find((list) => Array.isArray(list));
  return Array.isArray(found) ? found.filter(isObject) : [];
}

function replyOf(line: Json): readonly BatchReply[] {
  const key = at(line, "metadata", "key");
  if (typeof key !== "string") return [];
  if (isObject(line.response)) return [{ key, status: 200, body: line.response }];
  const error = isObject(line.error) ? line.error : { message: "the line has no answer" };
  return [{ key, status: STATUSES[Number(error.code)] ?? 503, body: { error: { message: error.message } } }];
}
