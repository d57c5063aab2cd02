// A small source of each format, made for the tests: what is to be read, and beside it what is to be left out.
// In: a folder. Out: its files, and what an import of each is to find.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";

const json = (value: unknown): string => JSON.stringify(value, null, 1);
const lines = (...values: readonly unknown[]): string => `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;

const node = (id: string, parent: string | null, role: string, said: string, more: object = {}) => ({
  [id]: {
    id,
    parent,
    children: [],
    message: {
      author: { role },
      create_time: 1_767_225_600 + Number(id),
      content: { content_type: "text", parts: [said] },
      recipient: "all",
      metadata: {},
      ...more,
    },
  },
});

export const CHATGPT = [
  {
    id: "c1",
    title: "A boat",
    create_time: 1_767_225_600,
    current_node: "6",
    mapping: {
      "0": { id: "0", parent: null, children: ["1"], message: null },
      ...node("1", "0", "system", "You are a helpful system."),
      ...node("2", "1", "user", "Which boat did Ann buy?"),
      ...node("3", "2", "assistant", "An answer that was tried again."),
      ...node("4", "2", "assistant", "search('boat')", { recipient: "browser" }),
      ...node("5", "4", "tool", "A page about boats."),
      ...node("6", "5", "assistant", "Ann bought the Seagull 【3†source】in Delft."),
    },
  },
  { id: "c2", title: "Nothing", mapping: {}, current_node: null },
];

const CLAUDE = [
  {
    uuid: "k1",
    name: "Bread",
    created_at: "2026-01-05T08:00:00Z",
    chat_messages: [
      {
        uuid: "m1",
        sender: "human",
        text: "x",
        content: [{ type: "text", text: "How long does Bob's rye dough rest?" }],
        created_at: "2026-01-05T08:00:01.123456Z",
      },
      {
        uuid: "m2",
        sender: "assistant",
        text: "This block is not supported",
        content: [{ type: "tool_use", name: "search" }],
        created_at: "2026-01-05T08:00:02Z",
      },
      { uuid: "m3", sender: "assistant", text: "Twelve hours in the cellar.", created_at: "2026-01-05T08:00:03Z" },
    ],
  },
];

const session = { sessionId: "s1", cwd: "/home/ann/ferry", gitBranch: "main" };
const SESSION = lines(
  { type: "summary", summary: "The ferry timetable", leafUuid: "x" },
  { type: "user", ...session, isMeta: true, message: { role: "user", content: "Meta noise." } },
  {
    type: "user",
    ...session,
    timestamp: "2026-02-01T10:00:00Z",
    message: { role: "user", content: "<command-name>/clear</command-name>" },
  },
  {
    type: "user",
    ...session,
    timestamp: "2026-02-01T10:00:01Z",
    message: { role: "user", content: "Why does the timetable skip noon?<system-reminder>Reminder noise.</system-reminder>" },
  },
  {
    type: "assistant",
    ...session,
    timestamp: "2026-02-01T10:00:02Z",
    message: {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Thought noise." },
        { type: "tool_use", name: "Bash", input: { command: "ls" } },
      ],
    },
  },
  {
    type: "user",
    ...session,
    timestamp: "2026-02-01T10:00:03Z",
    message: { role: "user", content: [{ type: "tool_result", content: "Result noise." }] },
  },
  {
    type: "assistant",
    ...session,
    isSidechain: true,
    message: { role: "assistant", content: [{ type: "text", text: "Sidechain noise." }] },
  },
  {
    type: "assistant",
    ...session,
    timestamp: "2026-02-01T10:00:04Z",
    message: { role: "assistant", content: [{ type: "text", text: "The parser drops rows whose minute is zero." }] },
  },
);

const item = (role: string, kind: string, said: string) => ({ type: "message", role, content: [{ type: kind, text: said }] });
const line = (second: number, type: string, payload: object) => ({ timestamp: `2026-02-02T10:00:0${second}Z`, type, payload });
const ROLLOUT = lines(
  line(0, "session_meta", { id: "r1", timestamp: "2026-02-02T10:00:00Z", cwd: "/home/ann/mill", git: { branch: "dev" } }),
  line(1, "response_item", item("developer", "input_text", "Developer noise.")),
  line(1, "response_item", item("user", "input_text", "<environment_context>\n <cwd>noise</cwd>\n</environment_context>")),
  line(2, "response_item", item("user", "input_text", "Make the mill turn slower.")),
  line(2, "event_msg", { type: "user_message", message: "Make the mill turn slower." }),
  line(3, "response_item", { type: "function_call", name: "shell", arguments: "noise" }),
  line(4, "response_item", item("assistant", "output_text", "The gear ratio is now 1:12.")),
);

const FACT = { uuid: "e1", fact: "Dora works at the harbour", name: "WORKS_AT", source_node_uuid: "n1", target_node_uuid: "n2" };

/** Name of the format → the source's path below the folder, its files, and what is found. */
export const SOURCES: Readonly<
  Record<string, { readonly path: string; readonly files: Readonly<Record<string, string | Uint8Array>>; readonly finds: Finds }>
> = {
  mem0: {
    path: "mem0.json",
    files: {
      "mem0.json": json({
        results: [
          {
            id: "a",
            memory: "Ann prefers tea in the morning.",
            user_id: "ann",
            categories: ["food"],
            created_at: "2024-05-01T10:00:00.123456-07:00",
          },
          { id: "b", memory: "", user_id: "ann" },
        ],
        relations: [{ source: "ann", relationship: "lives_in", target: "Delft" }],
      }),
    },
    finds: { kinds: { memory: 1, fact: 1 }, skipped: 1 },
  },
  zep: {
    path: "graph.json",
    files: {
      "graph.json": json({
        nodes: [
          { uuid: "n1", name: "Dora", labels: ["Entity", "Person"], summary: "A pilot from Urk.", created_at: "2024-01-01T00:00:00Z" },
          { uuid: "n2", name: "the harbour", labels: ["Entity"], summary: "", created_at: "2024-01-01T00:00:00Z" },
        ],
        edges: [{ ...FACT, valid_at: "2024-01-01T00:00:00Z", invalid_at: "2025-03-01T00:00:00Z" }],
        episodes: [
          {
            uuid: "p1",
            content: "The tide table is printed in May.",
            source: "text",
            source_description: "notes",
            valid_at: "2024-02-01T00:00:00Z",
          },
        ],
        messages: [
          { uuid: "x2", role: "assistant", role_type: "assistant", content: "Noted.", created_at: "2024-02-01T00:00:02Z" },
          { uuid: "x1", role: "Dora", role_type: "user", content: "I moved to Hoorn.", created_at: "2024-02-01T00:00:01Z" },
        ],
      }),
    },
    finds: { kinds: { entity: 1, fact: 1, episode: 1, conversation: 1 }, skipped: 1 },
  },
  chatgpt: {
    path: "chatgpt.zip",
    files: {
      "chatgpt.zip": zipSync({
        "conversations.json": strToU8(json(CHATGPT)),
        "chat.html": strToU8("<html></html>"),
        "user.json": strToU8("{}"),
      }),
    },
    finds: { kinds: { conversation: 1 }, skipped: 3 },
  },
  claude: {
    path: "claude",
    files: { "claude/conversations.json": json(CLAUDE), "claude/users.json": "[]" },
    finds: { kinds: { conversation: 1 }, skipped: 1 },
  },
  "claude-code": {
    path: "projects",
    files: { "projects/-home-ann-ferry/s1.jsonl": SESSION, "projects/-home-ann-ferry/agent-1.jsonl": SESSION },
    finds: { kinds: { session: 1 }, skipped: 1 },
  },
  codex: {
    path: "sessions",
    files: { "sessions/2026/02/02/rollout-2026-02-02T10-00-00-r1.jsonl": ROLLOUT },
    finds: { kinds: { session: 1 }, skipped: 0 },
  },
  langmem: {
    path: "store.json",
    files: {
      "store.json": json([
        {
          namespace: ["memories", "ann"],
          key: "1",
          value: { kind: "Memory", content: { content: "Ann rows every Sunday." } },
          created_at: "2025-02-07T01:12:14Z",
        },
        {
          namespace: ["memories", "ann"],
          key: "2",
          value: { kind: "Profile", content: { preferred_name: "Annie", languages: ["nl", "en"] } },
        },
      ]),
    },
    finds: { kinds: { memory: 2 }, skipped: 0 },
  },
  "basic-memory": {
    path: "knowledge",
    files: {
      "knowledge/coffee.md":
        "---\ntitle: Coffee\ntype: note\npermalink: drinks/coffee\ntags: [drink]\n---\n\n# Coffee\n\n## Observations\n- [method] Pour over takes four minutes #brewing\n\n## Relations\n- relates_to [[Chocolate Pairing|chocolate]]\n",
    },
    finds: { kinds: { note: 1 }, skipped: 0 },
  },
  obsidian: {
    path: "vault",
    files: {
      "vault/.obsidian/app.json": "{}",
      "vault/.trash/old.md": "Thrown away.",
      "vault/People/Eva.md":
        "---\naliases: [Evi]\ntags: person\ncreated: 2023-04-05\n---\nEva repairs [[Clocks#Towers|tower clocks]] with [[Places/Gouda]]. #craft/metal %%secret%%\n\n```sh\necho '#no-tag [[kept]]'\n```\n",
      "vault/2026-03-01.md": "The tower clock of Gouda was late.\n",
      "vault/picture.png": "x",
    },
    finds: { kinds: { note: 2 }, skipped: 1 },
  },
  folder: {
    path: "notes",
    files: {
      "notes/plain.txt": "The key is under the third stone.\n",
      "notes/list.md": "# List\n\nFlour and salt.\n",
      "notes/empty.md": "\n",
      "notes/report.pdf": "x",
    },
    finds: { kinds: { file: 2 }, skipped: 2 },
  },
  jsonl: {
    path: "items.jsonl",
    files: {
      "items.jsonl": lines(
        {
          content: "The lighthouse blinks twice.",
          document_id: "light",
          timestamp: "2025-01-01T00:00:00Z",
          tags: ["sea"],
          metadata: { by: "Finn" },
        },
        { content: "The foghorn is silent on Mondays." },
        { content: "The lighthouse blinks three times.", document_id: "light" },
      ),
    },
    finds: { kinds: { item: 2 }, skipped: 1 },
  },
};

export interface Finds {
  readonly kinds: Readonly<Record<string, number>>;
  readonly skipped: number;
}

export function writeSources(top: string): void {
  for (const { files } of Object.values(SOURCES)) for (const [name, content] of Object.entries(files)) writeSource(top, name, content);
}

export function writeSource(top: string, name: string, content: string | Uint8Array): string {
  const full = path.join(top, name);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}
