// Memory defense over HTTP: secrets are taken out or kept out before anything is stored, queued, told or sent to a model.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTRACT, word } from "../../packages/engine/test/guard/defense/samples.js";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { MemoryBlocked } from "../../packages/server/src/wire/unprocessable.js";
import { openReceiver, type Receiver } from "../support/receiver.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import { exported, finished, sent } from "../support/transfer.js";

const GITHUB = `ghp_${word(36)}`;
const CARD = "4111 1111 1111 1111";
const REDACT = { enabled: true, rules: [{ on: "sensitive_data", action: "redact" }] };
const BLOCK = { enabled: true, rules: [{ on: "sensitive_data", action: "block" }] };

describe.each(["pglite", "postgres"] as const)("%s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  const tell = it.skipIf(!isThere);
  let server: TestServer;
  let to: Receiver;
  beforeAll(async () => {
    if (!isThere) return;
    to = await openReceiver();
    server = await openServer({ HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1", HINDSIGHT_API_WORKER_ENABLED: "true" }, engine);
  });
  afterAll(async () => {
    await server?.close();
    to?.close();
  });

  async function defended(policy: unknown): Promise<StoryBank> {
    const bank = storyBank(server);
    expect((await bank.call("PATCH", "/config", { updates: { memory_defense: policy } })).status).toBe(200);
    return bank;
  }
  /** What the API shows of the bank, its operations and their payloads. */
  async function everything(bank: StoryBank): Promise<string> {
    const operations = await bank.get("/operations?limit=100");
    const ids = (operations.body.operations as readonly { readonly id: string }[]).map(({ id }) => id);
    const each = await Promise.all(ids.map((id) => bank.get(`/operations/${id}?include_payload=true`)));
    return [await bank.everyText(), operations.text, ...each.map(({ text }) => text)].join("\n");
  }

  tell("a secret is taken out of everything that the caller says, and the rest is remembered", { timeout: 90_000 }, async () => {
    const bank = await defended(REDACT);
    const reply = await bank.retain(`部署令牌是${GITHUB}，Ada runs the deploy in Delft.`, {
      document_id: "deploy",
      context: `pasted with ${GITHUB}`,
      metadata: { token: GITHUB, [GITHUB]: "key" },
      tags: ["ops", `t-${GITHUB}`],
      entities: [{ text: `Ada ${GITHUB}` }],
    });
    expect(reply.body.redactions).toEqual([{ index: 0, detectors: ["github_token"] }]);
    const shown = await everything(bank);
    expect(shown).not.toContain(GITHUB.slice(4));
    expect(shown).toContain("部署令牌是[REDACTED:github_token]，Ada runs the deploy in Delft.");
    expect(shown).toContain("t-[REDACTED:github_token]");
    expect(await bank.recallTexts("Where does Ada run the deploy?")).toHaveLength(1);
  });

  tell("nothing of a queued retain holds the secret, not even what the operation shows while it waits", async () => {
    const bank = await defended(REDACT);
    const reply = await bank.call("POST", "/memories", { async: true, items: [{ content: `The card is ${CARD}, says Bo.` }] });
    const operation = await bank.get(`/operations/${reply.body.operation_id}?include_payload=true`);
    expect(reply.body.redactions).toEqual([{ index: 0, detectors: ["credit_card"] }]);
    expect(operation.text + reply.text).not.toContain("1111");
    await server.idle();
    const shown = await everything(bank);
    expect(shown).not.toContain("1111");
    expect(shown).toContain("The card is [REDACTED:credit_card], says Bo.");
  });

  tell("what is blocked is named and left out, the rest is stored; where all is blocked nothing is, with the contract's body", async () => {
    const bank = await defended(BLOCK);
    const items = [
      { content: `Token ${GITHUB}`, document_id: "a" },
      { content: "Cy lives in Ghent.", document_id: "b" },
    ];
    const mixed = await bank.call("POST", "/memories", { items });
    expect(mixed.status).toBe(200);
    expect(mixed.body).toMatchObject({ items_count: 2, violations: [{ index: 0, detector: "sensitive_data" }] });
    expect(mixed.body.receipt.items.map((one: { outcome: string; document_id: string }) => [one.document_id, one.outcome])).toEqual([
      ["a", "blocked"],
      ["b", "stored"],
    ]);
    for (const isAsync of [false, true]) {
      const all = await bank.call("POST", "/memories", { async: isAsync, items: [items[0], { content: "ok", document_id: GITHUB }] });
      expect(all.status).toBe(422);
      expect(all.body).toEqual({
        detail: {
          violations: [0, 1].map((index) => ({ index, detector: "sensitive_data", message: expect.stringContaining("github_token") })),
        },
      });
      expect(all.text).not.toContain(GITHUB.slice(4));
      expect(MemoryBlocked.strict().parse(all.body)).toEqual(all.body);
    }
    const { paths, components } = (await server.call("GET", "/openapi.json")).body;
    const { schema } = paths["/v1/default/banks/{bank_id}/memories"].post.responses[422].content["application/json"];
    expect([
      schema.$ref,
      components.schemas.UnprocessableRequest.anyOf.map(({ $ref }: { $ref: string }) => $ref.split("/").at(-1)),
    ]).toEqual(["#/components/schemas/UnprocessableRequest", ["HTTPValidationError", "MemoryBlocked", "ErrorDetail"]]);
    expect((await bank.get("/documents")).body.items.map(({ id }: { id: string }) => id)).toEqual(["b"]);
    expect(await everything(bank)).not.toContain(GITHUB.slice(4));
  });

  tell("a preview goes through the same policy, and so does a file", async () => {
    const bank = await defended(REDACT);
    const preview = await bank.call("POST", "/memories/dry-run-extract", { content: `Di's key is ${GITHUB}.` });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain("[REDACTED:github_token]");
    const [pem = ""] = CONTRACT.private_key_pem?.found ?? [];
    const form = new FormData();
    form.append("files", new Blob([`Notes of Di.\n\n${pem}\n\nDi lives in Bruges.`], { type: "text/plain" }), "notes.txt");
    form.append(
      "request",
      JSON.stringify({ files_metadata: [{ document_id: "notes", context: GITHUB, tags: [GITHUB], metadata: { k: GITHUB } }] }),
    );
    const upload = await fetch(`${server.url}/v1/default/banks/${bank.id}/files/retain`, { method: "POST", body: form });
    const { operation_ids: ids } = (await upload.json()) as { readonly operation_ids: readonly string[] };
    const waiting = await bank.get(`/operations/${ids[0]}?include_payload=true`);
    expect(waiting.text).not.toContain(GITHUB.slice(4));
    await server.idle();
    const shown = await everything(bank);
    expect(shown).toContain("[REDACTED:private_key_pem]");
    expect(shown).toContain("Di lives in Bruges.");
    expect(shown).not.toContain(pem.split("\n")[1]);
    expect(shown).not.toContain(GITHUB.slice(4));
  });

  tell("a file whose text is blocked fails for that reason, and its bytes are dropped", async () => {
    const bank = await defended(BLOCK);
    const form = new FormData();
    form.append("files", new Blob([`Ed keeps ${GITHUB} here.`], { type: "text/plain" }), "keys.txt");
    form.append("request", "{}");
    const upload = await fetch(`${server.url}/v1/default/banks/${bank.id}/files/retain`, { method: "POST", body: form });
    const { operation_ids: ids } = (await upload.json()) as { readonly operation_ids: readonly string[] };
    await server.idle();
    const operation = await bank.get(`/operations/${ids[0]}`);
    expect(operation.body.status).toBe("failed");
    expect(operation.body.error_message).toContain("github_token, which the memory defense of this bank blocks");
    expect(operation.text).not.toContain(GITHUB);
    await bank.call("POST", `/operations/${ids[0]}/retry`);
    await server.idle();
    expect((await bank.get(`/operations/${ids[0]}`)).body.error_message).toContain("is not in the object storage");
  });

  tell("an archive comes in by the policy of the bank that takes it", async () => {
    const from = storyBank(server);
    await from.retain(`Fay's token is ${GITHUB}, says Fay.`, { document_id: "fay", tags: [GITHUB], metadata: { k: GITHUB } });
    const { bytes } = await exported(server, from.id, "/document-transfer/export");
    const bank = await defended(REDACT);
    const done = await finished(server, bank.id, await sent(server, bank.id, bytes, "/document-transfer"));
    expect(done).toMatchObject({ status: "completed", result_metadata: { documents_imported: 1, redacted_types: ["github_token"] } });
    expect(await bank.everyText()).not.toContain(GITHUB.slice(4));
    expect(await bank.recallTexts("What does Fay say?")).toEqual(["Fay's token is [REDACTED:github_token], says Fay."]);
    const again = await bank.call("POST", "/documents/fay/reprocess");
    await server.idle();
    expect((await bank.get(`/operations/${again.body.operation_id}`)).body.status).toBe("completed"); // its hashes follow its text

    const strict = await defended(BLOCK);
    const refused = await finished(server, strict.id, await sent(server, strict.id, bytes, "/document-transfer"));
    expect([refused.status, refused.error_message]).toEqual(["failed", expect.stringContaining("Nothing was imported")]);
    expect((await strict.get("/documents")).body.total).toBe(0);
  });

  tell("pages that come from files do so by the same policy", async () => {
    const page = `---\ntype: page\ntitle: Deploys\ndescription: How is it deployed?\n---\n\nThe token is ${GITHUB}.\n`;
    const pages = { files: [{ path: "deploys.md", content: page }] };
    const bank = await defended(REDACT);
    const done = await bank.call("POST", "/knowledge-base/import", pages);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("deploys.md")]);
    const stored = await bank.get("/knowledge-base/export");
    expect(stored.text).toContain("The token is [REDACTED:github_token].");
    const strict = await defended(BLOCK);
    const refused = await strict.call("POST", "/knowledge-base/import", pages);
    expect([refused.status, refused.body.detail.violations[0].index]).toEqual([422, 0]);
    expect((await strict.get("/knowledge-base/export")).text).not.toContain("Deploys");
  });

  tell(
    "tags of a document, and the names and tags of what a bank has beside its memories, are screened; an id is not redacted",
    async () => {
      const labels = { name: `n ${GITHUB}`, tags: [`t-${GITHUB}`] };
      const writes = [
        ["PATCH", "/documents/gus", { tags: [`t-${GITHUB}`], observation_scopes: [[`s-${GITHUB}`]] }],
        ["POST", "/mental-models", { ...labels, id: "m1", source_query: "Who is Gus?" }],
        ["PATCH", "/mental-models/m0", labels],
        ["POST", "/directives", { ...labels, content: "Be kind." }],
        ["POST", "/knowledge-base/folders", { name: labels.name }],
        ["POST", "/knowledge-base/pages", { ...labels, source_query: "Where is Gus?" }],
        [
          "POST",
          "/import",
          {
            version: "1",
            mental_models: [{ ...labels, id: "m2", source_query: "What of Gus?" }],
            directives: [{ ...labels, name: `d ${GITHUB}`, content: "Be brief." }],
          },
        ],
      ] as const;
      for (const [policy, statuses] of [
        [REDACT, [200, 201]],
        [BLOCK, [422]],
      ] as const) {
        const bank = await defended(policy);
        await bank.retain("Gus lives in Mol.", { document_id: "gus" });
        await bank.call("POST", "/mental-models", { id: "m0", name: "Gus", source_query: "Who?" });
        for (const [method, path, body] of writes) {
          const reply = await bank.call(method, path, body);
          expect(statuses, `${path} ${reply.text}`).toContain(reply.status);
          expect(reply.text).not.toContain(GITHUB.slice(4));
        }
        const byId = await bank.call("POST", "/mental-models", { id: GITHUB, name: "Gus", source_query: "Who?" });
        expect([byId.status, byId.body.detail.violations[0].detector]).toEqual([422, "sensitive_data"]);
        expect((await bank.call("POST", "/aliases", { alias: `gus-${GITHUB}` })).status).toBe(422);
        await server.idle();
        const lists = ["/tags", "/mental-models", "/directives", "/knowledge-base/tree", "/documents", "/memories/list"];
        const shown = [await everything(bank), ...(await Promise.all(lists.map((path) => bank.get(path)))).map(({ text }) => text)].join(
          "\n",
        );
        expect(shown).not.toContain(GITHUB.slice(4));
        for (const kept of ["t-", "n ", "d "]) expect(shown.includes(`${kept}[REDACTED:github_token]`)).toBe(policy === REDACT);
      }
    },
  );

  tell("listeners are told what was done, with fingerprints, and the audit log has it", async () => {
    const bank = await defended({ enabled: true, rules: [...BLOCK.rules, { on: "github_token", action: "redact" }] });
    await bank.call("PATCH", "/config", { updates: { audit_log_enabled: true } });
    await bank.call("POST", "/webhooks", { url: to.url, event_types: ["memory_defense.triggered"] });
    const before = to.calls.length;
    await bank.call("POST", "/memories", {
      items: [
        { content: `a ${GITHUB}`, document_id: "one" },
        { content: `b ${CARD}`, document_id: "two" },
      ],
    });
    await server.idle();
    const events = to.calls.slice(before).map(({ body }) => JSON.parse(body));
    expect(events.sort((a, b) => (a.data.document_id < b.data.document_id ? -1 : 1))).toMatchObject([
      {
        event: "memory_defense.triggered",
        bank_id: bank.id,
        data: {
          action: "redact",
          detector: "github_token",
          document_id: "one",
          matched_types: ["github_token"],
          hits: [{ detector: "github_token", preview: `ghp_…${GITHUB.slice(-4)}` }],
        },
      },
      { data: { action: "block", detector: "sensitive_data", document_id: "two", matched_types: ["credit_card"] } },
    ]);
    expect(to.calls.map(({ body }) => body).join()).not.toContain(GITHUB);
    const audit = await bank.get("/audit-logs?action=memory_defense");
    expect(audit.body.items.map((entry: { transport: string; metadata: object }) => [entry.transport, entry.metadata])).toEqual(
      expect.arrayContaining([
        ["system", { decision: "redact", rule: "github_token", matched_types: "github_token", fingerprints: `ghp_…${GITHUB.slice(-4)}` }],
        ["system", expect.objectContaining({ decision: "block", rule: "sensitive_data", matched_types: "credit_card" })],
      ]),
    );
    for (const id of [GITHUB, `${"x".repeat(240)}-${GITHUB}`]) {
      const refused = await bank.call("POST", "/memories", { items: [{ content: "Hal lives in Lier.", document_id: id }] });
      expect(refused.status).toBe(422); // an id is not redacted
      expect((await bank.call("DELETE", `/documents/${id}`)).status).toBe(404);
    }
    const entries = await bank.get("/audit-logs?limit=100");
    const each = await Promise.all(entries.body.items.map(({ id }: { id: string }) => bank.get(`/audit-logs/${id}`)));
    const shown = [entries, ...each].map(({ text }) => text).join("\n");
    expect(shown).toContain('"document_id":"[REDACTED:github_token]"');
    expect(shown).not.toContain(GITHUB.slice(4, 14));
  });

  tell("a policy that is none is refused with 422; one that names what nobody knows is kept, and that is told", async () => {
    const bank = storyBank(server);
    for (const policy of [
      "on",
      { rules: [{ action: "block" }] },
      { rules: [{ on: "sensitive_data", action: "drop" }] },
      { low_trust: "burn" },
    ]) {
      const reply = await bank.call("PATCH", "/config", { updates: { memory_defense: policy } });
      expect([reply.status, reply.text]).toEqual([422, expect.stringContaining("memory_defense takes")]);
    }
    const strategies = { retain_strategies: { open: { memory_defense: { enabled: false } } } };
    expect((await bank.call("PATCH", "/config", { updates: strategies })).status).toBe(400);
    const reply = await bank.call("PATCH", "/config", { updates: { memory_defense: { rules: [{ on: "githubtoken", action: "block" }] } } });
    expect([reply.status, reply.headers["x-ignored-params"]]).toEqual([200, "memory_defense.rules[].on=githubtoken"]);
  });
});
