// docs/errors.md, written from the table of errors: `npx tsx scripts/errors-page.ts` writes it, a test compares it.
// In: codes, statuses and whether a repetition may help (packages/engine/src/errors.ts). Out: the page, with what to do about each.
// A new code without a remedy does not compile.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ERRORS, type ErrorCode } from "../packages/engine/src/errors.js";

export const page = fileURLToPath(new URL("../docs/errors.md", import.meta.url));

const CHECK_ID = "Check the id, and that it belongs to this bank; list them to see which there are.";

const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "Mend the field that `detail` names; the [configuration](configuration.md) and the page of the task say what it takes.",
  bad_argument: "Mend the value; the message says what is wrong with it.",
  invalid_bank_id: "Choose another bank id; the message names what it must not hold.",
  memory_blocked:
    "The bank's [memory defense](memory-defense.md) keeps this content out. Take out what `violations` names, or change the bank's policy.",
  memory_defense_invalid:
    "Mend the policy that you sent; the message names the part. [Memory defense](memory-defense.md) lists what it takes.",
  query_too_long: "Shorten the question, or raise `HINDSIGHT_API_RECALL_MAX_QUERY_TOKENS`.",
  unauthorized: "Send a key that holds: `Authorization: Bearer …`. [Who may call](access.md).",
  forbidden: "The key may not do this, or not in this bank. Take one with a wider [access](access.md).",
  operation_refused: "A [module of the operator's own](extensions.md) refused; its reason is the message. Ask whoever runs the server.",
  bank_not_found: "Check the id. A bank is made by its first retain; one that was never written does not exist.",
  memory_not_found: `${CHECK_ID} A memory has a new id after its document was retained with other words.`,
  document_not_found: CHECK_ID,
  attachment_not_found: CHECK_ID,
  chunk_not_found: CHECK_ID,
  entity_not_found: `${CHECK_ID} One that was merged lives on under the other's id.`,
  operation_not_found: `${CHECK_ID} Finished operations are kept for a time only.`,
  alias_not_found: CHECK_ID,
  directive_not_found: CHECK_ID,
  audit_entry_not_found: `${CHECK_ID} Entries are kept for a time only: [the audit log](audit-log.md).`,
  export_not_found: "An archive lies on the server for a day, and goes when something in the bank is deleted. [Export](transfer.md) again.",
  mental_model_not_found: CHECK_ID,
  knowledge_node_not_found: CHECK_ID,
  key_not_found: "List the keys to see those there are: [keys](access.md).",
  tenant_not_found: "List the tenants to see those there are, or create it: [tenants](access.md).",
  webhook_not_found: CHECK_ID,
  feature_disabled: "This is switched off on the server; the message names the [setting](configuration.md) that switches it on.",
  operation_conflict: "The operation is in a state in which this cannot be done, such as a retry of one that runs. Look at it first.",
  mental_model_conflict: "The id is taken, or the model is being changed. Choose another id, or read it and try again.",
  page_conflict: "The folder has a page of this name. Choose another name.",
  alias_conflict: "The name is a bank or an alias already. Choose another one.",
  chunk_ambiguous: "Chunks of several banks have this id. Read the chunks of the document in the bank that you mean.",
  bank_full: "The bank has given out all of its numbers for memories. Move its documents to a new bank: [transfer](transfer.md).",
  write_conflict: "Somebody else writes the same document. Send it again.",
  gone: "This part of the API is no more; the message says what to call in its place.",
  body_timeout: "The body did not arrive in time. Send it again, in smaller parts where the line is slow.",
  payload_too_large: "Send it in several calls; the message says how large one may be.",
  file_unreadable: "The file is damaged, encrypted or of a kind that is not read: [files](files.md). Save it in another format.",
  file_over_limit: "The file unpacks to more than is allowed. Split it: [files](files.md).",
  spend_limit_reached: "The bank's [limit](spending.md) of this hour or day is reached. Wait, or raise it.",
  request_cancelled: "The caller hung up. Nothing is to be done.",
  internal: "A fault of the server. Its log tells it; please report it.",
  configuration_invalid: "Mend the setting that the message names, and start again: [configuration](configuration.md).",
  llm_not_configured: "This needs a [language model](language-models.md): set `HINDSIGHT_API_LLM_PROVIDER` and its key.",
  llm_refused: "The provider will not read this content. Leave it out, or take another model for this purpose.",
  llm_calls_no_tools:
    "The model cannot call tools as this needs. Take another one for this purpose: [language models](language-models.md).",
  llm_rejected: "The provider does not take the call as it is: wrong key, model or option. The message has its words.",
  llm_output_invalid:
    "The model's answer cannot be read. Try again, or take a model that keeps to formats better: [local models](local-models.md).",
  llm_output_too_long: "The model's answer was cut off. Raise the setting that the message names: [extraction](extraction.md).",
  llm_context_too_long:
    "The model reads less than this. Take one that reads more, or smaller chunks: [language models](language-models.md).",
  refresh_failed: "The [mental model](mental-models.md) keeps its old answer. The message says why; refresh it again when that is mended.",
  batch_failed: "The provider gave the batch up. Retry the operation to submit another: [extraction](extraction.md).",
  llm_unavailable: "The language model does not answer. Wait; if it lasts, look at the provider, its address and the network.",
  model_unavailable: "The encoder or the cross-encoder does not answer. Wait; if it lasts, look at its address and the log.",
  identity_unavailable:
    "The provider of identities does not answer, so nobody can be let in. Wait, and look at its address: [access](access.md).",
  storage_unavailable: "The object storage does not answer. Wait; if it lasts, look at its address, its rights and the disk.",
  database_unavailable: "The database does not answer. Wait; if it lasts, look at it and at `HINDSIGHT_API_DATABASE_URL`.",
  data_folder_locked: "Another process has this data folder. Call that server, or name another folder: [running it](operations.md).",
  at_capacity: "The server has as much work as it takes at once, or is stopping. Wait as `Retry-After` says, and send it again.",
  deadline_exceeded: "It took longer than it may. Ask for less, or try again when the server is less busy.",
};

