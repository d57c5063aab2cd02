// Files that are not read: each refusal says which file, why, and what to do. Nothing a file holds stalls or fills the server.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as XLSX from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { HindsightError } from "../../../src/errors.js";
import { type ParsedFile, type ParseLimits, parseFile } from "../../../src/providers/parsers/index.js";
import { readFile } from "../../../src/providers/parsers/read-file.js";
import { archive, book, bytesOf, MAIL, pdfFile, wordFile, wordParagraph, workbook } from "./make-files.js";

const LIMITS: ParseLimits = { maxPages: 100, maxUnpackedBytes: 10_000_000, timeoutMs: 120_000 };
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))));

const read = (bytes: Uint8Array, name: string, limits: Partial<ParseLimits> = {}): Promise<ParsedFile> =>
  readFile({ bytes, hints: { name, mediaType: "" }, limits: { ...LIMITS, ...limits }, onProgress: () => undefined });

async function refusal(reading: Promise<ParsedFile>): Promise<string> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindsightError)) throw new Error(`not refused: ${String(error)}`);
  return `${error.code}: ${error.message}`;
}

describe("what is not what it says", () => {
  test("controls: the same files in order are read", async () => {
    expect(await read(wordFile(wordParagraph("whole")), "a.docx")).toMatchObject({ text: "whole" });
    expect(await read(pdfFile("BT /F1 12 Tf 72 720 Td (whole and readable) Tj ET"), "a.pdf")).toMatchObject({ text: "whole and readable" });
  });

  test.each(["report.pdf", "report.docx", "report.xlsx", "report.pptx", "report.epub", "photo.png"])(
    "plain text named %s",
    async (name) => {
      expect(await refusal(read(bytesOf("just words"), name))).toMatch(
        /^file_unreadable: ".+" is named like a .+ file, but its content is none/,
      );
    },
  );

  test("archives, other office formats, binaries, nothing, blanks", async () => {
    expect(await refusal(read(archive({ "a.txt": "x" }), "a.zip"))).toContain("Upload the files in it one by one");
    expect(await refusal(read(archive({ "content.xml": "x", "META-INF/manifest.xml": "x" }), "a.odt"))).toContain("OpenDocument");
    expect(await refusal(read(bytesOf("{\\rtf1 hello}"), "a.rtf"))).toContain("RTF");
    expect(await refusal(read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), "a.doc"))).toContain("before 2007");
    expect(await refusal(read(new Uint8Array(Array.from({ length: 999 }, (_, at) => (at * 7919) % 256)), "a.bin"))).toContain("is no text");
    expect(await refusal(read(new Uint8Array(), "a.txt"))).toContain("is empty");
    expect(await refusal(read(bytesOf(" \n\t"), "a.txt"))).toContain("holds no text");
  });

  test("broken files", async () => {
    const pdf = fixture("orchard.pdf");
    const docx = fixture("garden.docx");
    expect(await refusal(read(pdf.subarray(0, 700), "cut.pdf"))).toMatch(
      /^file_unreadable: "cut.pdf" could not be read as PDF .*save it anew/,
    );
    expect(await refusal(read(docx.subarray(0, docx.length - 500), "cut.docx"))).toContain("damaged or incomplete zip archive");
    expect(await refusal(read(wordFile("<w:p><w:r>"), "open.docx"))).toContain("could not be read as DOCX");
    expect(await refusal(read(bytesOf('{"a": 1,'), "a.json"))).toContain("is no valid JSON");
    expect(await refusal(read(bytesOf('{"a": 1}\n{"a"\n'), "a.jsonl"))).toContain("in line 2");
  });

  test("what is under a password or copy-protected", async () => {
    expect(await refusal(read(fixture("protected.pdf"), "p.pdf"))).toBe(
      'file_unreadable: "p.pdf" is protected by a password. Save it without one and upload that.',
    );
    expect(await refusal(read(fixture("protected.xlsx"), "p.xlsx"))).toContain("is protected by a password");
    const encryption =
      '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><CipherData><CipherReference URI="OEBPS/text/c0.xhtml"/></CipherData></EncryptedData></encryption>';
    expect(await refusal(read(book(["<p>x</p>"], { "META-INF/encryption.xml": encryption }), "b.epub"))).toContain("copy-protected");
  });
});

