// Each format: its words come back as text, and what the file says about itself as metadata.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import type { ParsedText } from "../../../src/providers/parsers/index.js";
import { readFile } from "../../../src/providers/parsers/read-file.js";
import { archive, book, bytesOf, MAIL } from "./make-files.js";

const LIMITS = { maxPages: 100, maxUnpackedBytes: 50_000_000, timeoutMs: 60_000 };
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))));

async function read(bytes: Uint8Array, name: string, mediaType = ""): Promise<ParsedText> {
  const file = await readFile({ bytes, hints: { name, mediaType }, limits: LIMITS, onProgress: () => undefined });
  if (file.kind !== "text") throw new Error(`read as a picture: ${file.format}`);
  return file;
}

describe("documents of other programs", () => {
  test("Word: headings, lists, tables, core properties", async () => {
    const file = await read(fixture("garden.docx"), "garden.docx");
    expect(file.text).toContain("# Canal garden\n");
    expect(file.text).toContain("the marker of this document is hs-docx-417.");
    expect(file.text).toContain("## Tasks\n\n- Water the snake_case_roses on Mondays\n- Prune the pear tree in March");
    expect(file.text).toContain("| Plant | Bed |\n| --- | --- |\n| Tulip | North |");
    expect(file.metadata).toEqual({ title: "Canal garden", author: "Ada Verne", date: "2024-05-07T12:00:00Z" });
  });

  test("PowerPoint: slides in order with titles, notes and tables", async () => {
    const file = await read(fixture("greenhouse.pptx"), "greenhouse.pptx");
    expect(file).toMatchObject({ format: "pptx", pages: 2, metadata: { title: "Greenhouse plan" } });
    expect(file.text).toContain("## Slide 1: Why a greenhouse\n\nFrost comes in October\nMarker hs-pptx-528");
    expect(file.text).toContain("Notes: Mention the neighbour's glass panes.");
    expect(file.text).toContain("## Slide 2: Costs\n\n| Part | Euro |\n| --- | --- |\n| Glass | 640 |");
  });

  test("Excel: a table per sheet, cells as they are shown; a cell far out is found", async () => {
    const file = await read(fixture("harvest.xlsx"), "harvest.xlsx");
    expect(file.text).toContain("## Harvest\n\n| Fruit | Picked | Share |\n| --- | --- | --- |\n| Pear hs-xlsx-639 | 2024-09-14 | 25% |");
    expect(file.text).toContain("## Notes\n\nThe scales were broken in September.");
    expect(file.pages).toBe(2);
    expect((await read(fixture("harvest.xls"), "harvest.xls")).text).toContain("Quince hs-xls-740");
  });

  test("PDF: pages, paragraphs, headings by size, properties", async () => {
    const file = await read(fixture("orchard.pdf"), "orchard.pdf");
    expect(file.text).toBe(
      "## Orchard diary\n\nThe pear tree was planted in 1987\nbeside the old well.\n\nA second paragraph stands apart.\n\nOn the second page stands hs-pdf-851.",
    );
    expect(file).toMatchObject({ pages: 2, pagesWithoutText: 0, metadata: { title: "Orchard diary", author: "Ada Verne" } });
  });

  test("a PDF without a text layer is a picture", async () => {
    const input = { bytes: fixture("scan.pdf"), hints: { name: "scan.pdf", mediaType: "" }, limits: LIMITS, onProgress: () => undefined };
    expect(await readFile(input)).toEqual({ kind: "picture", format: "pdf", mediaType: "application/pdf", pages: 1 });
  });
});

