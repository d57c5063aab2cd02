import { expect } from "vitest";
import { story } from "../support/story.js";

story("an entity may be named like a part of the language that the server is written in", async ({ bank }) => {
  const names = ["constructor", "toString", "__proto__", "Ada"];
  await bank.retain("These four own the observatory.", { entities: names.map((text) => ({ text })) });

  const reply = await bank.call("POST", "/memories/recall", { query: "who owns the observatory" });

  expect([...reply.body.results[0].entities].sort()).toEqual(expect.arrayContaining([...names].sort()));
  for (const name of names) {
    expect(Object.hasOwn(reply.body.entities, name), name).toBe(true);
    expect(reply.body.entities[name]).toMatchObject({ canonical_name: name, entity_id: expect.any(String) });
  }
});
