import { describe, expect, test } from "vitest";
import type { Unit } from "../../../src/domain/memory.js";
import { splitContent, splitIntoChunks } from "../../../src/domain/text/split/index.js";
import { countTokens } from "../../../src/domain/text/tokens.js";

/** True when no character is cut in half. */
const isWhole = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;

const texts = (content: string): readonly string[] => splitContent(content).units.map((unit) => unit.text);
const only = (content: string): Unit => {
  const { units } = splitContent(content);
  expect(units).toHaveLength(1);
  return units[0] as Unit;
};

describe("one short item", () => {
  test("stays one unit, verbatim, also with several sentences", () => {
    const content = "The office is in Delft. It opens at nine.\n\nAsk for Ann.";
    expect(splitContent(content).form).toBe("turn");
    expect(only(`  ${content}\n`)).toEqual({ text: content, speaker: null, role: null, saidAt: null, isTurn: false });
  });

  test.each([
    ["Ann: I moved to Delft. It is nice!", "Ann", null],
    ["Xiaoyu: see you", "Xiaoyu", null],
    ["Will: ok then", "Will", null],
    ["Ludwig van Beethoven: da da da dum", "Ludwig van Beethoven", null],
    ["user: where is it?", "user", "user"],
    ["Assistant: here", "Assistant", "assistant"],
    ["AI: here", "AI", "assistant"],
    ["Speaker 2: hello", "Speaker 2", null],
    ["张伟：我昨天去了上海", "张伟", null],
    ["用户：我想退货", "用户", "user"],
    ["**Ann:** hello", "Ann", null],
    ["Doctor: take two a day", "Doctor", null],
  ])("%s is a turn", (content, speaker, role) => {
    expect(only(content)).toEqual({ text: content, speaker, role, saidAt: null, isTurn: true });
  });

  test.each([
    ["Note: buy milk"],
    ["Warning: the disk is full"],
    ["TODO: write tests"],
    ["Error: ENOENT"],
    ["Summary: all went well"],
    ["http://example.com/a: b"],
    ["https://example.com"],
    ["10:32 we met"],
    ["host: localhost"],
    ["API: returns 404"],
    ["TypeScript: a language"],
    ["Meeting: discussed the plan"],
    ["favourite food: pizza"],
    ["the rule is simple: be kind"],
    ["注意：明天放假"],
    ["Betreff: Rechnung"],
    ["Ann:"],
  ])("%s is no turn", (content) => {
    expect(only(content)).toEqual({ text: content, speaker: null, role: null, saidAt: null, isTurn: false });
  });

  test("a stamp beside the name says when", () => {
    const unit = only("[2024-05-01 10:32] Ann: hi");
    expect(unit.speaker).toBe("Ann");
    expect(unit.saidAt?.at.toISOString()).toBe("2024-05-01T10:32:00.000Z");
  });
});

