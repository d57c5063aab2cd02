// What a reflection may not see it does not see through a standing answer either.

import { expect } from "vitest";
import { story } from "../support/story.js";

story(
  "a reflection within one customer's tags is told nothing of another by a model that reads the whole bank",
  async ({ server, bank }) => {
    await bank.retain("Ada Roe's e-mail is ada@roe.test and her card ends in 4242.", { document_id: "ada", tags: ["customer:ada"] });
    await bank.retain("Bo Fox's e-mail is bo@fox.test.", { document_id: "bo", tags: ["customer:bo"] });
    const query = "Which e-mail addresses do customers have?";
    await bank.call("POST", "/mental-models", { id: "contacts", name: "Contacts", source_query: query });
    await bank.call("POST", "/mental-models", {
      id: "bo",
      name: "Bo",
      source_query: "What is the e-mail address of Bo?",
      tags: ["customer:bo"],
    });
    await server.idle();
    const contacts = (await bank.call("GET", "/mental-models/contacts")).body.content;
    expect(contacts).toContain("ada@roe.test"); // control: it reads all

    const ask = async (more: Readonly<Record<string, unknown>>) =>
      (await bank.call("POST", "/reflect", { query: "What is the e-mail address?", include: { facts: {}, tool_calls: {} }, ...more })).body;
    for (const tags_match of ["any", "all", "any_strict", "all_strict", "exact"]) {
      const told = await ask({ tags: ["customer:bo"], tags_match });
      expect(told.text, tags_match).toContain("bo@fox.test");
      expect(JSON.stringify(told), tags_match).not.toMatch(/ada@roe|4242/);
    }
    const grouped = await ask({ tag_groups: [{ not: { tags: ["customer:ada"] } }] });
    expect(JSON.stringify(grouped)).not.toMatch(/ada@roe|4242/);
    const own = await ask({ tags: ["customer:bo"] });
    expect(own.based_on.mental_models.map(({ id }: { readonly id: string }) => id)).toEqual(["bo"]); // one within the tags is read
    expect((await ask({})).text).toContain("ada@roe.test"); // control: without tags all is seen
  },
);

story("what a standing answer says is not listed a second time below it", async ({ server, bank }) => {
  await bank.retain("The gate code of the depot is 7714.");
  await bank.call("POST", "/mental-models", { name: "Gate", source_query: "What is the gate code of the depot?" });
  await server.idle();
  const { text } = (await bank.call("POST", "/reflect", { query: "What is the gate code of the depot?" })).body;
  expect(text.split("7714")).toHaveLength(2);
});

story(
  "a model that looks elsewhere from now on says nothing more of where it looked before, at once and for good",
  async ({ server, bank }) => {
    await bank.retain("Ann keeps zebrafish in her kitchen.", { document_id: "ann", tags: ["user:ann"] });
    await bank.retain("Bob rides tandems in his kitchen.", { document_id: "bob", tags: ["user:bob"] });
    const make = { name: "Kitchen", source_query: "What happens in the kitchen?", trigger: { mode: "delta" } };
    for (const id of ["tagged", "grouped"]) await bank.call("POST", "/mental-models", { id, ...make });
    await server.idle();
    const read = async (id: string) => (await bank.call("GET", `/mental-models/${id}`)).body;
    expect((await read("tagged")).content).toContain("zebrafish"); // control

    const changed = await bank.call("PATCH", "/mental-models/tagged", { tags: ["user:bob"] });
    expect(changed.body.content).not.toContain("zebrafish");
    await bank.call("PATCH", "/mental-models/grouped", { trigger: { tag_groups: [{ tags: ["user:bob"] }] } });
    await server.idle();
    for (const id of ["tagged", "grouped"]) {
      const { content, is_stale } = await read(id);
      expect(content, id).toContain("tandems");
      expect(is_stale, id).toBe(false);
      expect(JSON.stringify([content, (await bank.call("GET", `/mental-models/${id}/history`)).body]), id).not.toContain("zebrafish");
    }

    // A wider scope is read from the beginning, not from the last change on.
    await bank.call("PATCH", "/mental-models/tagged", { tags: [] });
    await server.idle();
    expect((await read("tagged")).content).toContain("zebrafish");
    // Fields that say only when leave the text alone.
    const before = (await read("tagged")).last_refreshed_at;
    await bank.call("PATCH", "/mental-models/tagged", { trigger: { refresh_after_consolidation: true } });
    await server.idle();
    expect((await read("tagged")).last_refreshed_at).toBe(before);
  },
);

story("a page whose file names other tags is no exception", async ({ server, bank }) => {
  await bank.retain("Ann keeps zebrafish in her kitchen.", { document_id: "ann", tags: ["user:ann"] });
  await bank.retain("Bob rides tandems in his kitchen.", { document_id: "bob", tags: ["user:bob"] });
  const page = { name: "Kitchen", source_query: "What happens in the kitchen?" };
  const { mental_model_id: modelId } = (await bank.call("POST", "/knowledge-base/pages", page)).body;
  await server.idle();
  const content = async (): Promise<string> => (await bank.get(`/mental-models/${modelId}`)).body.content;
  expect(await content()).toContain("zebrafish"); // control

  const { files } = (await bank.get("/knowledge-base/export")).body;
  const edited = files.map((file: { readonly path: string; readonly content: string }) => ({
    ...file,
    content: file.content.replace('title: "Kitchen"', 'title: "Kitchen"\ntags: ["user:bob"]'),
  }));
  const imported = await bank.call("POST", "/knowledge-base/import", { files: edited });
  expect(imported.body.entries).toMatchObject([{ status: "updated", changes: ["tags"] }]);
  expect(await content()).not.toContain("zebrafish");
  await server.idle();
  expect(await content()).toContain("tandems");
  expect(await content()).not.toContain("zebrafish");
});
