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
  test("what is written is read again, whatever it says", () => {
    fc.assert(
      fc.property(
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
        ({ name, description, tags, body, maxTokens }) => {
          const kept = [...new Set(tags)].filter((tag) => tag !== "");
          const odd = oddTypeTag(kept);
          const trigger = readTrigger({ mode: "delta", refresh_cron: "0 6 * * *", response_schema: { type: "object", title: name } });
          const content = pageMarkdown(
            { id: "kp-1", name, ...typeOf(kept), description, timestamp: new Date(0), body },
            { ...(odd === null ? {} : { type_tag: odd }), max_tokens: maxTokens, trigger: spokenTrigger(trigger) },
          );
          const { pages } = readBundle([{ path: "a.md", content }]);
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

  test("a log is ignored beside its page, and is a page where it has front matter", () => {
    const log = { path: "kp-1.log.md", content: "# Tea: what it said before\n" };
    const page = { path: "kp-1.md", content: "---\ndescription: x\n---\n" };
    expect(readBundle([page, log]).ignored).toEqual(["kp-1.log.md"]);
    expect(readBundle([page, { ...log, content: page.content }]).pages).toHaveLength(2);
    expect(readBundle([log]).pages).toHaveLength(1);
  });
});
