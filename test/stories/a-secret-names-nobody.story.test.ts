// What memory defense takes out of a name leaves no name: by no way in is an entity called by a mark.

import { expect } from "vitest";
import { word } from "../../packages/engine/test/guard/defense/samples.js";
import { story } from "../support/story.js";
import { exported, finished, sent } from "../support/transfer.js";

const SECRET = `ghp_${word(36)}`;
const MARK = "[REDACTED:github_token]";
const REDACT = { memory_defense: { enabled: true, rules: [{ on: "sensitive_data", action: "redact" }] } };

story(
  "a name that was a secret, or a mark, names nobody, whichever way it came",
  async ({ server, bank, newBank }) => {
    const names = async (of = bank): Promise<readonly string[]> =>
      (await of.get("/entities?limit=100")).body.items.map(({ canonical_name: name }: { canonical_name: string }) => name).sort();
    await bank.call("PATCH", "/config", { updates: REDACT });

    await bank.retain("The deploy runs at night.", {
      document_id: "n",
      entities: [SECRET, `Ann ${SECRET}`, MARK, "Bob"].map((text) => ({ text })),
    });
    expect(await names()).toEqual(["Bob"]);
    const [{ id }] = (await bank.get("/memories/list")).body.items;

    const patched = await bank.call("PATCH", `/memories/${id}`, { entities: [SECRET, MARK, `Cy ${MARK}`, "Dee"] });
    expect([patched.status, await names()]).toEqual([200, ["Dee"]]);
    expect((await bank.call("PATCH", `/memories/${id}`, { entities: [SECRET] })).body.entities).toEqual([]);
    await bank.call("PATCH", `/memories/${id}`, { entities: ["Dee"] });

    const dee = (await bank.get("/entities")).body.items[0].id;
    for (const name of [SECRET, MARK, `Eve ${MARK}`]) {
      const split = await bank.call("POST", `/entities/${dee}/split`, { name, memory_ids: [id] });
      expect([split.status, split.body.detail]).toEqual([400, expect.stringContaining("names nobody")]);
    }
    expect(await names()).toEqual(["Dee"]);

    const open = newBank(); // nothing is taken out here, and a name may be what it likes
    await open.retain("The backup runs at noon.", { document_id: "b", entities: [SECRET, "Fay"].map((text) => ({ text })) });
    await open.retain("The report runs at dawn.", { document_id: "c", entities: [SECRET].map((text) => ({ text })) });
    expect(await names(open)).toEqual(["Fay", SECRET].sort());
    const archive = await exported(server, open.id, "/document-transfer/export");
    const before = await names();
    const taken = await finished(server, bank.id, await sent(server, bank.id, archive.bytes, "/document-transfer"));
    expect([taken.status, await names()]).toEqual(["completed", [...before, "Fay"].sort()]);
    expect(await bank.recallTexts("When does the backup run?")).toContain("The backup runs at noon.");
    expect(JSON.stringify(await bank.everyText()).toLowerCase()).not.toContain(SECRET.slice(4).toLowerCase());
  },
  120_000,
);
