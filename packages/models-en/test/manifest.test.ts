import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { BACKGROUND_SENTENCES, E5_SMALL_V2 } from "../src/index.js";

const files = [E5_SMALL_V2.model, E5_SMALL_V2.tokenizer, E5_SMALL_V2.calibration.background.vectors];
const listed = new Map(
  readFileSync(new URL("../weights/SHA256SUMS", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/) as [sha256: string, name: string])
    .map(([sha256, name]) => [name, sha256] as const),
);

describe("the manifest of the English encoder", () => {
  test.each(files.map((file) => [path.basename(file.url.pathname), file] as const))(
    "names %s as it is, and so does SHA256SUMS",
    (name, file) => {
      const bytes = readFileSync(fileURLToPath(file.url));
      expect(bytes.length).toBe(file.bytes);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(file.sha256);
      expect(listed.get(name)).toBe(file.sha256);
    },
  );

  test("lists every file, and as many background vectors as sentences", () => {
    expect(listed.size).toBe(files.length);
    expect(E5_SMALL_V2.calibration.background.vectors.bytes).toBe(BACKGROUND_SENTENCES.length * E5_SMALL_V2.dimension * 4);
    expect(new Set(BACKGROUND_SENTENCES).size).toBe(BACKGROUND_SENTENCES.length);
  });

  test("ships the notices with the weights", () => {
    const { files: shipped } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(shipped).toEqual(expect.arrayContaining(["weights", "NOTICE", "licences"]));
    expect(readFileSync(new URL("../licences/MIT-e5.txt", import.meta.url), "utf8")).toContain("Copyright (c) Microsoft Corporation");
    expect(readFileSync(new URL("../licences/Apache-2.0.txt", import.meta.url), "utf8")).toContain("Apache License");
  });
});
