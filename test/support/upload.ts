// Uploads over HTTP, as a client sends them.
// In: files and the form field `request`. Out: the reply.

import { bankPath, type Reply, type TestServer } from "./server.js";

export interface UploadedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
}

/** `request` as an object is sent as JSON, text as it is, null not at all. */
export async function upload(
  server: TestServer,
  bank: string,
  files: readonly UploadedFile[],
  request: Readonly<Record<string, unknown>> | string | null = {},
): Promise<Reply> {
  const form = new FormData();
  for (const { name, content, type = "" } of files) form.append("files", new Blob([content as unknown as string], { type }), name);
  if (request !== null) form.append("request", typeof request === "string" ? request : JSON.stringify(request));
  return sendForm(server, bankPath(bank, "/files/retain"), form);
}

/** Sends a form as a browser would, its boundary in the content type. */
export async function sendForm(server: TestServer, path: string, form: FormData): Promise<Reply> {
  const body = new Response(form);
  const headers = { "content-type": body.headers.get("content-type") ?? "" };
  return server.call("POST", path, new Uint8Array(await body.arrayBuffer()), { headers });
}
