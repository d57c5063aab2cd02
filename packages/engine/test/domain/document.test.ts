// Structured documents: Markdown in parts and back, and operations that leave whatever they do not name.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyOperations,
  type DocumentOperation,
  fromGiven,
  readOperation,
  readStored,
  render,
  split,
} from "../../src/domain/document/index.js";
import "../../../../test/support/property-seed.js";

const PAGE = `Opening words.

## Team

- Alice
    - release engineer

- Bob  
  rows on the canal

| name | place |
| --- | --- |
| Alice | Delft |

\`\`\`sh
# no heading

echo   done
\`\`\`

### Über 東京

Same.

Same.
`;

const piece = fc.oneof(
  fc.constantFrom(
    "## Plan",
    "# Plan",
    "##",
    "####### seven",
    "#tag",
    "",
    "  ",
    "```",
    "~~~~",
    "```js",
    "| a | b |",
    "|---|---|",
    "- one",
    "   - two  ",
  ),
  fc.string({ maxLength: 12 }),
);
const markdown = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((lines) => lines.join("\n")),
  fc.string({ unit: "binary", maxLength: 60 }),
);

describe("splitting", () => {
  it("finds headings, blocks and fences, and gives ids that only the text decides", () => {
    const { sections } = split(PAGE);
    expect(sections.map(({ id, heading, level, blocks }) => [id, heading, level, blocks.length])).toEqual([
      ["preamble", "", 2, 1],
      ["team", "Team", 2, 4],
      ["ber", "Über 東京", 3, 2],
    ]);
    expect(sections[1]?.blocks[3]?.text).toBe("```sh\n# no heading\n\necho   done\n```");
    expect(sections[1]?.blocks[1]?.text).toBe("- Bob  \n  rows on the canal");
    const [same, again] = sections[2]?.blocks ?? [];
    expect(same?.id).toMatch(/^b[0-9a-f]{8}$/);
    expect(again?.id).toBe(`${same?.id}-2`);
    expect(split("## 東京\n\n## 大阪\n\n## A b\n\n## a-B").sections.map(({ id }) => id)).toEqual(["section", "section-2", "a-b", "a-b-2"]);
    expect(split(PAGE)).toEqual(split(PAGE));
  });

  it("renders what it split, and an empty document is empty", () => {
    expect(render(split(PAGE))).toBe(PAGE);
    expect(render(split(" \n\n"))).toBe("");
    expect(render(split("## A\ntext\n\n\n\nmore"))).toBe("## A\n\ntext\n\nmore\n");
    fc.assert(
      fc.property(markdown, (text) => {
        const document = split(text);
        const content = render(document);
        expect(split(content)).toEqual(document);
        expect(render(split(content))).toBe(content);
        const words = (of: string) => of.split(/\s+/).filter((word) => word !== "");
        expect(words(content)).toEqual(words(text)); // nothing is lost, nothing is added
      }),
    );
  });

  it("keeps a stored structure while it says what the content says", () => {
    const edited = applyOperations(split(PAGE), [
      { op: "replace_block", section_id: "ber", block_id: lastBlock(), text: "Other." },
    ]).document;
    expect(readStored(edited, render(edited))).toBe(edited);
    expect(readStored(edited, PAGE)).toEqual(split(PAGE));
    for (const broken of [null, "x", { version: 1, sections: [] }, { version: 2, sections: [{ id: 1 }] }]) {
      expect(readStored(broken, PAGE)).toEqual(split(PAGE));
    }
  });
});

const lastBlock = (): string => split(PAGE).sections[2]?.blocks[1]?.id ?? "";

describe("a document as a model gives it", () => {
  it("is read leniently", () => {
    const given = {
      sections: [
        { heading: "## Team", level: 9, blocks: ["Alice.\n\nBob.", { text: "Carol." }, 5, "```\nopen"] },
        null,
        { heading: "Plan", blocks: "One." },
        { blocks: ["Loose."] },
      ],
    };
    expect(render(fromGiven(given) ?? split(""))).toBe(
      "###### Team\n\nAlice.\n\nBob.\n\nCarol.\n\n```\nopen\n```\n\n## Plan\n\nOne.\n\nLoose.\n",
    );
    expect([fromGiven("text"), fromGiven({}), fromGiven(null)]).toEqual([null, null, null]);
    expect(fromGiven({ sections: [] })).toEqual({ version: 2, sections: [] });
  });
});

