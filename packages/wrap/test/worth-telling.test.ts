// Which memories a model is given: not its own old questions, and not what it reads in the conversation anyway.

import { expect, test } from "vitest";
import { createMemory } from "../src/index.js";
import { worthTelling } from "../src/worth-telling.js";
import { notedMemory } from "./support/noted-memory.js";

const told = (texts: readonly string[], conversation: readonly string[] = []) =>
  worthTelling(
    texts.map((text) => ({ text })),
    conversation,
  ).map(({ text }) => text);

test("nothing but questions tells nothing, whoever asked; a question among statements stays", () => {
  const questions = [
    "User: What is my club called?",
    "Assistant: Shall I? Or you?",
    "Ann: “Really?”",
    "ここはどこ？",
    "هل أنت بخير؟",
    "Why?!",
  ];
  const statements = [
    "User: Hi! I'm Ann. Do you know me?",
    "Ann asks where Bo is.",
    "User: I wonder. Why?",
    "See https://a.example/?q=1 for it",
    "User: Is it 5 p.m.? It is.",
    "12:30 – lunch",
    "",
  ];
  expect(told([...questions, ...statements])).toEqual(statements);
});

test("what stands in the conversation is not told again, whatever its spaces and capitals", () => {
  const conversation = ["I row  on\nTuesdays. I moved to Delft.", "Good for you!"];
  const memories = ["User: I moved to delft.", "Assistant: Good for you!", "User: I moved to Delft in May.", "Ann rows."];
  expect(told(memories, conversation)).toEqual(["User: I moved to Delft in May.", "Ann rows."]);
});

test("the block and what is told of it have the same memories, as many as are asked for", async () => {
  const memory = notedMemory();
  memory.knows("User: Which music do I like?", "User: I like jazz.", "User: I like tea.", "User: I like rain.");
  const wrapped = createMemory({ memory, bankId: "ann", maxMemories: 2 });
  const turns = [{ role: "user" as const, text: "I like tea. Which music do I like?" }];
  const { injection } = await wrapped.begin({ settings: {}, model: null, turns });
  const texts = ["User: I like jazz.", "User: I like rain."];
  expect(wrapped.lastInjection()?.memories.map(({ text }) => text)).toEqual(texts);
  expect(injection?.block.match(/User: [^"]*/g)).toEqual(texts);
});
