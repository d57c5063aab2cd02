// The batch interfaces of OpenAI, Anthropic, Gemini and Fireworks, and their single calls, behind a real socket.
// In: what each chunk is answered with. Out: addresses, what was submitted, uploaded, cancelled and asked singly; batches end when the test says so.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ANTHROPIC,
  anthropicBatch,
  contentOf,
  fireworksJob,
  GEMINI,
  geminiBatch,
  type Json,
  type LineAnswer,
  OPENAI,
  openaiBatch,
  type SubmittedBatch,
  type Wire,
} from "./batch-wires.js";

export interface BatchServer {
  readonly url: string;
  readonly batches: readonly SubmittedBatch[];
  /** Contents of chunks that were asked for in calls of their own. */
  readonly singles: readonly string[];
  readonly cancelled: readonly string[];
  /** Requests in order: method and path. */
  readonly paths: readonly string[];
  /** Headers of the last submission. */
  readonly headers: Readonly<Record<string, unknown>>;
  answer: (content: string, kind: "line" | "single") => LineAnswer;
  /** The next submission is taken in, and the connection broken before it is answered. */
  breaksNext: boolean;
  /** Another's batch, which is there when that has happened. */
  shadow: SubmittedBatch | null;
  /** Status that every call gets instead of an answer; null: none. */
  down: number | null;
  end(state?: SubmittedBatch["state"]): void;
  close(): Promise<void>;
}

