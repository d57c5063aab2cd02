// Aliases of a bank.
// In: the engine. Out: the endpoints `{bank}/aliases`.

import type { Hindsight } from "@hindsight-memory/engine";
import { authorize } from "../access/index.js";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { AliasBody, AliasesReply, AliasPrimaryBody, aliasesReply } from "../wire/banks.js";
import { bankPath } from "../wire/common.js";
import { name } from "../wire/scalars.js";
import { B, BAD, CONFLICT, NO_BANK, NO_SUCH, ok } from "./replies.js";

export function aliasRoutes(engine: Hindsight): readonly Endpoint[] {
  const aliasPath = bankPath.extend({ alias: name("Alias, percent-encoded") });
  return [
    endpoint({
      operationId: "list_bank_aliases",
      method: "get",
      path: `${B}/aliases`,
      tag: "Banks",
      summary: "List aliases",
      description: "The primary one first, then the oldest.",
      params: bankPath,
      replies: { 200: ok(AliasesReply), 404: NO_BANK },
      handle: async ({ params }) => aliasesReply(await engine.banks.aliases(params.bank_id)),
    }),
    endpoint({
      operationId: "create_bank_alias",
      method: "post",
      path: `${B}/aliases`,
      tag: "Banks",
      summary: "Add an alias",
      params: bankPath,
      body: AliasBody,
      replies: { 201: ok(AliasesReply), 400: BAD, 404: NO_BANK, 409: CONFLICT },
      async handle({ params, body, context }) {
        // A name that is not the caller's would take the calls of whoever has it.
        await authorize(context.get("caller"), { access: "admin", operation: "create_bank_alias", bankId: body.alias });
        return aliasesReply(await engine.banks.addAlias(params.bank_id, body.alias, body.primary));
      },
    }),
    endpoint({
      operationId: "set_bank_alias_primary",
      method: "patch",
      path: `${B}/aliases/{alias}`,
      tag: "Banks",
      summary: "Show an alias in lists, or the id again",
      params: aliasPath,
      body: AliasPrimaryBody,
      replies: { 200: ok(AliasesReply), 404: NO_SUCH },
      async handle({ params, body, context }) {
        await authorize(context.get("caller"), { access: "admin", operation: "set_bank_alias_primary", bankId: params.alias });
        return aliasesReply(await engine.banks.setPrimaryAlias(params.bank_id, params.alias, body.primary));
      },
    }),
    endpoint({
      operationId: "delete_bank_alias",
      method: "delete",
      path: `${B}/aliases/{alias}`,
      tag: "Banks",
      summary: "Remove an alias",
      params: aliasPath,
      replies: { 200: ok(AliasesReply), 404: NO_SUCH },
      async handle({ params, context }) {
        await authorize(context.get("caller"), { access: "admin", operation: "delete_bank_alias", bankId: params.alias });
        return aliasesReply(await engine.banks.removeAlias(params.bank_id, params.alias));
      },
    }),
  ];
}
