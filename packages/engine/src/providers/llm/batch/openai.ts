// OpenAI's batches, and Groq's, which are of the same form: a file of lines goes up, files of replies come down.
// https://platform.openai.com/docs/api-reference/batch, https://console.groq.com/docs/batch

import { at } from "../../http/read-answer.js";
import { ModelCallError } from "../adapter.js";
import { isObject, type Json } from "../adapters/exchange.js";
import type { Site } from "../adapters/site.js";
import { callerOf } from "./http.js";
import type { BatchLook, BatchReply, BatchWire } from "./wire.js";

const ENDPOINT = "/v1/chat/completions";
/** Under which the batch keeps its ticket. */
const TICKET = "hindsight_ticket";
const PAGE = 100;
/** Pages that are looked through for a batch that was lost from sight. */
const MOST_PAGES = 50;
/** Clocks differ. */
const SKEW_MS = 600_000;

export function openaiBatches(site: Site): BatchWire {
  const call = callerOf(site, site.baseUrl, site.apiKey === "" ? {} : { authorization: `Bearer ${site.apiKey}` });
  const batch = (id: string, signal: AbortSignal) => call.json("GET", `/batches/${encodeURIComponent(id)}`, signal);

  return {
    mostBytes: 180_000_000,
    mostLines: 50_000,
    async submit(ticket, lines, signal) {
      const rows = lines.map(({ key, body }): Json => ({ custom_id: key, method: "POST", url: ENDPOINT, body }));
      const file = await call.upload("/files", { purpose: "batch" }, `${ticket}.jsonl`, rows, signal);
      const made = await call.json("POST", "/batches", signal, {
        input_file_id: file.id,
        endpoint: ENDPOINT,
        completion_window: "24h",
        metadata: { [TICKET]: ticket },
      });
      return idOf(made);
    },
    async find({ ticket, since }, signal) {
      for (let page = 0, after = ""; page < MOST_PAGES; page += 1) {
        const listed = await call.json("GET", `/batches?limit=${PAGE}${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`, signal);
        const all = Array.isArray(listed.data) ? listed.data.filter(isObject) : [];
        const found = all.filter((one) => at(one, "metadata", TICKET) === ticket);
        if (found.length > 0) return found.map(idOf);
        const last = all.at(-1);
        const isOlder = Number(last?.created_at) * 1000 < since.getTime() - SKEW_MS; // the newest come first
        if (last === undefined || listed.has_more !== true || isOlder) return [];
        after = idOf(last);
      }
      return [];
    },
    async look(id, signal): Promise<BatchLook> {
      const found = await batch(id, signal);
      const words = String(found.status);
      if (words === "failed") return { state: "failed", words: reasonOf(found) };
      if (["completed", "expired", "cancelled"].includes(words)) return { state: "ended", words, isCancelled: words === "cancelled" };
      const done = at(found, "request_counts", "completed");
      return { state: "running", words, done: typeof done === "number" ? done : null };
    },
    async replies(id, signal) {
      const found = await batch(id, signal);
      const replies: BatchReply[] = [];
      for (const file of [found.output_file_id, found.error_file_id]) {
        if (typeof file !== "string" || file === "") continue;
        const lines = await call.lines(`/files/${encodeURIComponent(file)}/content`, signal);
        replies.push(...lines.flatMap(replyOf));
      }
      return replies;
    },
    async cancel(id, signal) {
      await call.json("POST", `/batches/${encodeURIComponent(id)}/cancel`, signal);
    },
  };
}

function idOf({ id }: Json): string {
  if (typeof id === "string" && id !== "") return id;
  throw new ModelCallError("unavailable", "its batch interface gave a batch without an id", { status: 200 });
}

/** What a line without a response says: `batch_expired`, `batch_cancelled`, and what could not be asked at all. */
export function replyOf(line: Json): readonly BatchReply[] {
  const { custom_id: key, response, error } = line;
  if (typeof key !== "string") return [];
  if (!isObject(response)) return [{ key, status: 503, body: { error: isObject(error) ? error : { message: "it has no answer" } } }];
  return [{ key, status: typeof response.status_code === "number" ? response.status_code : 200, body: response.body ?? response }];
}

function reasonOf(batch: Json): string {
  const errors = at(batch, "errors", "data");
  const words = Array.isArray(errors) ? errors.map((one) => at(one, "message")).filter((one) => typeof one === "string") : [];
  return words.length === 0 ? "it gives no reason" : [...new Set(words)].slice(0, 3).join("; ");
}
