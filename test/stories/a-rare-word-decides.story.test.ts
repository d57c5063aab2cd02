// Somebody pastes two hundred words of talk, and in it stands one word that a single old memory has.

import { expect } from "vitest";
import { story } from "../support/story.js";

const WHO = ["gardener", "teacher", "neighbour", "baker", "sister", "captain", "doctor", "cousin", "farmer", "tailor", "painter"];
const DID = [
  "cleaned",
  "borrowed",
  "carried",
  "sold",
  "watched",
  "repaired",
  "measured",
  "painted",
  "packed",
  "counted",
  "covered",
  "opened",
];
const WHAT = [
  "ladder",
  "kettle",
  "bicycle",
  "window",
  "carpet",
  "basket",
  "lantern",
  "bottle",
  "jacket",
  "mirror",
  "hammer",
  "candle",
  "pillow",
];
const WHERE = ["kitchen", "garden", "harbour", "market", "school", "station", "bakery", "forest", "village", "bridge", "church", "attic"];

const at = (words: readonly string[], n: number): string => words[n % words.length] as string;
const sentence = (n: number): string => `The ${at(WHO, n)} ${at(DID, n)} the ${at(WHAT, n)} in the ${at(WHERE, n)}.`;

/** Twenty sentences of ten words, in which everything comes that the bank talks of, and after so many of them the rare word. */
function talk(rare: string, after: number): string {
  const said = Array.from(
    { length: 20 },
    (_, n) => `And then that ${at(WHO, 3 * n)} ${at(DID, 5 * n)} my ${at(WHAT, 7 * n + 1)} near our ${at(WHERE, 11 * n)}.`,
  );
  return [...said.slice(0, after), `Something about ${rare} too.`, ...said.slice(after)].join(" ");
}

const RARE = {
  xylophone: "Someone left a xylophone behind.",
  Wojciechowska: "Mrs Wojciechowska pays her rent on Fridays.",
  "48213": "The parcel has the number 48213.",
};

story("one rare word decides what a long question finds", async ({ bank }) => {
  const days = (count: number): string => new Date(Date.UTC(2024, 0, 1 + count)).toISOString();
  const old = Object.values(RARE).map((content) => ({ content, timestamp: days(0) }));
  const items = [...old, ...Array.from({ length: 300 }, (_, n) => ({ content: sentence(n), timestamp: days(1 + n) }))];
  const reply = await bank.call("POST", "/memories", { items });
  expect(reply.status, reply.text).toBe(200);

  for (const after of [0, 10, 20]) {
    for (const [word, text] of Object.entries(RARE)) {
      expect(talk(word, after).split(" ").length).toBeGreaterThanOrEqual(200);
      expect((await bank.recallTexts(talk(word, after)))[0], `${word} after ${after} sentences`).toBe(text);
    }
  }
  expect(Object.values(RARE)).not.toContain((await bank.recallTexts(talk("nothing", 10)))[0]); // control: without the word they are not first

  const several = await bank.recallTexts(talk(Object.keys(RARE).join(" and "), 10));
  expect(several.slice(0, 3).sort()).toEqual(Object.values(RARE).sort());
});