export function errorsPage(): string {
  const rows = Object.entries(ERRORS)
    .toSorted(([codeA, a], [codeB, b]) => a.status - b.status || (codeA < codeB ? -1 : 1))
    .map(([code, { status, retryable }]) => `| ${status} | \`${code}\` | ${retryable ? "yes" : "no"} | ${REMEDIES[code as ErrorCode]} |`);
  return `# Errors

Written from the table in \`packages/engine/src/errors.ts\`; do not edit it by hand (\`npx tsx scripts/errors-page.ts\`).

A call that fails says so by its HTTP status, and by \`detail\`: what happened, and what to do about it. For wrong fields (422) \`detail\` is a list, with the
place of each (\`loc\`). The code is the name of the error inside the server: in its log, and in a program that has the memory in its own process. (The \`code\`
of the client's errors is coarser: it tells by the status.)

"Again" says whether the same call may succeed later without a change. Where a header \`Retry-After\` comes with it, wait that long first. The
[TypeScript client](typescript-client.md) repeats by itself where that is safe.

\`npx hindsight doctor\` looks at an installation and says what is wrong with it.

| status | code | again | what to do |
|---|---|---|---|
${rows.join("\n")}

## When there is no status

| you see | it means |
|---|---|
| connection refused | no server listens there. Start it (\`npm start\`), and look at \`HINDSIGHT_API_URL\` |
| a 404 with \`Not Found\` alone | the address is no route: look at the path, and at \`HINDSIGHT_API_BASE_PATH\` |
| an empty list from recall | nothing in the bank has to do with the question, or the tags leave it out. [Recalling](recall.md) tells how to look into it with a trace |
| the start ends with a message | a setting is wrong; the message names it. [Configuration](configuration.md) |
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, errorsPage());
