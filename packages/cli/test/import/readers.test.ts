// Readers of foreign exports, without a server: what is taken, what is left out, and what a shape of another version comes to.

import { describe, expect, test } from "vitest";
import { foundIn, itemIn, turnsOf } from "./reading.js";
import { CHATGPT } from "./sources.js";

const said = (turns: readonly { readonly content: string }[]): readonly string[] => turns.map(({ content }) => content);

describe("mem0", () => {
  test.each([
    ["a bare list", [{ id: "1", memory: "Ann rows." }]],
    ["an old list", { memories: [{ id: "1", memory: "Ann rows." }] }],
    ["a reply of get_all", { count: 1, results: [{ id: "1", memory: "Ann rows." }] }],
    ["rows of a vector store", [{ id: "1", payload: { data: "Ann rows.", user_id: "ann" } }]],
    ["one memory", { id: "1", memory: "Ann rows." }],
  ])("%s", async (_, value) =>
    expect((await itemIn("mem0", "m.json", value)).item).toMatchObject({ document_id: "mem0/1", content: "Ann rows." }),
  );

  test("keeps scopes and categories as tags, the rest as metadata, and the offset's instant", async () => {
    const { item, last } = await itemIn("mem0", "m.json", [
      {
        id: 7,
        memory: "x",
        user_id: "ann",
        categories: ["a"],
        metadata: { n: 1, deep: { k: [1] }, none: null },
        created_at: "2024-05-01T10:00:00.123456-07:00",
        updated_at: "2024-06-01",
      },
    ]);
    expect(item).toEqual({
      document_id: "mem0/7",
      content: "x",
      tags: ["user:ann", "a"],
      metadata: { n: "1", deep: '{"k":[1]}', origin: "mem0" },
      timestamp: "2024-05-01T17:00:00.123Z",
    });
    expect(last).toBe("2024-06-01T00:00:00.000Z");
  });
});

describe("Zep", () => {
  const FACT = { uuid: "1", fact: "Dora works in Urk", source_node_uuid: "n", target_node_uuid: "m", created_at: "2024-01-01T00:00:00Z" };

  test("a fact that is over says so, and one that holds is as it was", async () => {
    const over = await itemIn("zep", "z.json", [{ ...FACT, valid_at: "2023-05-01T00:00:00Z", invalid_at: "2025-03-01T00:00:00Z" }]);
    expect(over.item).toMatchObject({
      content: "Dora works in Urk (This held from 2023-05-01 until 2025-03-01.)",
      timestamp: "2023-05-01T00:00:00.000Z",
      metadata: { invalid_at: "2025-03-01T00:00:00.000Z" },
    });
    expect((await itemIn("zep", "z.json", [FACT])).item).toMatchObject({ content: "Dora works in Urk", document_id: "zep/fact/1" });
  });

  test("a fact in a list of facts, as Graphiti's models write it, has the ids of its episodes", async () => {
    for (const episodes of [["e1"], []])
      expect((await itemIn("zep", "z.json", [{ ...FACT, episodes }])).item).toMatchObject({ document_id: "zep/fact/1" });
  });

  test("a fact is about its nodes, by name", async () => {
    const found = await foundIn("zep", { "z.json": JSON.stringify({ nodes: [{ uuid: "n", name: "Dora", summary: "" }], edges: [FACT] }) });
    expect(found).toMatchObject([{ what: "skipped" }, { what: "item", item: { entities: [{ text: "Dora" }] } }]);
  });

  test("messages are conversations by thread, in the order of their times, with the speaker's name", async () => {
    const message = (thread_id: string, second: number, role_type: string, role: string) => ({
      uuid: `${second}`,
      thread_id,
      role_type,
      role,
      content: `at ${second}`,
      created_at: `2024-01-01T00:00:0${second}Z`,
    });
    const found = await foundIn("zep", {
      "z.json": JSON.stringify({
        messages: [message("a", 2, "assistant", "assistant"), message("b", 3, "user", "Eva"), message("a", 1, "user", "Dora")],
      }),
    });
    expect(found.map((each) => (each.what === "item" ? [each.item.document_id, turnsOf(each)] : each))).toEqual([
      [
        "zep/thread/a",
        [
          { role: "user", name: "Dora", content: "at 1", timestamp: "2024-01-01T00:00:01.000Z" },
          { role: "assistant", content: "at 2", timestamp: "2024-01-01T00:00:02.000Z" },
        ],
      ],
      ["zep/thread/b", [{ role: "user", name: "Eva", content: "at 3", timestamp: "2024-01-01T00:00:03.000Z" }]],
    ]);
  });
});

describe("ChatGPT", () => {
  const boat = CHATGPT[0];

  test("takes the branch that was shown last, without tools, marks and hidden messages", async () => {
    const found = await itemIn("chatgpt", "c.json", [boat]);
    expect(said(turnsOf(found))).toEqual(["Which boat did Ann buy?", "Ann bought the Seagull in Delft."]);
    expect(found.item).toMatchObject({ document_id: "chatgpt/c1", context: "A boat" });
    expect(found.item.timestamp).toBeUndefined(); // each turn tells its own
    expect(found.first).toBe("2026-01-01T00:00:02.000Z");
  });

  test("without a current node takes the newest branch, and ends at a circle", async () => {
    const tree = { a: { parent: null, children: ["b", "c"], message: null }, b: message("old"), c: { ...message("new"), children: ["a"] } };
    expect(said(turnsOf(await itemIn("chatgpt", "c.json", [{ id: "1", mapping: tree }])))).toEqual(["new"]);
  });

  function message(text: string) {
    return { parent: "a", children: [], message: { author: { role: "user" }, content: { content_type: "text", parts: [text] } } };
  }
});