describe("transcripts", () => {
  test("turns over several lines, with their speakers", () => {
    const result = splitContent("Ann: Hi there, how are you?\nBob: Fine.\nAnd you?\n\nMuch to do.\nAnn: Good.");
    expect(result.form).toBe("transcript");
    expect(result.units.map((unit) => [unit.speaker, unit.text, unit.isTurn])).toEqual([
      ["Ann", "Ann: Hi there, how are you?", true],
      ["Bob", "Bob: Fine.\nAnd you?\n\nMuch to do.", true],
      ["Ann", "Ann: Good.", true],
    ]);
  });

  test.each([
    ["[10:32] Ann: Hi\n[10:33] Bob: Hello"],
    ["10:32 Ann: Hi\n10:33 Bob: Hello"],
    ["2024-05-01 10:32 - Ann: Hi\n2024-05-01 10:33 - Bob: Hello"],
    ["Ann (10:32 AM): Hi\nBob (10:33 AM): Hello"],
    ["**Ann:** Hi\n\n**Bob:** Hello"],
    ["**Ann**: Hi\n**Bob**: Hello"],
    ["<Ann> Hi\n<Bob> Hello"],
    ["Ann: Hi\nBob: Hello"],
    ["Ann：Hi\nBob：Hello"],
  ])("reads %j", (content) => {
    expect(splitContent(content).units.map((unit) => [unit.speaker, unit.text])).toEqual([
      ["Ann", "Ann: Hi"],
      ["Bob", "Bob: Hello"],
    ]);
  });

  test("names and times on lines of their own, and subtitles", () => {
    const chat = splitContent("Ann Lee  10:32 AM\nHello all\nBob  10:33 AM\nHi\nAnn Lee  10:34 AM\nShall we?").units;
    expect(chat.map((unit) => unit.text)).toEqual(["Ann Lee: Hello all", "Bob: Hi", "Ann Lee: Shall we?"]);
    const cues = splitContent("1\n00:00:01.000 --> 00:00:04.000\nAnn: Hello all.\n\n2\n00:00:05.000 --> 00:00:06.000\nBob: Hi.\n").units;
    expect(cues.map((unit) => unit.text)).toEqual(["Ann: Hello all.", "Bob: Hi."]);
    expect(splitContent("Lunch  12:30\nTeam  14:00").units).toHaveLength(1);
  });

  test("role headings", () => {
    const { units } = splitContent("### User\nWhat is x?\n\n### Assistant\nIt is y.\n\n- more");
    expect(units.map((unit) => [unit.role, unit.text])).toEqual([
      ["user", "User: What is x?"],
      ["assistant", "Assistant: It is y.\n\n- more"],
    ]);
  });

  test("labels inside an answer are part of it", () => {
    const { units } = splitContent("User: What is x?\nAssistant: It is y.\nMore: here\n- Speed: fast\n- Cost: low\nUser: Thanks!");
    expect(units.map((unit) => unit.role)).toEqual(["user", "assistant", "user"]);
    expect(units[1]?.text).toBe("Assistant: It is y.\nMore: here\n- Speed: fast\n- Cost: low");
  });

  test("times combine with the date line before them; without one they stay unknown", () => {
    const dated = splitContent("--- Wednesday, 1 May 2024 ---\n[23:50] Ann: Late\n2 May 2024\n[00:10] Bob: Early").units;
    expect(dated.map((unit) => unit.saidAt?.at.toISOString())).toEqual(["2024-05-01T23:50:00.000Z", "2024-05-02T00:10:00.000Z"]);
    expect(dated.map((unit) => unit.text)).toEqual(["Ann: Late", "Bob: Early"]);
    expect(splitContent("[23:50] Ann: Late\n[00:10] Bob: Early").units.map((unit) => unit.saidAt)).toEqual([null, null]);
  });

  test("zones are kept, and the order of day and month is taken from the dates that tell it", () => {
    const [zoned] = splitContent("2024-05-01T10:32:00+02:00 Ann: Hi\n2024-05-01T10:33:00+02:00 Bob: Hello").units;
    expect(zoned?.saidAt).toEqual({ at: new Date("2024-05-01T08:32:00Z"), offsetMinutes: 120 });
    const us = splitContent("[12/5/2023, 10:32:15 PM] Ann: Hi\n[12/25/2023, 10:33:15 PM] Bob: Hello").units;
    expect(us.map((unit) => unit.saidAt?.at.toISOString())).toEqual(["2023-12-05T22:32:15.000Z", "2023-12-25T22:33:15.000Z"]);
    const unclear = splitContent("[4/5/2023, 10:32] Ann: Hi\n[4/5/2023, 10:33] Bob: Hello").units;
    expect(unclear.map((unit) => unit.saidAt)).toEqual([null, null]);
  });

  test("what stands before the first turn is a unit without a speaker", () => {
    const { units } = splitContent("Call about the new flat\n\nAnn: Is it big?\nBob: Quite.\nAnn: Good.");
    expect(units[0]).toEqual({ text: "Call about the new flat", speaker: null, role: null, saidAt: null, isTurn: false });
    expect(units).toHaveLength(4);
  });

  test("a long turn is cut into units that each name the speaker", () => {
    const long = "This is one more sentence about the garden. ".repeat(80);
    const { units } = splitContent(`Ann: Tell me.\nBob: ${long}\nAnn: Thanks.`);
    expect(units.length).toBeGreaterThan(4);
    for (const unit of units.slice(1, -1)) {
      expect(unit.text.startsWith("Bob: ")).toBe(true);
      expect(countTokens(unit.text)).toBeLessThanOrEqual(256);
    }
  });

  test("one long turn by itself keeps its speaker; the title of a text is no speaker", () => {
    const long = "This is one more sentence about the garden. ".repeat(80);
    const { units } = splitContent(`Ann: ${long}\n\n${long}`);
    expect(units.length).toBeGreaterThan(4);
    expect(units.every((unit) => unit.speaker === "Ann" && unit.text.startsWith("Ann: This is") && unit.isTurn)).toBe(true);
    expect(splitContent(`Kubernetes: the hard way\n\n${long}`).units.some((unit) => unit.isTurn)).toBe(false);
  });

  test.each([
    ["name: Ann\nage: 3\nname: Bob\nage: 4"],
    ["Name: Ann\nCity: Delft"],
    ["host: localhost\nport: 80\nuser: root"],
    ["ERROR: disk full\nINFO: retry\nERROR: disk full"],
    ["2024-05-01 10:32 ERROR: disk full\n2024-05-01 10:33 INFO: retry"],
    ["Ingredients: flour\nSteps: mix\nTime: 10 min"],
    ["Note: one thing here.\nNote: another thing here."],
    ["see http://a.example/x\nsee http://b.example/y"],
  ])("%j is no transcript", (content) => {
    expect(splitContent(content).units.every((unit) => !unit.isTurn && unit.speaker === null)).toBe(true);
  });
});

