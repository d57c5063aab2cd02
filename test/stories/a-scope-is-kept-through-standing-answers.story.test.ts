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
