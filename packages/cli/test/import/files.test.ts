// Files of an import, without a server: JSON read as a stream, Markdown notes, and how a format is recognised.

import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { formatOf } from "../../src/import/formats.js";
import { jsonRecords } from "../../src/import/json-records.js";
import { decoded, type Source } from "../../src/import/source-file.js";
import { instant } from "../../src/import/values.js";
import { fileOf, foundIn, itemIn } from "./reading.js";

async function recordsIn(text: string, size?: number): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const record of jsonRecords(fileOf("x.json", text, size))) found.push(record);
  return found;
}

describe("JSON as a stream", () => {
  const values = [{ a: 'one quote " and brackets ]},{[ \\' }, { b: [[1], { c: "\ud83d\ude00" }] }, {}];

  test.each([1, 2, 3, 5, 1000])("gives each element with its line, in parts of %i characters", async (size) => {
    const text = ` [\n${values.map((value) => JSON.stringify(value)).join("\n,\n")}\n]\n`;
    expect(await recordsIn(text, size)).toEqual(values.map((value, index) => ({ line: 2 + 2 * index, value })));
  });

  test("an object is one record, an empty list none", async () => {
    expect(await recordsIn('{"a": [1]}')).toEqual([{ line: 1, value: { a: [1] } }]);
    expect(await recordsIn("[ ]")).toEqual([]);
  });

  test("lines of objects are read under the name of one, and a pipe is read once", async () => {
    const read = ['{"a": 1}\n\n{"b": 2}\n', "", '\n {"c":\n3}'].map(async (text) => {
      const file = fileOf("x.json", text);
      const parts = file.parts();
      const found: unknown[] = [];
      for await (const record of jsonRecords({ ...file, parts: () => parts })) found.push(record);
      return found;
    });
    expect(await Promise.all(read)).toEqual([
      [
        { line: 1, value: { a: 1 } },
        { line: 3, value: { b: 2 } },
      ],
      [{ line: 1, problem: "the file is empty" }],
      [{ line: 1, value: { c: 3 } }],
    ]);
  });

  test("a file is closed by who has seen enough", async () => {
    let isClosed = false;
    async function* parts() {
      try {
        for (;;) yield '[{"a": 1},';
      } finally {
        isClosed = true;
      }
    }
    for await (const record of jsonRecords({ ...fileOf("x.json", ""), parts })) if ("value" in record) break;
    expect(isClosed).toBe(true);
  });

  test("names the line of what is broken and reads on", async () => {
    expect(
      await recordsIn(
        '[\n{"a": 1},\n{"b": "a text that is long enough",\n "d": nope, "e": "and more of it behind the fault"},\n{"c": 3}\n]',
      ),
    ).toEqual([
      { line: 2, value: { a: 1 } },
      { line: 4, problem: expect.stringContaining("no JSON") },
      { line: 5, value: { c: 3 } },
    ]);
    expect(await recordsIn('[{"a": 1},\n{"b": \n')).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, problem: expect.stringContaining("does not end") },
    ]);
    expect(await recordsIn('[{"a": 1},\n')).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, problem: expect.stringContaining("not whole") },
    ]);
    expect(await recordsIn("")).toEqual([{ line: 1, problem: "the file is empty" }]);
    expect(await recordsIn('[\n{"a": "no end},\n{"b": [2]},\n{"c": 3}\n]')).toEqual([
      { line: 2, problem: expect.stringContaining("no JSON") },
      { line: 3, value: { b: [2] } },
      { line: 4, value: { c: 3 } },
    ]);
    expect(await recordsIn('[\n{\n"a": "no end\n},\n{"b": 2}\n]')).toEqual([
      { line: 3, problem: expect.stringContaining("no JSON") },
      { line: 5, value: { b: 2 } },
    ]);
    expect(await recordsIn('[{"a": 1}]\n[{"b": 2}]')).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, problem: expect.stringContaining("behind the end of the list") },
    ]);
    expect(await recordsIn('{"a": 1,\n "b" 2}')).toEqual([{ line: 2, problem: expect.stringContaining("no JSON") }]);
  });
});

test.each(["utf-8", "utf-16le", "utf-16be"])("a text in %s, with and without a mark", async (encoding) => {
  for (const text of ["\ufeff[Köln]", "[Köln]"]) {
    const bytes = encoding === "utf-8" ? Buffer.from(text) : Buffer.from(text, "utf16le");
    expect(await textOf(encoding === "utf-16be" ? bytes.swap16() : bytes)).toBe("[Köln]");
  }
  await expect(textOf(Buffer.from("Köln", "latin1"))).rejects.toThrow("no UTF-8 text");
});

async function textOf(bytes: Uint8Array): Promise<string> {
  let text = "";
  for await (const part of decoded(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]))) text += part;
  return text;
}