describe("JSON", () => {
  test("messages with roles, names, parts and times, whatever the fields are called", () => {
    const { form, units } = splitContent(
      JSON.stringify([
        { role: "user", content: "hi", timestamp: 1_714_556_400 },
        { role: "assistant", content: [{ type: "text", text: "hello" }, { type: "image_url" }], created_at: "2024-05-01T10:00:00+02:00" },
        { speaker: "Ann", text: "hey", time: "1:56 pm on 8 May, 2023" },
        { author: { name: "Bob", role: "user" }, message: "yo" },
        { from: "gpt", value: "sure" },
        { message: { role: "user", content: "nested" }, timestamp: "2024-05-02T00:00:00Z" },
        { role: "assistant", content: null, tool_calls: [{ id: 1 }] },
      ]),
    );
    expect(form).toBe("messages");
    expect(units.map((unit) => [unit.text, unit.speaker, unit.role, unit.saidAt?.at.toISOString() ?? null])).toEqual([
      ["User: hi", "User", "user", "2024-05-01T09:40:00.000Z"],
      ["Assistant: hello", "Assistant", "assistant", "2024-05-01T08:00:00.000Z"],
      ["Ann: hey", "Ann", null, "2023-05-08T13:56:00.000Z"],
      ["Bob: yo", "Bob", "user", null],
      ["Assistant: sure", "Assistant", "assistant", null],
      ["User: nested", "User", "user", "2024-05-02T00:00:00.000Z"],
      ['{"role":"assistant","content":null,"tool_calls":[{"id":1}]}', null, null, null],
    ]);
    expect(units.slice(0, 6).every((unit) => unit.isTurn)).toBe(true);
  });

  test("JSON lines and exports", () => {
    expect(splitContent('{"role":"user","content":"hi"}\n{"role":"assistant","content":"yo"}').form).toBe("jsonl");
    expect(texts('{"title":"Trip","messages":[{"role":"user","content":"hi"}]}')).toEqual(['{"title":"Trip"}', "User: hi"]);
    expect(texts('{"role":"user","content":"hi"}')).toEqual(["User: hi"]);
  });

  test("the same conversation gives the same units as text and as JSON", () => {
    const json = splitContent(
      JSON.stringify([
        { role: "user", content: "Where is it?" },
        { role: "assistant", content: "In Delft." },
      ]),
    );
    expect(splitContent("User: Where is it?\nAssistant: In Delft.").units).toEqual(json.units);
  });

  test("other JSON is a document, record by record", () => {
    expect(splitContent('[{"id":1,"name":"x"},{"id":2,"name":"y"}]').form).toBe("document");
    const rows = Array.from({ length: 60 }, (_, id) => JSON.stringify({ id, city: "Delft", note: "a row of some table" }));
    const { units } = splitContent(`[${rows.join(",")}]`);
    expect(units.length).toBeGreaterThan(3);
    expect(units.flatMap((unit) => unit.text.split("\n"))).toEqual(rows);
    expect(units.every((unit) => !unit.isTurn)).toBe(true);
  });

  test("JSON that nests without end is text", () => {
    expect(splitContent(`[{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}]`).form).toBe("prose");
  });
});

