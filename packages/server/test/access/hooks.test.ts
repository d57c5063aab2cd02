// Hooks of extensions: what throws, hangs or is too much is seen, and nobody waits for it.

import { expect, test } from "vitest";
import { type HookParts, hooks } from "../../src/access/hooks.js";

function seen(more: Partial<HookParts> = {}) {
  const [ends, lines]: [string[], string[]] = [[], []];
  const log = { warn: (_: object, message: string) => void lines.push(message) };
  return { ends, lines, hooks: hooks({ log, note: (hook, outcome) => void ends.push(`${hook} ${outcome}`), ...more }) };
}
const never = () => new Promise<never>(() => undefined);

test("a hook runs behind what it is told of, and its end is counted", async () => {
  const { ends, lines, hooks } = seen();
  const order: string[] = [];
  hooks.tell("completed", () => void order.push("hook"));
  hooks.tell("completed", () => {
    throw new Error("no");
  });
  order.push("call");
  await hooks.settled();
  expect([order, ends, lines]).toEqual([["call", "hook"], ["completed ok", "completed failed"], ["a hook of an extension failed"]]);
});

test("one that hangs is late, keeps its place, and those beyond the most are dropped with one line", async () => {
  const { ends, lines, hooks } = seen({ lateMs: 5, most: 2 });
  for (let i = 0; i < 5; i++) hooks.tell("completed", never);
  await expect.poll(() => ends).toEqual([...Array(3).fill("completed dropped"), "completed late", "completed late"]);
  expect(lines.filter((line) => line.startsWith("too many"))).toHaveLength(1);
});

test("an answer that does not come in time is an error, and so is one that fails", async () => {
  const { ends, hooks } = seen({ answerMs: 5 });
  expect(await hooks.ask("validate", async () => 7)).toBe(7);
  await expect(hooks.ask("validate", never)).rejects.toThrow("within 0.005 s");
  await expect(hooks.ask("validate", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(ends).toEqual(["validate late", "validate failed"]);
});
