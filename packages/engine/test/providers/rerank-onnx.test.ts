// A cross-encoder of the user's own, read from its file.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { E5_SMALL_V2 } from "@hindsight-memory/models-en";
import pino from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { createRerankProvider } from "../../src/providers/rerank/index.js";

const log = pino({ level: "silent" });
const open: { close(): Promise<void> }[] = [];
/** Longer than any of these tests may take: what does not end earlier does not end. */
const AMPLE = { budgetMs: 60_000 };
const PATIENT = { timeout: 60_000 };

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

describe("a cross-encoder from an ONNX file", () => {
  const file = fileURLToPath(new URL("fixtures/overlap-cross-encoder.onnx", import.meta.url));
  const onnx = (more: Readonly<Record<string, string>> = {}) => {
    const made = createRerankProvider(
      loadSettings({
        HINDSIGHT_API_RERANKER_PROVIDER: "onnx",
        HINDSIGHT_API_RERANKER_ONNX_MODEL_PATH: file,
        HINDSIGHT_API_RERANKER_ONNX_TOKENIZER_NAME_OR_PATH: fileURLToPath(E5_SMALL_V2.tokenizer.url),
        ...more,
      }),
      log,
    )!;
    open.push(made);
    return made;
  };

  test("scores pairs in a thread: this one counts common words, minus two, doubled", async () => {
    const provider = onnx();
    await provider.warm();
    // More texts than one batch, of different lengths: padding and order must not matter.
    const texts = [
      "red fox",
      "blue whale",
      `${"long ".repeat(40)}red`,
      "the red fox runs",
      ...Array.from({ length: 60 }, (_, i) => `grey wolf ${"and dog ".repeat(i % 7)}`),
    ];
    const logits = [0, -4, -2, 0, ...Array.from({ length: 60 }, () => -4)];
    const { scores, cut } = await provider.score("red fox", texts, AMPLE);
    expect(scores).toEqual(logits.map((x) => expect.closeTo(1 / (1 + Math.exp(-x)), 5)));
    expect(cut).toBeNull();
  });

  test("whose logits happen to lie in 0…1 are still taken for logits: the warm-up has seen what it gives", async () => {
    const provider = onnx();
    await provider.warm();
    await expect(provider.score("red fox", ["red fox"], AMPLE)).resolves.toEqual({ scores: [0.5], cut: null });
  });

  test("no recall waits until it is loaded; the next ones have it", async () => {
    const provider = onnx();
    await expect(provider.score("red fox", ["red fox"], AMPLE)).resolves.toEqual({ scores: [null], cut: "reranker_loading" });
    await provider.warm();
    await expect(provider.score("red fox", ["red fox"], AMPLE)).resolves.toEqual({ scores: [0.5], cut: null });
  });

  test("cuts a pair to its limit and leaves room for the text, however long the query", async () => {
    const provider = onnx({ HINDSIGHT_API_RERANKER_ONNX_MAX_TOKENS: "16" });
    await provider.warm();
    const { scores } = await provider.score("fox ".repeat(100), ["fox", `${"wolf ".repeat(50)}fox`], AMPLE);
    expect(scores[0]).toBeGreaterThan(0.99);
    expect(scores[1]).toBeLessThan(0.05);
  });

  test("two recalls at once share it, and a caller who hangs up is gone at once", async () => {
    const provider = onnx();
    await provider.warm();
    const leaving = new AbortController();
    const many = Array.from({ length: 200 }, () => `red ${"wolf ".repeat(200)}`);
    const [gone, stays] = [
      provider.score("red fox", many, { ...AMPLE, signal: leaving.signal }),
      provider.score("red fox", ["red fox", "red"], AMPLE),
    ];
    await stays;
    leaving.abort(new Error("gone"));
    await expect(gone).rejects.toThrow("gone");
    await expect(stays).resolves.toEqual({ scores: [0.5, expect.closeTo(0.1192, 4)], cut: null });
    await expect(provider.score("red fox", ["red fox"], AMPLE)).resolves.toEqual({ scores: [0.5], cut: null });
  });

  const folder = mkdtempSync(path.join(tmpdir(), "hindsight-rerank-"));
  function spoilt(name: string, bytes: Buffer): string {
    writeFileSync(path.join(folder, name), bytes);
    return path.join(folder, name);
  }
  test.each([
    ["no model at all", () => fileURLToPath(E5_SMALL_V2.tokenizer.url)],
    ["an encoder, which gives no scores", () => fileURLToPath(E5_SMALL_V2.model.url)],
    ["cut off", () => spoilt("cut.onnx", readFileSync(file).subarray(0, 600))],
    ["empty", () => spoilt("empty.onnx", Buffer.alloc(0))],
  ])("that is broken (%s) fails the warm-up with the reason, and recalls go on without it until they stop asking", async (_, broken) => {
    const provider = onnx({ HINDSIGHT_API_RERANKER_ONNX_MODEL_PATH: broken() });
    await expect(provider.warm()).rejects.toThrow(/could not be loaded/);
    await vi.waitFor(async () => {
      const { scores, cut } = await provider.score("q", ["a"], AMPLE);
      expect(scores).toEqual([null]);
      expect(cut).toBe("reranker_open");
    }, PATIENT);
    expect(provider.circuit()).toBe("open");
  });
});