describe("prose", () => {
  const paragraph = (topic: string): string => `The ${topic} is old. `.repeat(18).trim();

  test("is grouped by paragraphs and sentences, none longer than the limit", () => {
    const content = ["harbour", "garden", "market", "bridge"].map(paragraph).join("\n\n");
    const { form, units } = splitContent(content);
    expect(form).toBe("prose");
    expect(units.map((unit) => /harbour|garden|market|bridge/u.exec(unit.text)?.[0])).toEqual(["harbour", "garden", "market", "bridge"]);
    for (const unit of units) expect(countTokens(unit.text)).toBeLessThanOrEqual(256);
  });

  test("each unit carries the headings it stands under", () => {
    const content = `# Setup\n\n${paragraph("intro")}\n\n## Database\n\n${paragraph("table")}\n\n${paragraph("index")}\n\n# Use\n\n${paragraph("button")}`;
    const { form, units } = splitContent(content);
    expect(form).toBe("document");
    expect(units.map((unit) => unit.text.split("\n")[0])).toEqual(["Setup", "Setup › Database", "Setup › Database", "Use"]);
  });

  test("code and tables stay whole", () => {
    const code = `\`\`\`ts\n${"const value = compute(1);\n".repeat(12)}\`\`\``;
    const table = `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(10)}`;
    const { units } = splitContent(`${paragraph("text")}\n\n${code}\n\n${paragraph("more")}\n\n${table}`);
    expect(units.some((unit) => unit.text.includes(code))).toBe(true);
    expect(units.some((unit) => unit.text.includes(table.trim()))).toBe(true);
  });

  test("a short text with several headings is cut at them; with one or none it stays whole", () => {
    const code = "```sh\n# stop first\nsystemctl stop pay\n```";
    const table = "| name | value |\n|---|---|\n| rate | 100 |";
    const { form, units } = splitContent(`# Runbook\n\nAsk Ann.\n\n## Restart\n\n${code}\n\n## Limits\n\n${table}\n`);
    expect(form).toBe("document");
    expect(units.map((unit) => unit.text)).toEqual(["Runbook\nAsk Ann.", `Runbook › Restart\n${code}`, `Runbook › Limits\n${table}`]);
    expect(texts("# Runbook\n\nAsk Ann.\n\nOr Bob.")).toEqual(["# Runbook\n\nAsk Ann.\n\nOr Bob."]);
    expect(texts(`Do this:\n\n${code}\n\n${code}`)).toHaveLength(1);
  });

  test("a short turn with headings stays one turn", () => {
    const content = "Assistant: two ways.\n\n## First\n\nWait.\n\n## Second\n\nAsk.";
    expect(only(content)).toMatchObject({ text: content, role: "assistant", isTurn: true });
  });

  test("a heading with nothing below it is no unit by itself, and is not lost", () => {
    expect(texts("# A\n\n## B\n\n## C\n\nIt is here.\n\n# D\n")).toEqual(["A › B\nA › C\nIt is here.\nD"]);
    expect(texts("# A\n\n# B\n\nIt is here.\n")).toEqual(["A\nB\nIt is here."]);
    expect(texts("# A\n\n# B\n")).toEqual(["A\nB"]);
    const full = texts(`# A\n\n${"One more sentence about it. ".repeat(50)}\n\n# B\n`);
    expect(full.length).toBeGreaterThan(1);
    expect(full.at(-1)).toMatch(/about it\.\nB$/u);
  });

  test("a table longer than a unit is cut between rows, each part with the head row", () => {
    const head = "| name of the setting | value |\n|---|---|";
    const rows = Array.from({ length: 80 }, (_, index) => `| setting number ${index} | ${index * 3} |`);
    const parts = texts(`# Settings\n\n${head}\n${rows.join("\n")}\n\n# Use\n\nRead them.`).filter((text) => text.includes("| setting"));
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part.startsWith(`Settings\n${head}\n| setting number`)).toBe(true);
      expect(countTokens(part)).toBeLessThanOrEqual(256);
    }
    expect(parts.flatMap((part) => part.split("\n").slice(3))).toEqual(rows);
  });

  test("Chinese is cut at its own full stops", () => {
    const { units } = splitContent("我昨天去了上海的人工智能大会。".repeat(60));
    expect(units.length).toBeGreaterThan(2);
    for (const unit of units) expect(unit.text.endsWith("。")).toBe(true);
  });

  test("abbreviations, identifiers and wrapped lines do not end a sentence", () => {
    const sentence = "We asked Dr. Smith about src/app.ts v2.14.3, e.g. why it\nfails at 3 p.m. on the server of the lab. ";
    for (const unit of splitContent(sentence.repeat(30)).units) {
      expect(unit.text.startsWith("We asked")).toBe(true);
      expect(unit.text.endsWith("lab.")).toBe(true);
    }
  });

  test("a run without spaces is cut, not kept endless", () => {
    const { units } = splitContent(`start ${"a😀".repeat(5_000)} end`);
    for (const unit of units) {
      expect(countTokens(unit.text)).toBeLessThanOrEqual(257);
      expect(isWhole(unit.text)).toBe(true);
    }
  });
});

