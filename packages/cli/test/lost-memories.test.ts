// A backup of a database that lost its memories says so.

import { expect, test } from "vitest";
import { lostMemories } from "../src/lost-memories.js";

test("what the archive counts as lost is a loss; else words or vectors without any memory; an empty database is none", () => {
  const rows = { public: { memory: 0, posting: 0, memory_vector: 0 }, full: { memory: 2, posting: 9, memory_vector: 2 } };
  expect(lostMemories({ rows })).toBeNull();
  expect(lostMemories({ rows, lost: { public: 0, full: 0 } })).toBeNull();
  expect(lostMemories({ rows, lost: { public: 0, full: 1 } })).toContain("1 memory is gone from full,");
  const emptied = { public: { memory: 2, posting: 9 }, acme: { memory: 0, posting: 9 } };
  expect(lostMemories({ rows: emptied })).toContain("no memory is in acme");
  expect(lostMemories({ rows: { public: { memory: 0, memory_vector: 1 } } })).toContain("older backups");
});
