import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankDirectory, findBankByKey, openBank, openOrCreateBank } from "../../src/banks/index.js";
import { deleteBank } from "../../src/store/banks/delete-bank.js";
import type { Database } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { FILLED, fillBank } from "../support/filled-bank.js";
import { resourcesOn } from "../support/resources.js";

describe.each(DATABASES)("banks on $name", ({ open }) => {
  let db: Database;
  let on: ReturnType<typeof resourcesOn>;
  beforeAll(async () => {
    db = await open();
    on = resourcesOn(db);
  });
  afterAll(() => db.close());

  test("an unknown bank is not found, and reading makes none", async () => {
    const { get, stats, config, patch, aliases } = on.bank;
    for (const ask of [get, stats, config, aliases, (id: string) => patch(id, {})]) {
      await expect(ask("nobody")).rejects.toMatchObject({ code: "bank_not_found", message: "Bank 'nobody' not found" });
    }
    await expect(on.bank.get("no\0body")).rejects.toMatchObject({ code: "bank_not_found" });
    expect(await on.bank.delete("nobody")).toMatchObject({ memories: 0 });
    expect((await on.bank.list({ limit: 10, offset: 0 })).items).toEqual([]);
  });

  test.each(["user:1", "a/b", "50%", "...", "a::b", "ü", "日本 語", "a_b", "x".repeat(192)])(
    "bank %j can be made, found and deleted",
    async (id) => {
      expect(await on.bank.put(id, {})).toEqual({
        bankId: id,
        name: id,
        disposition: { skepticism: 3, literalism: 3, empathy: 3 },
        mission: "",
      });
      expect((await on.bank.get(id)).bankId).toBe(id);
      expect((await on.bank.list({ limit: 10, offset: 0, q: id })).items.map((bank) => bank.bankId)).toEqual([id]);
      await on.bank.delete(id);
      await expect(on.bank.get(id)).rejects.toMatchObject({ code: "bank_not_found" });
    },
  );

  test("names that no bank may have are refused wherever one would be made", async () => {
    await on.bank.put("good", {});
    for (const bad of ["", ".", "..", "_private", "a\nb", "x".repeat(193)]) {
      await expect(on.bank.put(bad, {})).rejects.toMatchObject({ code: "invalid_bank_id", status: 400 });
      await expect(on.bank.updateConfig(bad, {})).rejects.toMatchObject({ code: "invalid_bank_id" });
      await expect(on.bank.addAlias("good", bad, false)).rejects.toMatchObject({ code: "invalid_bank_id" });
    }
    await on.bank.delete("good");
  });

  test("put and patch merge: what is not sent stays, null drops", async () => {
    await on.bank.put("merge", { name: "Merge", config: { reflect_mission: "help Ann", disposition_empathy: 5, retain_chunk_size: 500 } });
    expect(await on.bank.patch("merge", { config: { disposition_empathy: null } })).toMatchObject({
      name: "Merge",
      mission: "help Ann",
      disposition: { empathy: 3 },
    });
    const { config, overrides } = await on.bank.config("merge");
    expect(overrides).toEqual({ reflect_mission: "help Ann", retain_chunk_size: 500 });
    expect(config).toMatchObject({ retain_chunk_size: 500, enable_reranking: true });
    expect((await on.bank.resetConfig("merge")).overrides).toEqual({});
    expect((await on.bank.get("merge")).name).toBe("Merge");
    await expect(on.bank.put("unmade", { config: { nonsense: 1 } })).rejects.toMatchObject({ code: "bad_argument" });
    await expect(on.bank.get("unmade")).rejects.toMatchObject({ code: "bank_not_found" }); // a bad setting makes no bank
  });

  test("changes that meet are all kept", async () => {
    await on.bank.put("race", {});
    const changes = [
      { retain_mission: "m" },
      { reflect_mission: "r" },
      { observations_mission: "o" },
      { retain_chunk_size: 7 },
      { enable_reranking: false },
    ];
    await Promise.all(changes.map((change) => on.bank.updateConfig("race", change)));
    expect((await on.bank.config("race")).overrides).toEqual(Object.assign({}, ...changes));
  });

  test("many callers that make one bank make it once", async () => {
    const scopes = await Promise.all(Array.from({ length: 8 }, () => openOrCreateBank(db, on.tenant, "once")));
    expect(new Set(scopes.map((scope) => scope.key)).size).toBe(1);
    expect((await on.bank.list({ limit: 10, offset: 0, q: "once" })).total).toBe(1);
  });

  test("an alias leads to the bank everywhere, until it goes", async () => {
    await on.bank.put("real", { name: "Real" });
    expect(await on.bank.addAlias("real", "nick", false)).toEqual({ bankId: "real", aliases: [{ alias: "nick", primary: false }] });
    await on.bank.addAlias("nick", "main", true);
    expect(await on.bank.get("main")).toMatchObject({ bankId: "real", name: "Real" });
    expect((await on.bank.put("nick", { name: "Renamed" })).bankId).toBe("real");
    expect((await on.bank.aliases("nick")).aliases).toEqual([
      { alias: "main", primary: true },
      { alias: "nick", primary: false },
    ]);
    expect((await on.bank.setPrimaryAlias("real", "nick", true)).aliases[0]).toEqual({ alias: "nick", primary: true });
    expect((await on.bank.list({ limit: 10, offset: 0, q: "NIC" })).items).toMatchObject([
      { bankId: "real", displayAlias: "nick", matchedAliases: ["nick"] },
    ]);
    expect((await on.bank.setPrimaryAlias("real", "nick", false)).aliases.filter((alias) => alias.primary)).toEqual([]);

    await expect(on.bank.addAlias("real", "real", false)).rejects.toMatchObject({ code: "bad_argument" });
    await expect(on.bank.addAlias("real", "nick", false)).rejects.toMatchObject({ code: "alias_conflict", status: 409 });
    await on.bank.put("second", {});
    await expect(on.bank.addAlias("real", "second", false)).rejects.toMatchObject({ code: "alias_conflict" });
    await expect(on.bank.addAlias("second", "nick", false)).rejects.toMatchObject({ code: "alias_conflict" });
    await expect(on.bank.removeAlias("second", "nick")).rejects.toMatchObject({ code: "alias_not_found", status: 404 });
    await expect(on.bank.setPrimaryAlias("second", "nick", true)).rejects.toMatchObject({ code: "alias_not_found" });

    await on.bank.removeAlias("real", "nick");
    await expect(on.bank.get("nick")).rejects.toMatchObject({ code: "bank_not_found" });
    await on.bank.addAlias("second", "nick", false); // the name is free again, and leads elsewhere at once
    expect((await on.bank.get("nick")).bankId).toBe("second");
    expect(await on.bank.delete("main")).toMatchObject({ memories: 0 });
    await expect(on.bank.get("real")).rejects.toMatchObject({ code: "bank_not_found" });
    await expect(on.bank.get("main")).rejects.toMatchObject({ code: "bank_not_found" });
  });

  test("a name cannot become a bank and an alias at once", async () => {
    await on.bank.put("host", {});
    for (let round = 0; round < 10; round += 1) {
      const name = `contested${round}`;
      await Promise.allSettled([on.bank.addAlias("host", name, false), on.bank.put(name, {})]);
      const { aliases } = await on.bank.aliases("host");
      const isAlias = aliases.some(({ alias }) => alias === name);
      expect((await on.bank.get(name)).bankId).toBe(isAlias ? "host" : name);
    }
  });

  test("a bank made anew under its old name has none of its rows", async () => {
    const first = await on.banks.openOrCreate("phoenix");
    await fillBank(db, first, "ash");
    expect((await on.memories.list("phoenix", { limit: 10, offset: 0 })).total).toBe(FILLED.memoryNumbers.length);
    expect(await on.bank.delete("phoenix")).toMatchObject({ memories: FILLED.memoryNumbers.length });
    await on.bank.put("phoenix", {});
    expect((await on.memories.list("phoenix", { limit: 10, offset: 0 })).total).toBe(0);
    expect(await findBankByKey(db, on.tenant, first.key)).toBeNull();
  });

  test("banks are listed most recently written first, in pages", async () => {
    const fresh = await open();
    try {
      const { bank, tenant } = resourcesOn(fresh);
      for (const id of ["one", "two", "three"]) await bank.put(id, {});
      await fillBank(fresh, await openBank(fresh, tenant, "two"), "second"); // last written in 2024
      const ids = async (limit: number, offset: number) => (await bank.list({ limit, offset })).items.map((item) => item.bankId);
      expect(await ids(10, 0)).toEqual(["three", "one", "two"]);
      expect(await ids(2, 0)).toEqual(["three", "one"]);
      expect(await ids(2, 2)).toEqual(["two"]);
      expect(await bank.list({ limit: 0, offset: 5 })).toMatchObject({ items: [], total: 3 });
      expect((await bank.list({ limit: 1, offset: 2 })).items[0]).toMatchObject({
        name: "second name",
        mission: "second mission",
        factCount: 6,
        lastWriteAt: FILLED.at(3),
        lastDocumentAt: FILLED.at(4),
        displayAlias: "second-alias",
        matchedAliases: [],
      });
      expect((await bank.list({ limit: 10, offset: 0, q: "_" })).total).toBe(0); // control: no character of q is a wildcard
      expect((await bank.list({ limit: 10, offset: 0, q: "second NAME" })).total).toBe(1);
    } finally {
      await fresh.close();
    }
  });
});

describe("the bank directory", () => {
  test("a bank deleted while it is looked up is not remembered", async () => {
    const [pglite] = DATABASES;
    const db = await pglite?.open();
    if (db === undefined) throw new Error("There is always an embedded database.");
    try {
      const { tenant } = resourcesOn(db);
      await openOrCreateBank(db, tenant, "gone");
      const directory = bankDirectory(db, tenant);
      const looking = directory.find("gone");
      await db.transaction(async (tx) => deleteBank(tx, await openBank(tx, tenant, "gone")));
      directory.forget();
      await looking;
      await expect(directory.open("gone")).rejects.toMatchObject({ code: "bank_not_found" });
    } finally {
      await db.close();
    }
  });
});