describe("chunks", () => {
  test("units lie in their chunk, and the speaker carries over", () => {
    const answer = "Here is a long thought about it. ".repeat(40).trim();
    const content = `User: Tell me.\nAssistant: ${answer}\n\n${answer}\nUser: Thanks, bye!`;
    const { form, chunks } = splitIntoChunks(content, { max: 600 });
    expect(form).toBe("transcript");
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.flatMap((chunk) => chunk.units).every((unit) => unit.isTurn)).toBe(true);
    expect(chunks[2]?.units[0]?.text.startsWith("Assistant: Here")).toBe(true);
    expect(chunks.at(-1)?.units.at(-1)?.text).toBe("User: Thanks, bye!");
  });

  test("dates and headings carry over", () => {
    const talk = Array.from(
      { length: 20 },
      (_, index) => `[10:${index + 10}] ${index % 2 ? "Ann" : "Bob"}: This is remark number ${index}.`,
    );
    const { chunks } = splitIntoChunks(`2024-05-01\n${talk.join("\n")}`, { max: 200 });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.at(-1)?.units.at(-1)?.saidAt?.at.toISOString()).toBe("2024-05-01T10:29:00.000Z");
    const prose = splitIntoChunks(`# Garden\n\n${"Roses need sun and water. ".repeat(90)}`, { max: 500 });
    expect(prose.chunks.flatMap((chunk) => chunk.units).every((unit) => unit.text.startsWith("Garden\n"))).toBe(true);
  });

  test("a heading at the end of a chunk belongs to the text of the next", () => {
    const text = (word: string): string => `The ${word} is old. `.repeat(14).trim();
    const { chunks } = splitIntoChunks(`# Harbour\n\n${text("harbour")}\n\n# Market\n\n${text("market")}`, { max: 310 });
    expect(chunks[0]?.text.trim().endsWith("# Market")).toBe(true);
    expect(chunks.map((chunk) => chunk.units.map((unit) => unit.text.split("\n")[0]))).toEqual([["Harbour"], ["Market"]]);
    expect(chunks[0]?.units[0]?.text).not.toContain("Market");
  });

  test("messages of a cut array keep their speakers", () => {
    const messages = Array.from({ length: 30 }, (_, index) => ({
      role: index % 2 ? "assistant" : "user",
      content: `Message number ${index} is here.`,
    }));
    const { chunks } = splitIntoChunks(JSON.stringify(messages), { max: 300 });
    expect(chunks.flatMap((chunk) => chunk.units).map((unit) => unit.role)).toEqual(messages.map((message) => message.role));
  });
});