export async function startBatchServer(): Promise<BatchServer> {
  const batches: SubmittedBatch[] = [];
  const files = new Map<string, readonly Json[]>();
  const singles: string[] = [];
  const cancelled: string[] = [];
  const paths: string[] = [];
  const self = {
    batches,
    singles,
    cancelled,
    paths,
    headers: {} as Readonly<Record<string, unknown>>,
    url: "",
    answer: ((content) => ({ json: { facts: [{ what: content.slice(0, 60), fact_type: "world" }] } })) as BatchServer["answer"],
    breaksNext: false,
    shadow: null as SubmittedBatch | null,
    down: null as number | null,
    end(state: SubmittedBatch["state"] = "ended") {
      for (const batch of batches) if (batch.state === "running") batch.state = state;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => serve(request, response, Buffer.concat(parts).toString("utf8")));
  });

  function submitted(
    request: IncomingMessage,
    response: ServerResponse,
    ticket: string,
    rows: readonly Json[],
    wire: Wire,
    id: string,
  ): SubmittedBatch | null {
    self.headers = request.headers;
    const lines = rows.map((raw) => ({ key: wire.keyOf(raw), body: wire.bodyOf(raw), raw }));
    const batch: SubmittedBatch = { id, ticket, lines, createdAt: new Date(), state: "running", looks: 0 };
    batches.unshift(batch);
    if (!self.breaksNext) return batch;
    self.breaksNext = false;
    if (self.shadow !== null) batches.unshift(self.shadow);
    response.destroy();
    return null;
  }

  function answered(
    batch: SubmittedBatch,
    wire: Wire,
  ): readonly { readonly key: string; readonly answer: LineAnswer; readonly json: unknown; readonly status: number }[] {
    return batch.lines.map(({ key, body }) => {
      const answer = batch.state === "cancelled" ? "nothing" : self.answer(contentOf(wire.textOf(body)), "line");
      return { key, answer, ...(answer === "nothing" ? { json: null, status: 0 } : wire.completion(answer)) };
    });
  }

  function single(response: ServerResponse, body: Json, wire: Wire): void {
    const content = contentOf(wire.textOf(body));
    singles.push(content);
    const answer = self.answer(content, "single");
    if (answer === "nothing") throw new Error("a single call must be answered");
    const { json, status } = wire.completion(answer);
    send(response, status, json);
  }

  function serve(request: IncomingMessage, response: ServerResponse, text: string): unknown {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
    const route = `${request.method} ${pathname}`;
    paths.push(route);
    if (self.down !== null) return send(response, self.down, { error: { message: "out of order" } });
    const body = text.startsWith("{") ? (JSON.parse(text) as Json) : {};
    const byId = (): SubmittedBatch | undefined =>
      batches.find(({ id }) =>
        pathname.split("/").some((part) => part.replace(/:.*$/, "") === id || `batches/${part.replace(/:.*$/, "")}` === id),
      );

    // OpenAI
    if (route === "POST /v1/chat/completions" || route === "POST /inference/v1/chat/completions") return single(response, body, OPENAI);
    if (route === "POST /v1/files") {
      const id = `file-${files.size}`;
      files.set(id, rowsOf(text));
      return send(response, 200, { id, purpose: /name="purpose"\r\n\r\n(\w+)/.exec(text)?.[1] });
    }
    if (route === "POST /v1/batches") {
      const id = `batch_${batches.length}`;
      const ticket = String((body.metadata as Json).hindsight_ticket);
      const batch = submitted(request, response, ticket, files.get(String(body.input_file_id)) ?? [], OPENAI, id);
      return batch === null ? undefined : send(response, 200, openaiBatch(batch));
    }
    if (route === "GET /v1/batches") return send(response, 200, { data: batches.map(openaiBatch), has_more: false });
    if (/^GET \/v1\/batches\/batch_\d+$/.test(route)) return send(response, byId() ? 200 : 404, looked(byId(), openaiBatch));
    if (/^POST \/v1\/batches\/batch_\d+\/cancel$/.test(route)) return cancel(response, byId());
    const file = /^GET \/v1\/files\/(out|err)-(batch_\d+)\/content$/.exec(route);
    if (file !== null) {
      const batch = batches.find(({ id }) => id === file[2]) as SubmittedBatch;
      const lines = answered(batch, OPENAI).filter(({ status }) => (file[1] === "out" ? status === 200 : status !== 200));
      const rows = lines.map(({ key, status, json }) =>
        status === 0
          ? { custom_id: key, response: null, error: { code: "batch_expired", message: "it was not done in time" } }
          : { custom_id: key, response: { status_code: status, request_id: "r", body: json }, error: null },
      );
      return sendLines(response, rows);
    }

    // Anthropic
    if (route === "POST /v1/messages") return single(response, body, ANTHROPIC);
    if (route === "POST /v1/messages/batches") {
      const batch = submitted(request, response, "", body.requests as readonly Json[], ANTHROPIC, `msgbatch_${batches.length}`);
      return batch === null ? undefined : send(response, 200, anthropicBatch(batch));
    }
    if (route === "GET /v1/messages/batches") return send(response, 200, { data: batches.map(anthropicBatch), has_more: false });
    if (/^GET \/v1\/messages\/batches\/msgbatch_\d+$/.test(route)) return send(response, 200, looked(byId(), anthropicBatch));
    if (/^POST \/v1\/messages\/batches\/msgbatch_\d+\/cancel$/.test(route)) return cancel(response, byId());
    if (/^GET \/v1\/messages\/batches\/msgbatch_\d+\/results$/.test(route)) {
      const rows = answered(byId() as SubmittedBatch, ANTHROPIC).map(({ key, status, json }) => ({
        custom_id: key,
        result:
          status === 200 ? { type: "succeeded", message: json } : status === 0 ? { type: "expired" } : { type: "errored", error: json },
      }));
      return sendLines(response, rows);
    }

    // Gemini
    if (/:generateContent$/.test(route)) return single(response, body, GEMINI);
    if (/^POST \/v1beta\/models\/[^/]+:batchGenerateContent$/.test(route)) {
      const { display_name: ticket, input_config: input } = body.batch as {
        display_name: string;
        input_config: { requests: { requests: readonly Json[] } };
      };
      const batch = submitted(request, response, ticket, input.requests.requests, GEMINI, `batches/b${batches.length}`);
      return batch === null ? undefined : send(response, 200, geminiBatch(batch));
    }
    if (route === "GET /v1beta/batches") return send(response, 200, { operations: batches.map(geminiBatch) });
    if (/^GET \/v1beta\/batches\/b\d+$/.test(route)) {
      const batch = byId() as SubmittedBatch;
      const replies = answered(batch, GEMINI).flatMap(({ key, status, json }) =>
        status === 0 ? [] : [{ metadata: { key }, ...(status === 200 ? { response: json } : { error: { code: 3, message: "bad" } }) }],
      );
      const response_ = batch.state === "running" ? {} : { response: { inlinedResponses: { inlinedResponses: replies } } };
      return send(response, 200, { ...(looked(batch, geminiBatch) as Json), ...response_ });
    }
    if (/^POST \/v1beta\/batches\/b\d+:cancel$/.test(route)) return cancel(response, byId());

    // Fireworks
    const account = "/v1/accounts/acme";
    if (route === `POST ${account}/datasets`) return send(response, files.has(String(body.datasetId)) ? 409 : 200, {});
    const upload = new RegExp(`^POST ${account}/datasets/([\\w-]+):upload$`).exec(route);
    if (upload !== null) {
      files.set(upload[1] as string, rowsOf(text));
      return send(response, 200, {});
    }
    if (route === `POST ${account}/batchInferenceJobs`) {
      const id = searchParams.get("batchInferenceJobId") as string;
      if (batches.some((batch) => batch.id === id)) return send(response, 409, { error: { message: "exists" } });
      const rows = files.get(String(body.inputDatasetId).split("/").at(-1) as string) ?? [];
      const batch = submitted(request, response, id, rows, OPENAI, id);
      return batch === null ? undefined : send(response, 200, fireworksJob(batch));
    }
    if (route.startsWith(`GET ${account}/batchInferenceJobs/`)) return send(response, byId() ? 200 : 404, looked(byId(), fireworksJob));
    if (route.startsWith(`DELETE ${account}/batchInferenceJobs/`)) return cancel(response, byId());
    const download = new RegExp(`^GET ${account}/datasets/([\\w-]+)-out:getDownloadEndpoint$`).exec(route);
    if (download !== null)
      return send(response, 200, { filenameToSignedUrls: { "BIJOutputSet.jsonl": `${self.url}/signed/${download[1]}` } });
    if (pathname.startsWith("/signed/")) {
      if (request.headers.authorization !== undefined) return send(response, 403, { error: { message: "a key went to a signed address" } });
      const batch = batches.find(({ id }) => pathname.endsWith(id)) as SubmittedBatch;
      const rows = answered(batch, OPENAI).flatMap(({ key, status, json }) => (status === 200 ? [{ custom_id: key, response: json }] : []));
      return sendLines(response, rows);
    }
    send(response, 404, { error: { message: `there is no ${route}` } });
  }

  function looked(batch: SubmittedBatch | undefined, show: (batch: SubmittedBatch) => unknown): unknown {
    if (batch === undefined) return { error: { message: "no such batch" } };
    batch.looks += 1;
    return show(batch);
  }

  function cancel(response: ServerResponse, batch: SubmittedBatch | undefined): void {
    if (batch !== undefined) {
      cancelled.push(batch.id);
      batch.state = "cancelled";
    }
    send(response, batch === undefined ? 404 : 200, {});
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}

function send(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(json));
}

function sendLines(response: ServerResponse, rows: readonly unknown[]): void {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  response.end(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** The JSON lines in the field `file` of a form. */
function rowsOf(form: string): readonly Json[] {
  if (!/name="file"; filename="[\w-]+\.jsonl"/.test(form)) throw new Error("the form has no file");
  return form.split(/\r?\n/).flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Json] : []));
}
