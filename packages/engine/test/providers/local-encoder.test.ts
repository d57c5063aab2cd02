import { describe, expect, test } from "vitest";
import { sharedEncoder } from "../support/encoder.js";

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe("the local encoder", () => {
  test("puts the answering text nearer than an unrelated one", async () => {
    const encoder = sharedEncoder();
    const question = await encoder.embedQuery("Where does Ann live?");
    const [answer, other] = await encoder.embedPassages(["Ann: I moved to Delft in May.", "The build fails with ENOENT on Windows."]);
    expect(question).toHaveLength(384);
    expect(dot(question, question)).toBeCloseTo(1, 5);
    expect(dot(question, answer!)).toBeGreaterThan(dot(question, other!) + 0.05);
  });
});