describe("operations", () => {
  const document = split(PAGE);
  const team = document.sections[1];
  const [alice, bob, table] = team?.blocks ?? [];
  const run = (...operations: readonly DocumentOperation[]) => applyOperations(document, operations);
  const contentOf = (...operations: readonly DocumentOperation[]) => render(run(...operations).document);

  it("do what they say", () => {
    expect(contentOf({ op: "append_block", section_id: "ber", text: "New.\n" })).toBe(`${PAGE}\nNew.\n`);
    expect(contentOf({ op: "insert_block", section_id: "ber", after_block_id: null, text: "New." })).toBe(
      PAGE.replace("東京\n\n", "東京\n\nNew.\n\n"),
    );
    expect(contentOf({ op: "remove_block", section_id: "team", block_id: bob?.id ?? "" })).toBe(PAGE.replace(`${bob?.text}\n\n`, ""));
    expect(contentOf({ op: "rename_section", section_id: "team", new_heading: "# People" })).toBe(PAGE.replace("## Team", "## People"));
    expect(contentOf({ op: "remove_section", section_id: "ber" })).toBe(PAGE.slice(0, PAGE.indexOf("\n### ")));
    expect(contentOf({ op: "replace_section_blocks", section_id: "ber", blocks: ["A", "B"] })).toBe(
      PAGE.replace("Same.\n\nSame.", "A\n\nB"),
    );
    const added = run({ op: "add_section", heading: "Team", level: 3, blocks: ["Y"], after_section_id: "preamble", new_id: null });
    expect(render(added.document)).toBe(PAGE.replace("## Team", "### Team\n\nY\n\n## Team"));
    expect(added.applied[0]).toMatchObject({ new_section_id: "team-2", new_block_ids: [expect.stringMatching(/^b/)] });
    const replaced = run({ op: "replace_block", section_id: "team", block_id: bob?.id ?? "", text: "Bob left.\n\nCarol came." });
    expect(replaced.document.sections[1]?.blocks.map(({ id }) => id).slice(0, 2)).toEqual([alice?.id, bob?.id]);
    expect(replaced.applied[0]?.new_block_ids).toHaveLength(1);
  });

  it("put a row without a head into the table before it", () => {
    const { document: grown, applied } = run({
      op: "insert_block",
      section_id: "team",
      after_block_id: table?.id ?? "",
      text: "\n| Bob | Hague |\n",
    });
    expect(render(grown)).toBe(PAGE.replace("| Alice | Delft |", "| Alice | Delft |\n| Bob | Hague |"));
    expect(applied[0]).toMatchObject({ merged_into_block_id: table?.id });
    const whole = "| a |\n| - |\n| 1 |";
    expect(contentOf({ op: "insert_block", section_id: "team", after_block_id: table?.id ?? "", text: whole })).toContain(
      `Delft |\n\n${whole}\n`,
    );
  });

  it("that cannot be carried out say why, and leave the others to work", () => {
    const {
      document: after,
      applied,
      skipped,
    } = run(
      { op: "append_block", section_id: "nowhere", text: "x" },
      { op: "remove_block", section_id: "ber", block_id: bob?.id ?? "" },
      { op: "replace_block", section_id: "team", block_id: "b0", text: "x" },
      { op: "append_block", section_id: "team", text: " \n" },
      { op: "append_block", section_id: "team", text: "## Heading" },
      { op: "append_block", section_id: "ber", text: "Kept." },
    );
    expect(skipped.map(({ reason }) => reason)).toEqual([
      "there is no section nowhere",
      `block ${bob?.id} stands in section team, not in ber`,
      "there is no block b0",
      "the text is empty",
      "the text holds a heading; that takes add_section",
    ]);
    expect([applied.length, render(after)]).toEqual([1, `${PAGE}\nKept.\n`]);
  });

  it("are read one by one and strictly", () => {
    expect(readOperation({ op: "append_block", section_id: "a", text: "b" })).toEqual({ op: "append_block", section_id: "a", text: "b" });
    expect(readOperation({ op: "add_section", heading: "A" })).toEqual({
      op: "add_section",
      heading: "A",
      level: 2,
      blocks: [],
      after_section_id: null,
      new_id: null,
    });
    for (const [given, problem] of [
      [null, "no object"],
      [{ op: "drop" }, "unknown op"],
      [{ op: "remove_block", section_id: "a" }, "lacks block_id"],
      [{ op: "remove_section", section_id: "a", why: "b" }, "no field why"],
      [{ op: "append_block", section_id: "a", text: 5 }, "is no text"],
      [{ op: "add_section", heading: "A", level: 7 }, "is no level"],
    ] as const) {
      expect(readOperation(given)).toEqual({ problem: expect.stringContaining(problem) });
    }
  });

  it("on one section leave every other block byte for byte, and no id is used twice", () => {
    const text = fc.string({ unit: "binary", maxLength: 20 });
    const operationOn = (section: string, blocks: readonly string[]): fc.Arbitrary<DocumentOperation> => {
      const block_id = fc.constantFrom(...blocks, "b0");
      return fc.oneof(
        text.map((value) => ({ op: "append_block" as const, section_id: section, text: value })),
        fc.tuple(block_id, text).map(([id, value]) => ({ op: "replace_block" as const, section_id: section, block_id: id, text: value })),
        fc
          .tuple(block_id, text)
          .map(([id, value]) => ({ op: "insert_block" as const, section_id: section, after_block_id: id, text: value })),
        block_id.map((id) => ({ op: "remove_block" as const, section_id: section, block_id: id })),
        fc.array(text, { maxLength: 3 }).map((values) => ({ op: "replace_section_blocks" as const, section_id: section, blocks: values })),
        text.map((value) => ({ op: "rename_section" as const, section_id: section, new_heading: value })),
        fc.constant({ op: "remove_section" as const, section_id: section }),
      );
    };
    const ids = team?.blocks.map(({ id }) => id) ?? [];
    fc.assert(
      fc.property(fc.array(operationOn("team", ids), { maxLength: 8 }), (operations) => {
        const after = run(...operations).document;
        const others = (of: typeof after) => of.sections.filter(({ id }) => id !== "team");
        expect(others(after)).toEqual(others(document));
        expect(readStored(after, render(after))).toBe(after); // ids are distinct, and the content says what the structure says
        const content = render(after);
        expect(content.startsWith("Opening words.\n\n") && content.endsWith("### Über 東京\n\nSame.\n\nSame.\n")).toBe(true);
      }),
    );
  });
});
