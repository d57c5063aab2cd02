// Archives over HTTP, as a client sends and fetches them.
// In: a server and a bank. Out: the result of the operation, and the bytes of an archive.

import type { Reply, TestServer } from "./server.js";
import { bankPath } from "./server.js";

export interface FinishedOperation {
  readonly status: string;
  readonly operation_type: string;
  readonly error_message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into results freely, and fails when they differ.
  readonly result_metadata: Readonly<Record<string, any>>;
}

/** Waits for the operation that a call queued, which must have answered 202. */
export async function finished(server: TestServer, bank: string, reply: Reply): Promise<FinishedOperation> {
  if (reply.status !== 202) throw new Error(`the transfer answered ${reply.status}: ${reply.text}`);
  await server.idle();
  return (await server.call("GET", bankPath(bank, `/operations/${reply.body.operation_id}`))).body;
}

export interface Exported {
  readonly bytes: Uint8Array;
  readonly operation: FinishedOperation;
}

/** Exports by a POST to `rest`, and fetches the archive. */
export async function exported(server: TestServer, bank: string, rest = "/transfer/export"): Promise<Exported> {
  const operation = await finished(server, bank, await server.call("POST", bankPath(bank, rest)));
  if (operation.status !== "completed") throw new Error(`the export ended as ${operation.status}: ${operation.error_message}`);
  const fetched = await fetch(server.url + operation.result_metadata.download_url);
  if (fetched.status !== 200) throw new Error(`the download answered ${fetched.status}`);
  return { bytes: new Uint8Array(await fetched.arrayBuffer()), operation };
}

/** Sends an archive as the part `file`. */
export async function sent(server: TestServer, bank: string, bytes: Uint8Array, rest = "/transfer/import"): Promise<Reply> {
  const form = new FormData();
  form.append("file", new Blob([bytes as unknown as string], { type: "application/zip" }), "archive.zip");
  const body = new Response(form);
  const headers = { "content-type": body.headers.get("content-type") ?? "" };
  return server.call("POST", bankPath(bank, rest), new Uint8Array(await body.arrayBuffer()), { headers });
}
