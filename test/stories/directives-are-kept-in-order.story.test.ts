// Directives over HTTP: kept, changed, listed in a stable order, and gone with their bank.

import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type StoryBank, story } from "../support/story.js";

interface Directive {
  readonly id: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

async function add(bank: StoryBank, name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Directive> {
  const reply = await bank.call("POST", "/directives", { name, content: `Rule ${name}.`, ...fields });
  expect([reply.status, reply.body.name]).toEqual([200, name]);
  return reply.body;
}

const names = async (bank: StoryBank, query = ""): Promise<readonly string[]> =>
  ((await bank.get(`/directives${query}`)).body.items as readonly Directive[]).map(({ name }) => name);

story("directives are listed by priority, page by page, and filtered by tags without losing the untagged", async ({ bank, newBank }) => {
  await bank.call("PUT", "", {});
  const low = await add(bank, "low");
  expect(low).toMatchObject({ bank_id: bank.id, priority: 0, is_active: true, tags: [], content: "Rule low." });
  await add(bank, "high", { priority: 9, tags: ["a"] });
  await add(bank, "off", { is_active: false });
  await add(bank, "both", { priority: 5, tags: ["a", "b"] });
  await add(bank, "other", { tags: ["c"] });

  expect(await names(bank)).toEqual(["high", "both", "other", "low"]);
  expect(await names(bank, "?active_only=false")).toContain("off");
  expect(await names(bank, "?tags=a")).toEqual(["high", "both", "low"]);
  expect(await names(bank, "?tags=a&tags=b&tags_match=all")).toEqual(["both", "low"]);
  expect(await names(bank, "?tags=a&tags_match=exact")).toEqual(["high", "low"]);
  const pages = [await names(bank, "?limit=2"), await names(bank, "?limit=2&offset=2"), await names(bank, "?limit=2&offset=4")];
  expect(pages).toEqual([["high", "both"], ["other", "low"], []]);
  expect((await bank.get("/directives?limit=1")).body).toMatchObject({ total: 4, limit: 1, offset: 0 });
  expect((await bank.get("/directives?limit=0")).status).toBe(422);
  expect((await bank.get("/directives?tags_match=any_strict")).status).toBe(422);

  const other = newBank();
  await other.call("PUT", "", {});
  expect((await other.get(`/directives/${low.id}`)).status).toBe(404);
  expect((await bank.get(`/directives/${low.id}`)).body).toEqual(low);
});

story("a directive is changed field by field, and goes with its bank", async ({ bank }) => {
  expect((await bank.get("/directives")).status).toBe(404);
  expect((await bank.call("POST", "/directives", { name: "n", content: "c" })).status).toBe(404);
  await bank.call("PUT", "", {});
  const made = await add(bank, "Tone", { priority: 3, tags: ["x"] });

  const changed = await bank.call("PATCH", `/directives/${made.id}`, { content: "Be brief.", is_active: false, tags: null });
  expect(changed.body).toMatchObject({ id: made.id, name: "Tone", content: "Be brief.", priority: 3, is_active: false, tags: ["x"] });
  expect((await bank.call("PATCH", `/directives/${made.id}`, { tags: [] })).body.tags).toEqual([]);
  expect((await bank.call("POST", "/directives", { name: "half" })).status).toBe(422);
  for (const id of [randomUUID(), "not-a-uuid"]) {
    for (const method of ["GET", "DELETE"]) expect((await bank.call(method, `/directives/${id}`)).status).toBe(404);
    expect((await bank.call("PATCH", `/directives/${id}`, { name: "x" })).status).toBe(404);
  }

  expect((await bank.call("DELETE", `/directives/${made.id}`)).body).toEqual({ status: "deleted" });
  expect((await bank.get(`/directives/${made.id}`)).status).toBe(404);
  const kept = await add(bank, "kept");
  await bank.call("DELETE", "");
  await bank.call("PUT", "", {});
  expect(await names(bank)).toEqual([]);
  expect((await bank.get(`/directives/${kept.id}`)).status).toBe(404);
});
