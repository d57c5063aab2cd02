// Fireworks' batches: a data set goes up, a job of our own naming works it, a data set of replies comes down.
// https://docs.fireworks.ai/guides/batch-inference

import { serverUrl } from "../../http/post-json.js";
import { at } from "../../http/read-answer.js";
import { ModelCallError } from "../adapter.js";
import type { Json } from "../adapters/exchange.js";
import { invalid, type Site } from "../adapters/site.js";
import { callerOf } from "./http.js";
import { replyOf } from "./openai.js";
import type { BatchLook, BatchReply, BatchWire } from "./wire.js";

export interface FireworksAccount {
  readonly accountId: string;
  /** Address of the account's interface, which is not that of its models. */
  readonly baseUrl: string;
}

/** The id of the job is the ticket, so a second submission of one ticket is refused by the provider itself. */
export function fireworksBatches(site: Site, { accountId, baseUrl }: FireworksAccount): BatchWire {
  if (accountId === "") throw invalid("fireworks", "needs the name of an account for its batches: set HINDSIGHT_API_FIREWORKS_ACCOUNT_ID");
  const home = `${serverUrl(baseUrl, "HINDSIGHT_API_FIREWORKS_BATCH_BASE_URL")}/v1/accounts/${encodeURIComponent(accountId)}`;
  const call = callerOf(site, home, { authorization: `Bearer ${site.apiKey}` });
  const job = (id: string) => `/batchInferenceJobs/${encodeURIComponent(id)}`;
  const dataset = (id: string) => `accounts/${accountId}/datasets/${id}`;

  async function create(path: string, body: unknown, signal: AbortSignal): Promise<void> {
    try {
      await call.json("POST", path, signal, body);
    } catch (error) {
      if (!(error instanceof ModelCallError) || error.status !== 409) throw error; // it is there, of an earlier try with this ticket
    }
  }

  return {
    mostBytes: 450_000_000,
    mostLines: 100_000,
    async submit(ticket, lines, signal) {
      const [input, output] = [`${ticket}-in`, `${ticket}-out`];
      const rows = lines.map(({ key, body: { model: _, ...body } }): Json => ({ custom_id: key, body })); // the job names the model
      await create("/datasets", { datasetId: input, dataset: { userUploaded: {}, exampleCount: String(rows.length) } }, signal);
      await call.upload(`/datasets/${input}:upload`, {}, `${input}.jsonl`, rows, signal);
      const body = { model: site.modelId, inputDatasetId: dataset(input), outputDatasetId: dataset(output) };
      await create(`/batchInferenceJobs?batchInferenceJobId=${ticket}`, body, signal);
      return ticket;
    },
    async find({ ticket }, signal) {
      try {
        await call.json("GET", job(ticket), signal);
        return [ticket];
      } catch (error) {
        if (error instanceof ModelCallError && error.status === 404) return [];
        throw error;
      }
    },
    async look(id, signal): Promise<BatchLook> {
      const found = await call.json("GET", job(id), signal);
      const state = String(found.state ?? "")
        .replace(/^JOB_STATE_/, "")
        .toLowerCase();
      if (state === "failed") return { state, words: String(at(found, "status", "message") || "it gives no reason") };
      if (["completed", "expired", "cancelled"].includes(state))
        return { state: "ended", words: state, isCancelled: state === "cancelled" };
      const done = at(found, "jobProgress", "totalProcessedRequests");
      return { state: "running", words: state, done: typeof done === "number" ? done : null };
    },
    async replies(id, signal) {
      const { filenameToSignedUrls: files } = await call.json("GET", `/datasets/${encodeURIComponent(id)}-out:getDownloadEndpoint`, signal);
      const replies: BatchReply[] = [];
      for (const [name, url] of Object.entries((files ?? {}) as Readonly<Record<string, unknown>>)) {
        if (typeof url === "string" && name.endsWith(".jsonl")) replies.push(...(await call.lines(url, signal)).flatMap(replyOf));
      }
      return replies;
    },
    /** There is no other way to stop a job than to delete it. */
    async cancel(id, signal) {
      await call.json("DELETE", job(id), signal);
    },
  };
}
