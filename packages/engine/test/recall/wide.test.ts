import { describe, expect, test } from "vitest";
import type { Ranked } from "../../src/recall/candidate.js";
import { spread } from "../../src/recall/spread.js";
import { widthOf } from "../../src/recall/wide.js";

const width = (text: string) => widthOf({ text, isTalk: false });

describe("what a question asks for", () => {
  test.each([
    "In which order did Ann travel?",
    "Give me a timeline of the repairs",
    "In welcher Reihenfolge sind die Schiffe gekommen?",
    "Dans quel ordre a-t-elle voyagé ?",
    "¿En qué orden visitó las ciudades?",
    "她按什么顺序去了这些城市？",
  ])("the order of things: %s", (text) => expect(width(text)).toBe("order"));

  test.each([
    "Summarise what we know about the harbour",
    "all the times the dog was at the vet",
    "What are all the things that Ben repaired?",
    "Fass zusammen, was Anna erzählt hat",
    "Résume les voyages d'Anne",
    "Resume los viajes de Ana",
    "总结一下小明的旅行",
  ])("all there is: %s", (text) => expect(width(text)).toBe("all"));

  test.each([
    "Which books has Ann read?",
    "What has Ann painted?",
    "Where has Melanie camped?",
    "In what cities did they play?",
    "How many times did it break?",
    "Wie oft war der Hund krank?",
    "Quels livres a-t-elle lus ?",
    "¿Cuántas veces fue al médico?",
    "她读过哪些书？",
  ])("several things: %s", (text) => expect(width(text)).toBe("several"));

  test.each([
    "Where does Ann live?",
    "What is the address of the office?",
    "What did Ann paint on Monday?",
    "How long has Ann lived here?",
    "Would Ann have liked it?",
    "What does Ann have to do?",
    "Wo wohnt Anna?",
    "Où habite Anne ?",
    "安住在哪里？",
  ])("one thing: %s", (text) => expect(width(text)).toBeNull());

  test("a stretch of talk asks nothing", () => {
    expect(widthOf({ text: "I would like a summary of all the times", isTalk: true })).toBeNull();
  });
});

const DAY_MS = 86_400_000;
/** Named by letters; `run` is its conversation, `day` when it was said. */
const found = (name: string, final: number, run: number | null, day: number | null = null): Ranked =>
  ({
    row: {
      id: name,
      text: name,
      runNo: run,
      occurredStart: null,
      mentionedAt: day === null ? null : new Date(day * DAY_MS),
    },
    final,
  }) as unknown as Ranked;
const names = (results: readonly Ranked[]) => results.map(({ row }) => row.id).join("");
const asking = (text: string) => ({ width: width(text) });

describe("spreading", () => {
  const busy = [found("a", 0.9, 1, 5), found("b", 0.88, 1, 5), found("c", 0.86, 1, 5), found("d", 0.84, 2, 1), found("e", 0.82, 3, 9)];

  test("the third of a conversation stands behind what others say nearly as well; scores stay in their places", () => {
    const { shown, inTime } = spread(asking("List all the repairs"), busy);
    expect(names(shown)).toBe("abdec");
    expect(shown.map(({ final }) => final)).toEqual([0.9, 0.88, 0.86, 0.84, 0.82]);
    expect(inTime).toBe(0);
  });

  test("what others say much worse stays behind it", () => {
    expect(names(spread(asking("List all the repairs"), [...busy.slice(0, 3), found("d", 0.5, 2)]).shown)).toBe("abcd");
  });

  test("memories outside conversations are one a day", () => {
    const loose = [found("a", 0.9, null, 5), found("b", 0.88, null, 5), found("c", 0.86, null, 5), found("d", 0.84, null, 6)];
    expect(names(spread(asking("List all the repairs"), loose).shown)).toBe("abdc");
    const undated = [found("a", 0.9, null), found("b", 0.88, null), found("c", 0.86, null), found("d", 0.84, null, 6)];
    expect(names(spread(asking("List all the repairs"), undated).shown)).toBe("abcd"); // control: these have nothing in common
  });

  test("a question for the order gets what answers by time, undated ones behind, and the weak ones last", () => {
    const mixed = [found("a", 0.9, 1, 5), found("b", 0.8, 2, null), found("c", 0.7, 3, 1), found("w", 0.3, 4, 0)];
    const { shown, inTime, width: asked } = spread(asking("In which order did it happen?"), mixed);
    expect(names(shown)).toBe("cabw");
    expect(inTime).toBe(3);
    expect(asked).toBe("order");
    expect(shown.map(({ final }) => final)).toEqual([0.9, 0.8, 0.7, 0.3]);
  });

  test("a question for one thing or for several keeps the order of rank", () => {
    expect(names(spread(asking("Where is the key?"), busy).shown)).toBe("abcde");
    expect(names(spread(asking("Which books has Ann read?"), busy).shown)).toBe("abcde");
  });
});
