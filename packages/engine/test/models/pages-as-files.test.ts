import "../../../../test/support/property-seed.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oddTypeTag, pageMarkdown, typeOf } from "../../src/domain/page-markdown.js";
import { sanitise } from "../../src/domain/text/sanitise.js";
import { DEFAULT_TRIGGER, readTrigger, spokenTrigger, storedTrigger } from "../../src/domain/trigger.js";
import { readFrontMatter } from "../../src/models/pages/import/front-matter.js";
import { readBundle } from "../../src/models/pages/import/read-bundle.js";

const text = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      "---",
      "yes",
      "null",
      "0x1F",
      "1.0",
      "a: b",
      "# x",
      "- y",
      "'",
      '"',
      "*a",
      "&b",
      "!c",
      "%d",
      "\u2028",
      "\u0085",
      "\ufeff",
      "~",
      "\t",
    ),
  )
  .map((value) => sanitise(value));

describe("a page as a file", () => {
  test("what is written is read again, whatever it says", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          name: text,
          description: text,
          tags: fc.array(
            fc.oneof(
              text,
              text.map((tag) => `type:${tag}`),
            ),
            { maxLength: 4 },
          ),
          body: fc.array(text).map((lines) => lines.join("\n")),
          maxTokens: fc.integer({ min: 256, max: 8192 }),
        }),
        async ({ name, description, tags, body, maxTokens }) => {
          const kept = [...new Set(tags)].filter((tag) => tag !== "");
          const odd = oddTypeTag(kept);
          const trigger = readTrigger({ mode: "delta", refresh_cron: "0 6 * * *", response_schema: { type: "object", title: name } });
          const content = pageMarkdown(
            { id: "kp-1", name, ...typeOf(kept), description, timestamp: new Date(0), body },
            { ...(odd === null ? {} : { type_tag: odd }), max_tokens: maxTokens, trigger: spokenTrigger(trigger) },
          );
          const { pages } = await readBundle([{ path: "a.md", content }]);
          const [read] = pages;
          expect(read?.problem).toBeNull();
          expect(read?.body).toBe(body);
          expect(new Set(read?.tags)).toEqual(new Set(kept));
          expect(read?.maxTokens).toBe(maxTokens);
          if (name !== "") expect(read?.name).toBe(name);
          if (description !== "") expect(read?.sourceQuery).toBe(description);
          expect(readTrigger(storedTrigger(read?.trigger ?? {}))).toEqual(trigger);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a trigger says only what does not hold anyway", () => {
    expect(spokenTrigger(DEFAULT_TRIGGER)).toEqual({});
    expect(spokenTrigger({ ...DEFAULT_TRIGGER, mode: "delta", keepTrace: true })).toEqual({ mode: "delta", keep_trace: true });
  });

  test("front matter by hand: words as they stand, Windows lines, a mark at the beginning, no front matter at all", () => {
    const read = readFrontMatter("\ufeff---\r\ntitle: 2024-01-01\r\ntags: [1.0, yes]\r\n---\r\n\r\nText\r\n");
    expect(read.fields.get("title")).toMatchObject({ text: "2024-01-01", line: 2 });
    expect(read.fields.get("tags")?.entries?.map((entry) => entry.text)).toEqual(["1.0", "yes"]);
    expect(read.body).toBe("Text\r\n");
    expect(readFrontMatter("# Heading\n---\n")).toMatchObject({ body: "# Heading\n---\n", problems: [] });
    expect(readFrontMatter("---\n---\nText")).toMatchObject({ body: "Text", problems: [] });
  });

  test("YAML that grows when it is read is refused", () => {
    const bomb = `---\na: &a [1, 1]\nb: &b [*a, *a]\n---\n`;
    expect(readFrontMatter(bomb).problems[0]?.message).toMatch(/aliases/);
  });

  test("a log is ignored beside its page, and is a page where it has front matter", async () => {
    const log = { path: "kp-1.log.md", content: "# Tea: what it said before\n" };
    const page = { path: "kp-1.md", content: "---\ndescription: x\n---\n" };
    expect((await readBundle([page, log])).ignored).toEqual(["kp-1.log.md"]);
    expect((await readBundle([page, { ...log, content: page.content }])).pages).toHaveLength(2);
    expect((await readBundle([log])).pages).toHaveLength(1);
  });

  const matter = (yaml: string) => readFrontMatter(`---\n${yaml}\n---\n`);
  const many = (count: number, one: (index: number) => string, between = "\n") =>
    Array.from({ length: count }, (_, i) => one(i)).join(between);

  test.each([
    ["keys, each in a line", many(40_000, (i) => `${i.toString(36)}:`), /longer than 64 KB/u, 1],
    ["keys, fewer", many(1_001, (i) => `k${i}: v`), /more than 1000 keys/u, 1_002],
    ["keys of mappings in brackets", `trigger: {${many(1_001, (i) => `k${i}: 1`, ",\n")}}`, /more than 1000 keys/u, 1_001],
    ["keys that say no value", `a: {${many(9_000, (i) => `k${i}`, ",")}}`, /more than 20000 words and signs/u, 2],
    ["anchors", many(1_500, (i) => `a${i}: &a${i} x`), /more than 1000 keys/u, 1_002],
    ["one long value", `description: "${"x".repeat(70_000)}"`, /longer than 64 KB/u, 1],
    ["lists in one another", `tags:\n  ${"[".repeat(500)}${"]".repeat(500)}`, /nests deeper than 64 levels/u, 3],
    ["lists in one another, by dashes", `tags:\n ${"- ".repeat(500)}`, /nests deeper than 64 levels/u, 3],
    ["mappings in one another, by their place", many(300, (i) => `${" ".repeat(i)}k:`), /nests deeper than 64 levels/u, 259],
    ["keys of keys", "? ".repeat(500), /nests deeper than 64 levels/u, 2],
  ])("front matter that is too much to be read at once is refused, with what to do: %s", (_, yaml, message, line) => {
    const { fields, problems } = matter(yaml);
    expect([fields.size, problems[0]?.message, problems[0]?.line]).toEqual([0, expect.stringMatching(message), line]);
    expect(problems[0]?.message).toMatch(/\. (?:Move|Take|Shorten|Make) /u);
  });

  test("what a page may hold is read: many tags, a schema, signs in words", () => {
    const schema = { type: "object", properties: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, { type: "string" }])) };
    const { fields, problems } = matter(
      `tags: [${many(2_000, (i) => `"t${i}"`, ", ")}]\ntrigger: ${JSON.stringify({ response_schema: schema })}\ntitle: "${"[{: - ".repeat(2_000)}"`,
    );
    expect(problems).toEqual([]);
    expect(fields.get("trigger")?.value).toEqual({ response_schema: schema });
    expect(fields.get("tags")?.value).toHaveLength(2_000);
  });

  test("an index of a thousand folders is read", async () => {
    const id = (i: number) => `kf-${String(i).padStart(36, "0")}`;
    const folder = (i: number) => ({
      id: id(i),
      name: `Folder ${i}`,
      parent_id: i === 0 ? null : id(i - 1),
      path: `${"f/".repeat(200)}${i}`,
    });
    const content = `---\nfolders:\n${many(1_000, (i) => `  - ${JSON.stringify(folder(i))}`)}\n---\n`;
    const { folders, problem } = await readBundle([{ path: "index.md", content }]);
    expect([folders.length, problem]).toEqual([1_000, null]);
  });

  test("a key that is there twice is refused, at every level", () => {
    expect(matter("title: a\nid: x\ntitle: b").problems).toEqual([{ message: expect.stringContaining("'title' twice"), line: 4 }]);
    expect(matter('trigger:\n  mode: full\n  "mode": delta').problems).toEqual([
      { message: expect.stringContaining("'mode' twice"), line: 4 },
    ]);
    expect(matter("trigger: {a: [{b: 1, b: 2}]}").problems[0]?.message).toContain("'b' twice");
    expect(matter("a: {b: 1}\nc: {b: 1}").problems).toEqual([]);
  });

  test.each(["tags: !!omap [a: 1]", "tags: !!pairs [a: 1]", "tags: !!set {a}", "title: !!binary aGk="])(
    "a type of YAML's own is refused: %s",
    (yaml) => {
      expect(matter(yaml).problems[0]?.message).toMatch(/no YAML/u);
    },
  );

  test("others are answered between the files of a bundle", async () => {
    const files = Array.from({ length: 50 }, (_, i) => ({ path: `${i}.md`, content: "---\ntitle: a\n---\n" }));
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await readBundle(files);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(files.length - 1);
  });
});