test.each([
  ["2024-05-01T10:00:00.123456-07:00", "2024-05-01T17:00:00.123Z"],
  ["2024-05-01 10:00:00", "2024-05-01T10:00:00.000Z"],
  ["2024-05-01", "2024-05-01T00:00:00.000Z"],
  [1_714_557_600.5, "2024-05-01T10:00:00.500Z"],
  [1_714_557_600_500, "2024-05-01T10:00:00.500Z"],
  ["yesterday", null],
  ["2024-99-99", null],
  [0, null],
])("the instant %s", (value, iso) => expect(instant(value)).toBe(iso));

describe("notes", () => {
  test("an Obsidian note: links as words, comments and block names gone, code untouched, tags of both places", async () => {
    const note =
      "---\r\naliases: [Evi, E.]\r\ntags: [person]\r\ncreated: 2023-04-05\r\n---\r\n> [!tip]- Hint\n\nEva repairs [[Clocks#Towers|tower clocks]] in [[Places/Gouda]]. #craft/metal #1 %%secret%%<!-- too --> ![[a b.png|300]]![[Gear]] ^b1\n\n```sh\necho '#no [[kept]]'\n```\n";
    const { item } = await itemIn("obsidian", "People/Eva.md", note);
    expect(item).toEqual({
      document_id: "obsidian/People/Eva.md",
      content:
        "# Eva\n\nAlso known as Evi, E..\n\n> Hint\n\nEva repairs tower clocks in Gouda. #craft/metal #1  Gear\n\n```sh\necho '#no [[kept]]'\n```",
      tags: ["person", "craft/metal"],
      metadata: { origin: "obsidian", file: "People/Eva.md", title: "Eva", links: "Clocks, Gouda, Gear" },
      timestamp: "2023-04-05T00:00:00.000Z",
    });
  });

  test("a daily note has the time of its name, another that of its file", async () => {
    expect((await itemIn("obsidian", "2025-02-03.md", "Rain.")).first).toBe("2025-02-03T00:00:00.000Z");
    expect((await itemIn("obsidian", "Rain.md", "Rain.")).first).toBe("2026-01-01T00:00:00.000Z");
  });

  test("a basic-memory note is about itself and what it relates to, under its permalink", async () => {
    const { item } = await itemIn(
      "basic-memory",
      "c.md",
      "---\ntitle: Coffee\npermalink: drinks/coffee\n---\n# Coffee\n- [fact] See [[Not a relation]]\n- relates_to [[drinks/Tea]] (both hot)\n",
    );
    expect(item).toMatchObject({ document_id: "basic-memory/drinks/coffee", entities: [{ text: "Coffee" }, { text: "Tea" }] });
    expect(item.content).toBe("# Coffee\n- [fact] See Not a relation\n- Coffee relates to Tea (both hot)");
  });

  test("front matter that is no YAML is named with its line, and the other notes are read", async () => {
    expect(await foundIn("obsidian", { "a.md": "---\ntitle: fine\nkey: [open\n---\nText", "b.md": "Other." })).toMatchObject([
      { what: "failed", at: "a.md", why: expect.stringMatching(/^line [34]: the front matter is no YAML/) },
      { what: "item", item: { document_id: "obsidian/b.md" } },
    ]);
  });
});

/** As zlib reports what it cannot unpack. */
const raise = (): never => {
  throw Object.assign(new Error("invalid distance"), { code: "Z_DATA_ERROR" });
};

describe("what a source is", () => {
  const source = (files: Readonly<Record<string, string>>): Source => ({
    shape: "folder",
    path: "x",
    files: Object.entries(files).map(([name, text]) => fileOf(name, text)),
    folders: [],
    omitted: [],
    close: () => undefined,
  });

  test("JSON beside notes is not the export", async () => {
    const record = '[{"id": "1", "memory": "Ann rows."}]';
    expect((await formatOf(source({ "m.json": record }))).name).toBe("mem0");
    expect((await formatOf(source({ "m.json": record, "note.md": "Text" }))).name).toBe("folder");
  });

  test("what cannot be read is no reason against the rest, and is told where nothing else is known", async () => {
    const broken = '[{"id": "1" "memory": "Ann rows."},\nnull,\n{"id": "2", "memory": "Bob rows."}]';
    expect((await formatOf(source({ "m.json": broken }))).name).toBe("mem0");
    await expect(formatOf(source({ "m.json": "" }))).rejects.toThrow("m.json:1: the file is empty");
    const damaged = { ...fileOf("m.json", ""), parts: raise };
    await expect(formatOf({ ...source({}), files: [damaged] })).rejects.toThrow("m.json: cannot be read: invalid distance");
  });

  test("what can be read only once is not looked at beforehand", async () => {
    await expect(formatOf({ ...source({ "x.json": '[{"id": "1", "memory": "x"}]' }), isOnce: true })).rejects.toThrow("only once");
  });

  test("what nobody knows is refused with the names of the formats", async () => {
    await expect(formatOf(source({ "x.json": '{"hello": 1}' }))).rejects.toThrow(/--format: obsidian, chatgpt/);
    await expect(formatOf(source({}))).rejects.toThrow("holds no file");
  });
});
