// A backup of a database that lost its memories says so.

import { expect, test } from "vitest";
import { lostMemories } from "../src/lost-memories.js";

test("words or vectors without a memory are a loss; an empty database is none", () => {
  expect(
    lostMemories({ public: { memory: 0, posting: 0, memory_vector: 0 }, full: { memory: 2, posting: 9, memory_vector: 2 } }),
  ).toBeNull();
  expect(lostMemories({ public: { memory: 2, posting: 9 }, acme: { memory: 0, posting: 9 } })).toContain("no memory is in acme");
  expect(lostMemories({ public: { memory: 0, memory_vector: 1 } })).toContain("older backups");
});