describe("limits", () => {
  const zeros = new Uint8Array(30_000_000);

  test("an archive that unpacks to more than allowed is refused before it is unpacked", async () => {
    const bomb = wordFile(zeros);
    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(await refusal(read(bomb, "bomb.docx"))).toMatch(/^file_over_limit: "bomb.docx" unpacks to more than 10 MB/);
  });

  test("a directory that lies about sizes gets no more room than it declares", async () => {
    const bomb = Buffer.from(wordFile(zeros));
    const declared = Buffer.alloc(4);
    declared.writeUInt32LE(zeros.byteLength);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(1_000);
    for (let at = bomb.indexOf(declared); at !== -1; at = bomb.indexOf(declared)) small.copy(bomb, at);
    expect(await refusal(read(new Uint8Array(bomb), "liar.docx"))).toContain("could not be read as DOCX");
  });

  test("pages and slides", async () => {
    expect(await refusal(read(fixture("orchard.pdf"), "o.pdf", { maxPages: 1 }))).toMatch(
      /^file_over_limit: "o.pdf" has 2 pages; the limit is 1/,
    );
    expect(await refusal(read(fixture("greenhouse.pptx"), "g.pptx", { maxPages: 1 }))).toContain("has 2 slides");
  });

  test("cells, parts of an e-mail, nesting", async () => {
    expect(await refusal(read(bytesOf("a,b,c,d,e,f,g,h,i,j\n".repeat(50_001)), "big.csv"))).toContain("cells; the limit is 500,000");
    const row = (n: number): string => `<row r="${n}"><c r="A${n}"><v>${n}</v></c><c r="XFD${n}"><v>7</v></c></row>`;
    const wide = (count: number): Uint8Array => workbook(Array.from({ length: count }, (_, at) => row(at + 1)).join(""));
    expect(await read(wide(2_000), "wide.xlsx")).toMatchObject({ text: expect.stringContaining("| 2000 | 7 |") }); // control: far apart is no harm
    const diagonal = Array.from(
      { length: 1_000 },
      (_, at) => `<row r="${at + 1}"><c r="${XLSX.utils.encode_col(at)}${at + 1}"><v>7</v></c></row>`,
    );
    expect(await refusal(read(workbook(diagonal.join("")), "diagonal.xlsx"))).toContain("tables of more than 500,000 cells");
    const parts = `${MAIL.slice(0, MAIL.indexOf("--outer"))}${"--outer\r\nContent-Type: text/plain\r\n\r\nx\r\n".repeat(1_001)}--outer--\r\n`;
    expect(await refusal(read(bytesOf(parts), "parts.eml"))).toContain("more than 1000 parts");
    expect(await refusal(read(wordFile("<w:sdt>".repeat(600) + "</w:sdt>".repeat(600)), "deep.docx"))).toMatch(/DOCX|no text/);
    expect(await refusal(read(bytesOf(`<html>${"<div>".repeat(200_000)}x`), "deep.html"))).toContain("nested too deeply");
  });

  test("entities of a document type are not expanded", async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><container><rootfiles><rootfile full-path="&b;"/></rootfiles></container>`;
    expect(await refusal(read(book(["<p>x</p>"], { "META-INF/container.xml": bomb }), "b.epub"))).toContain("could not be read as EPUB");
  });
});

describe("in its thread", () => {
  const inThread = (bytes: Uint8Array, name: string, limits: Partial<ParseLimits> = {}, signal = new AbortController().signal) =>
    parseFile(bytes, { name, mediaType: "" }, { limits: { ...LIMITS, ...limits }, signal });

  test("a file is read, and its bytes have gone over", async () => {
    const bytes = fixture("garden.docx");
    expect(await inThread(bytes, "garden.docx")).toMatchObject({ kind: "text", text: expect.stringContaining("hs-docx-417") });
    expect(bytes.byteLength).toBe(0);
  });

  test("refusals come through with their code", async () => {
    expect(await refusal(inThread(bytesOf("just words"), "a.pdf"))).toMatch(/^file_unreadable: "a.pdf" is named like a PDF file/);
  });

  test("a deadline ends it, in the middle of whatever it does", async () => {
    expect(await refusal(inThread(fixture("orchard.pdf"), "slow.pdf", { timeoutMs: 1 }))).toMatch(
      /^file_over_limit: "slow.pdf" took longer than/,
    );
  });

  test("the caller ends it", async () => {
    const caller = new AbortController();
    const reading = inThread(fixture("orchard.pdf"), "o.pdf", {}, caller.signal);
    caller.abort(new HindsightError("request_cancelled", "gone"));
    expect(await refusal(reading)).toBe("request_cancelled: gone");
  });

  test("a file that needs too much memory ends its thread, not the server", async () => {
    const rows = `{"a":"${"x".repeat(1_000)}"}`;
    const huge = bytesOf(`[${Array.from({ length: 20_000 }, () => rows).join(",")}]`); // 20 MB: more than ten million characters
    expect(await refusal(inThread(huge, "huge.json"))).toMatch(/^file_over_limit: "huge.json" has .* characters of text/);
    const stream = new Uint8Array(100_000_000).fill(32); // 0.1 MB of PDF, 100 MB of blanks
    const outcome = await inThread(pdfFile(stream), "blanks.pdf").then(
      (file) => file.kind,
      (error: HindsightError) => error.code,
    );
    expect(["picture", "file_over_limit", "file_unreadable"]).toContain(outcome);
  });
});