describe("Claude", () => {
  const message = (uuid: string, parent: string | undefined, text: string) => ({
    uuid,
    sender: "human",
    text,
    ...(parent === undefined ? {} : { parent_message_uuid: parent }),
  });

  test("takes the last branch where messages name their parents, and all of them where they do not", async () => {
    const of = async (...chat_messages: readonly object[]) =>
      said(turnsOf(await itemIn("claude", "c.json", [{ uuid: "1", created_at: "2026-01-01T00:00:00Z", chat_messages }])));
    expect(await of(message("a", "0", "first"), message("b", "a", "tried"), message("c", "a", "again"))).toEqual(["first", "again"]);
    expect(await of(message("a", undefined, "first"), message("b", undefined, "second"))).toEqual(["first", "second"]);
  });

  test("what it remembered, and the texts of projects, in a file for all or a file each; entries of one line are told apart", async () => {
    const project = { uuid: "p", name: "Boat", description: "Buying one.", created_at: "2026-01-02T00:00:00Z" };
    const found = await foundIn("claude", {
      "conversations.json": "[{},{}]",
      "memories.json": JSON.stringify([
        { conversations_memory: "Ann rows.", project_memories: { p: "The Seagull.", q: "" }, account_uuid: "a" },
      ]),
      "projects.json": JSON.stringify([
        { ...project, docs: [{ uuid: "d", filename: "offer.md", content: "4000 euros." }, { content: "" }] },
      ]),
      "projects/s.json": JSON.stringify({ uuid: "s", is_starter_project: true, docs: [{ content: "How to." }] }),
      "users.json": "[]",
    });
    const documents = found.map((each) =>
      each.what === "item" ? [each.item.document_id, each.item.content, each.first] : [each.at, each.why],
    );
    expect(documents).toEqual([
      ["conversations.json:1", "a conversation without an id (uuid)"],
      ["conversations.json:1 entry 2", "a conversation without an id (uuid)"],
      ["claude/memory/a", "Ann rows.", null],
      ["claude/memory/project/p", "The Seagull.", null],
      ["memories.json:1 q", "no text"],
      ["claude/project/p", "Buying one.", "2026-01-02T00:00:00.000Z"],
      ["claude/project/p/d", "4000 euros.", "2026-01-02T00:00:00.000Z"],
      ["projects.json:1 docs[1]", "no text"],
      ["projects/s.json:1", "the project that every account begins with"],
      ["users.json", "another part of a Claude data export"],
    ]);
  });
});

describe("Codex", () => {
  test("reads the older files without an envelope, and what was asked below an editor's context", async () => {
    const asked = "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nRename it.\n";
    const lines = [
      { id: "old", timestamp: "2025-05-01T00:00:00Z", instructions: null },
      { record_type: "state" },
      { type: "message", role: "user", content: [{ type: "input_text", text: asked }] },
      ...[
        ["# AGENTS.md instructions\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>"],
        ["<user_shell_command>\n<command>\nls\n</command>\n</user_shell_command>"],
        ['<image name=[Image #1] path="/tmp/a.png">', "</image>"],
      ].map((texts) => ({ type: "message", role: "user", content: texts.map((text) => ({ type: "input_text", text })) })),
    ];
    const found = await itemIn("codex", "rollout-old.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(said(turnsOf(found))).toEqual(["Rename it."]);
    expect(found.item).toMatchObject({ document_id: "codex/old", timestamp: "2025-05-01T00:00:00.000Z" });
  });
});

describe("LangMem", () => {
  test.each([
    ["a text", { content: "Ann rows." }, "Ann rows."],
    [
      "a triple",
      { content: { subject: "Ann", predicate: "rows on", object: "the Vliet", context: "Sundays" } },
      "Ann rows on the Vliet (Sundays)",
    ],
    [
      "fields",
      { kind: "Profile", content: { preferred_name: "Annie", languages: ["nl", "en"] } },
      "Profile:\n\n- preferred name: Annie\n- languages: nl, en",
    ],
  ])("%s", async (_, value, content) =>
    expect((await itemIn("langmem", "s.json", { items: [{ prefix: "memories.ann", key: "1", value }] })).item).toMatchObject({
      document_id: "langmem/memories/ann/1",
      content,
    }),
  );
});

test("JSON lines: what a server refuses is told before it is asked", async () => {
  const lines = [
    { timestamp: "soon" },
    { metadata: { n: 5 } },
    { tags: [1] },
    { entities: ["Ann"] },
    { timestamp: "unset", metadata: null, tags: "one", entities: [{ text: "Ann" }] },
  ].map((more) => JSON.stringify({ content: "x", ...more }));
  const found = await foundIn("jsonl", { "x.jsonl": lines.join("\r\n") });
  expect(found.map((each) => (each.what === "item" ? "item" : each.why))).toEqual([
    expect.stringContaining("timestamp"),
    expect.stringContaining("metadata"),
    expect.stringContaining("tags"),
    expect.stringContaining("entities"),
    "item",
  ]);
});