describe("texts", () => {
  test("HTML: what is seen, with its title; scripts and styles are not", async () => {
    const html = `<!doctype html><html><head><title>Shed rules</title><meta name="author" content="Ada Verne"><style>p{}</style></head>
      <body><script>steal()</script><h2>Keys</h2><p>The key hangs at the <b>pear</b> hook, hs-html-173.</p>
      <table><tr><td>Tool</td><td>Hook</td></tr><tr><td>Rake | old</td><td></td></tr></table>
      <ol start="3"><li>oil the hinge<ul><li>with linseed</li></ul></li><li>shut it</li></ol>
      <a href="https://example.org/shed">the plan</a> <a href="javascript:steal()">no link</a><img src="data:image/png;base64,AAAA" alt="x"></body></html>`;
    const file = await read(bytesOf(html), "rules", "text/html; charset=utf-8");
    expect(file.metadata).toEqual({ title: "Shed rules", author: "Ada Verne" });
    expect(file.text).toMatch(/^# Shed rules\n\n## Keys\n\nThe key hangs at the \*\*pear\*\* hook, hs-html-173\./);
    expect(file.text).toContain("| Tool | Hook |\n| --- | --- |\n| Rake \\| old |  |");
    expect(file.text).toContain("3. oil the hinge\n   - with linseed\n4. shut it");
    expect(file.text).toContain("[the plan](https://example.org/shed)");
    expect(file.text).not.toMatch(/steal|p\{\}|AAAA/);
  });

  test("HTML in the encoding that it declares", async () => {
    const html = '<html><head><meta charset="windows-1251"></head><body><p>Ключ висит у груши</p></body></html>';
    expect((await read(new Uint8Array(iconv.encode(html, "windows-1251")), "a.html")).text).toContain("Ключ висит у груши");
  });

  test("Markdown: front matter becomes metadata", async () => {
    const file = await read(bytesOf('---\ntitle: "Bee notes"\ntags: [a]\n---\n# Bees\n\nHive hs-md-284 swarmed.\n'), "bees.md");
    expect(file).toMatchObject({ format: "markdown", metadata: { title: "Bee notes" }, text: "# Bees\n\nHive hs-md-284 swarmed.\n" });
  });

  test("CSV with each delimiter, quotes and line breaks in cells; TSV", async () => {
    const table = "| Name | Note |\n| --- | --- |\n| Pear | ripe, hs-csv-395 soon |";
    expect((await read(bytesOf('Name,Note\r\nPear,"ripe, hs-csv-395\nsoon"\r\n'), "a.csv")).text).toBe(table);
    expect((await read(bytesOf("\uFEFFName;Note\nPear;ripe, hs-csv-395 soon\n"), "a.csv")).text).toBe(table);
    expect((await read(bytesOf("Name\tNote\nPear\tripe, hs-csv-395 soon\n"), "a.tsv")).text).toBe(table);
    expect((await read(bytesOf("Name\tNote\nPear\tripe, hs-csv-395 soon\n"), "upload", "text/csv")).text).toBe(table);
  });

  test("JSON and JSON lines stay what they are, for retain to read", async () => {
    const turns = '[{"role":"user","content":"hs-json-406"}]';
    expect(await read(bytesOf(turns), "chat.json")).toMatchObject({ format: "json", text: turns });
    expect(await read(bytesOf('{"a":1}\r\n\r\n{"a":2}\r\n'), "rows.jsonl")).toMatchObject({ format: "jsonl", text: '{"a":1}\n{"a":2}' });
  });

  test("e-mail: envelope, body, names of what is attached, and when it was written", async () => {
    const file = await read(bytesOf(MAIL), "friday.eml");
    expect(file.text).toContain("# Café on Friday");
    expect(file.text).toContain("E-mail from Ada Verne <ada@example.org> to Bo Lind <bo@example.org>");
    expect(file.text).toContain("We meet at the café tomorrow; the marker is hs-eml-962.");
    expect(file.text).toContain("- menu.pdf (application/pdf)");
    expect(file.text).not.toContain("the html part");
    expect(file.writtenAt).toBe("2024-05-07T14:30:00+02:00");
    expect(file.metadata).toMatchObject({ title: "Café on Friday", author: "Ada Verne <ada@example.org>" });
  });

  test("EPUB: chapters in the order of the spine", async () => {
    const file = await read(book(["<h1>One</h1><p>The well is deep.</p>", "<h1>Two</h1><p>hs-epub-517</p>"]), "well.epub");
    expect(file.text).toBe("# One\n\nThe well is deep.\n\n# Two\n\nhs-epub-517");
    expect(file.metadata).toEqual({ title: "The well", author: "Ada Verne" });
  });
});

describe("encodings of plain text", () => {
  const LINES = "Grüße aus Köln – hs-txt-628\nzweite Zeile\n";
  test.each(["utf8", "utf-16le", "utf-16be", "utf-32le", "windows-1252"])("%s", async (encoding) => {
    const plain = await read(new Uint8Array(iconv.encode(LINES, encoding, { addBOM: encoding === "utf-32le" })), "a.txt");
    expect(plain.text).toBe(LINES);
  });
  test.each(["utf8", "utf-16le", "utf-16be"])("%s with a byte order mark", async (encoding) => {
    expect((await read(new Uint8Array(iconv.encode(LINES, encoding, { addBOM: true })), "a.txt")).text).toBe(LINES);
  });
  test.each([
    ["Shift_JIS", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"],
    ["windows-1251", "Мы встретимся у старого колодца в саду, когда созреют груши и яблоки."],
    ["GB18030", "我们明天在花园里见面，梨子已经成熟了，请带上篮子和梯子。"],
  ])("%s is guessed", async (encoding, text) => {
    expect((await read(new Uint8Array(iconv.encode(text, encoding)), "a.txt")).text).toBe(text);
  });

  test("any Unicode text survives UTF-8 and a marked UTF-16", async () => {
    const texts = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((text) => text.trim() !== "" && !text.includes("\r") && !text.startsWith("\uFEFF"));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const safe = `plain words first ${text.replace(/<|\{|%PDF/g, "")}`;
        expect((await read(bytesOf(safe), "a.txt")).text).toBe(safe);
        expect((await read(new Uint8Array(iconv.encode(safe, "utf-16le", { addBOM: true })), "a.txt")).text).toBe(safe);
      }),
    );
  });
});

test("the content decides before the name does", async () => {
  expect((await read(fixture("orchard.pdf"), "orchard.txt", "text/plain")).format).toBe("pdf");
  expect((await read(bytesOf("<!DOCTYPE html><p>hello there"), "page.txt", "text/plain")).format).toBe("html");
  expect((await read(fixture("garden.docx"), "garden.zip", "application/zip")).format).toBe("docx");
  expect((await read(bytesOf("a,b\n1,2\n"), "upload", "text/csv")).format).toBe("csv");
  await expect(read(archive({ "notes.txt": "hello" }), "notes.docx")).rejects.toThrow("no Word, PowerPoint, Excel or EPUB document");
});
