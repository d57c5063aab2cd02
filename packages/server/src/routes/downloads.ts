// Downloads: archives that exports have made.
// In: the engine. Out: the endpoint `/v1/default/files/download/{key}`; a browser saves the bytes, and never shows them as a page.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { accessOf, authorize, type Caller, coversBank, operationOf } from "../access/index.js";
import { auditMetadata } from "../http/audit.js";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { HindsightError, type HttpContext } from "../http/types.js";
import { exportAddress } from "../wire/exports.js";
import { name } from "../wire/scalars.js";
import { NO_SUCH } from "./replies.js";

const FACTS = { operationId: "download_file", method: "get", path: "/v1/default/files/download/{key}" } as const;

export function downloadRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      ...FACTS,
      tag: "Document Transfer",
      summary: "Download an archive",
      description: "The archive of an export, under the storage_key that its operation names: banks/{bank}/exports/{uuid}/transfer.zip.",
      params: z.object({ key: name("storage_key of the export's operation; slashes may stand as they are") }),
      replies: { 200: { description: "The archive", contentType: "application/zip" }, 404: NO_SUCH },
      async handle({ params, context, parts, signal }) {
        const address = exportAddress(params.key);
        if (address === null)
          throw new HindsightError("export_not_found", "There is no such file; the operation of an export names its storage_key.");
        await allowed(engine, context, address.bankId);
        const request = { key: params.key };
        const call = {
          action: "download_file",
          transport: "http",
          bankId: address.bankId,
          request,
          metadata: auditMetadata(context),
        } as const;
        const archive = await parts.audit.run(call, () => engine.files.download(address.bankId, address.exportId, { signal }));
        return new Response(archive.body, {
          headers: {
            "Content-Type": "application/zip",
            "Content-Length": String(archive.size),
            "Content-Disposition": attachment(archive.filename),
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "private, no-store",
          },
        });
      },
    }),
  ];
}

/** The path of the route names no bank, so the caller is asked about again for the one in the key: its scope, and the validator's word. */
async function allowed(engine: Hindsight, context: HttpContext, bankId: string): Promise<void> {
  const access = accessOf(FACTS);
  const caller = context.get("caller");
  if (access === null) return;
  const named = coversBank(caller, bankId) ? bankId : await aliasOf(engine, caller, bankId);
  await authorize(caller, { access, operation: operationOf(FACTS), bankId: named });
}

/** The alias by which a caller has the bank, whose export was asked for by it, while the key has the bank's own name; that name where there is none. */
async function aliasOf(engine: Hindsight, caller: Pick<Caller, "banks">, bankId: string): Promise<string> {
  try {
    const { aliases } = await engine.banks.aliases(bankId);
    return aliases.find(({ alias }) => coversBank(caller, alias))?.alias ?? bankId;
  } catch (error) {
    if (error instanceof HindsightError && (error.code === "bank_not_found" || error.code === "invalid_bank_id")) return bankId;
    throw error;
  }
}

/** RFC 6266: plain for old readers, in full for the others. */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\w.-]/g, "_");
  const full = encodeURIComponent(filename).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
