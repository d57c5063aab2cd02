// Sources on a disk: what is no file of theirs, what cannot be read, and archives that are damaged or lead out of themselves.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { readAll } from "../../src/import/format.js";
import { formatOf } from "../../src/import/formats.js";
import type { Found } from "../../src/import/found.js";
import { openSource } from "../../src/import/source.js";

const top = mkdtempSync(path.join(tmpdir(), "hindsight-sources-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

async function imported(at: string): Promise<readonly (readonly string[])[]> {
  const source = await openSource(at);
  const found: Found[] = [];
  try {
    for await (const each of readAll(await formatOf(source), source)) found.push(each);
  } finally {
    source.close();
  }
  return found.map((each) => (each.what === "item" ? [each.item.document_id] : [each.at, each.why]));
}

test.skipIf(process.platform === "win32")("links are not followed, names that are no UTF-8 are told, and the rest is read", async () => {
  const vault = path.join(top, "vault");
  mkdirSync(path.join(vault, "notes"), { recursive: true });
  writeFileSync(path.join(top, "secret.md"), "A secret outside of the vault.");
  writeFileSync(path.join(vault, "notes", "a.md"), "Ann rows.");
  symlinkSync(path.join(top, "secret.md"), path.join(vault, "s.md"));
  symlinkSync(top, path.join(vault, "up"));
  symlinkSync(top, path.join(vault, ".obsidian")); // settings that vaults share
  writeFileSync(Buffer.concat([Buffer.from(`${vault}/k`), Buffer.from([0xf6]), Buffer.from("ln.md")]), "x");
  expect(await imported(vault)).toEqual([
    ["k\ufffdln.md", expect.stringContaining("no UTF-8")],
    ["s.md", expect.stringContaining("a link")],
    ["up", expect.stringContaining("a link")],
    ["obsidian/notes/a.md"],
  ]);
});

const NOTE = { "a/one.md": strToU8("Ann rows. ".repeat(50)), "b.md": strToU8("Bob rows.") };

test("an archive is known by its beginning; a link in it is not read, and a damaged file does not keep the others out", async () => {
  const zip = zipSync({ ...NOTE, "l.md": [strToU8("../secret.md"), { os: 3, attrs: 0o120777 << 16 }] });
  const at = path.join(top, "download");
  zip.fill(0xff, 38, 46); // the first file's packed bytes, behind its header of 30 and its name
  writeFileSync(at, zip);
  expect(await imported(at)).toEqual([
    ["l.md", expect.stringContaining("a link")],
    ["a/one.md", expect.stringContaining("cannot be read")],
    ["folder/b.md"],
  ]);
});

test("a file that is not what was packed is no success", async () => {
  const zip = zipSync({ "a.md": strToU8("Ann rows."), "b.md": strToU8("Bob rows.") }, { level: 0 });
  zip.set(strToU8("Eve"), 34);
  const at = path.join(top, "flipped.zip");
  writeFileSync(at, zip);
  expect(await imported(at)).toEqual([["a.md", expect.stringContaining("checksum")], ["folder/b.md"]]);
});

test("an archive whose names lead out of it is refused, and nothing of it is read", async () => {
  const at = path.join(top, "slip.zip");
  writeFileSync(at, zipSync({ ...NOTE, "../../evil.md": strToU8("x") }));
  await expect(imported(at)).rejects.toThrow("leads out of it");
});
