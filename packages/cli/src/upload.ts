// Files on their way through the server's readers: one request for each, so that no limit of a request counts and each refusal has its name.
// In: uploads and what they share. Out: the operation of each file, and what became of it when that is waited for.

import path from "node:path";
import { type Api, bankPath, CliError } from "./api.js";
import { type Defended, defended, type Findings } from "./defense-report.js";
import { ended } from "./operation.js";
import type { Receipt } from "./send-items.js";
import type { Omitted, Upload } from "./source.js";

export interface Sent {
  readonly file: string;
  readonly operationId: string;
}

/** Sends the files and goes on behind one that is refused; the bank is made when there is none. `tell` hears of each before it is sent. */
export async function sendFiles(
  api: Api,
  bank: string,
  uploads: readonly Upload[],
  shared: Readonly<Record<string, unknown>>,
  tell: (file: string) => void,
): Promise<{ readonly sent: readonly Sent[]; readonly refused: readonly Omitted[] }> {
  const sent: Sent[] = [];
  const refused: Omitted[] = [];
  await api.send("PUT", bankPath(bank), {}); // files/retain makes no bank; of one that is there this changes nothing
  for (const upload of uploads) {
    tell(upload.file);
    const form = new FormData();
    form.append("files", new Blob([Uint8Array.from(await upload.bytes())]), path.posix.basename(upload.file));
    const { document_id } = upload;
    form.append("request", JSON.stringify({ files_metadata: [{ ...shared, ...(document_id === undefined ? {} : { document_id }) }] }));
    try {
      const reply = await api.upload<{ operation_ids: readonly string[] }>(bankPath(bank, "/files/retain"), form);
      sent.push(...reply.operation_ids.map((operationId) => ({ file: upload.file, operationId })));
    } catch (cause) {
      if (!(cause instanceof CliError) || !cause.isAnswer) throw cause; // nobody there: the next file fares no better
      refused.push({ file: upload.file, why: cause.message });
    }
  }
  return { sent, refused };
}

/**
 * Waits until the text of each file is remembered: for its conversion, then for the retain that this queued. Returns the receipts, what memory defense
 * did, and the files that came to nothing. `tell` hears how many are through, and what is done to the next.
 */
export async function filesRetained(
  api: Api,
  bank: string,
  sent: readonly Sent[],
  tell: (done: number, note: string) => void,
): Promise<{ readonly receipts: readonly Receipt[]; readonly findings: readonly Defended[]; readonly failed: readonly Omitted[] }> {
  const receipts: Receipt[] = [];
  const findings: Defended[] = [];
  const failed: Omitted[] = [];
  for (const [done, { file, operationId }] of sent.entries()) {
    const wait = (id: string) => ended(api, bank, id, ({ stage }) => tell(done, `${file}: ${stage}`));
    const converted = await wait(operationId);
    const next = converted.result_metadata?.retain_operation_id;
    const last = converted.status === "completed" && typeof next === "string" ? await wait(next) : converted;
    findings.push(defended((last.result_metadata?.defense as Findings | undefined) ?? {}, () => file));
    if (last.status === "completed") receipts.push((last.result_metadata?.receipt as Receipt | undefined) ?? {});
    else failed.push({ file, why: last.error_message ?? last.status });
  }
  return { receipts, findings, failed };
}
