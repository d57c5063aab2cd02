// What the write-path bench retains: dialogue of eight turns an item, then made-up notes without end.
// In: LoCoMo dev, a seed. Out: the same items every time. The shapes are those by which the reference was measured (shared/bench/speed_compare.py).

import type { Conversation } from "../lib/locomo.js";
import { seeded } from "../lib/random.js";

export interface ExtractionItem {
  readonly content: string;
  readonly document_id: string;
  readonly timestamp: string;
  readonly tags: readonly string[];
  readonly context: string;
}

const TURNS = 8;
const SENTENCES = 12;

/** Captions of photos are left out: a note in brackets is no sentence that a person said. */
const said = (text: string): string => text.replace(/ \[shares a photo: .*\]$/s, "");

/** Stretches of a session, `turns` of them an item; a whole session where it is Infinity. */
export function dialogueItems(conversations: readonly Conversation[], turns = TURNS): readonly ExtractionItem[] {
  return conversations.flatMap((conversation) =>
    [...conversation.sessionAt].flatMap(([session, at]) => {
      const lines = conversation.turns.filter((turn) => turn.session === session).map((turn) => said(turn.text));
      const size = Math.min(turns, lines.length);
      const starts = Array.from({ length: size === 0 ? 0 : Math.ceil(lines.length / size) }, (_, index) => index * size);
      return starts.map((start) => ({
        content: lines.slice(start, start + size).join("\n"),
        document_id: `${conversation.name}-s${session}-${start}`,
        timestamp: at.toISOString(),
        tags: [`conv:${conversation.name}`, `session:${session}`],
        context: "conversation",
      }));
    }),
  );
}

const PEOPLE = "Anna Boris Chloe Dmitri Elena Farid Greta Hassan Ingrid Jamal Keiko Liam Mona Nadia Oscar Priya Rosa Sven Tara Umar".split(
  " ",
);
const PLACES =
  "Lisbon Oslo Nairobi Quito Hanoi Porto Tunis Riga Davos Cusco Perth Lagos Izmir Pune Bergen Tampa Cork Turin Basel Ghent".split(" ");
const THINGS =
  "loom bakery marathon violin greenhouse sailboat kiln robot mural podcast vineyard kayak lecture thesis quilt drone museum".split(" ");
const FORMS = [
  "{who} found a second-hand {thing} with {other} in {place}.",
  "{who} learned to mend the {thing} from {other}.",
  "{who} went to {place} for the {thing} that {other} had made.",
  "{who} warned {other} that the {thing} in {place} closes in spring.",
  "{who} likes the {thing} better than the one at {place}.",
  "{who} stayed {count} days in {place} for work on a {thing}.",
  "{who} begged {other} to carry the {thing} to {place} before winter.",
  "{who} printed {count} tickets for the {thing} day in {place}.",
] as const;

/** Notes of twelve sentences, about 700 characters, with three people each. */
export function* noteItems(seed: number): Generator<ExtractionItem, never> {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const one = (words: readonly string[]): string => words[below(words.length)] ?? "";
  for (let number = 1; ; number += 1) {
    const people = [one(PEOPLE), one(PEOPLE), one(PEOPLE)];
    const sentences = Array.from({ length: SENTENCES }, () => sentence(one, people, below(900) + 2));
    yield {
      content: sentences.join(" "),
      document_id: `note-${seed}-${number}`,
      timestamp: new Date(Date.UTC(2023, below(12), below(28) + 1, below(24))).toISOString(),
      tags: ["synthetic", `batch:${below(10)}`],
      context: "notes",
    };
  }
}

function sentence(one: (words: readonly string[]) => string, people: readonly string[], count: number): string {
  const words: Readonly<Record<string, string>> = {
    who: one(people),
    other: one(people),
    thing: one(THINGS),
    place: one(PLACES),
    count: String(count),
  };
  return one(FORMS).replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? "");
}

/** Prose: documents of at least `length` UTF-16 units, notes in paragraphs. */
export function proseItems(count: number, length: number, seed: number): readonly ExtractionItem[] {
  const notes = noteItems(seed);
  return Array.from({ length: count }, (_, index) => {
    const paragraphs: string[] = [];
    for (let size = 0; size < length; ) {
      const { content } = notes.next().value;
      paragraphs.push(content);
      size += content.length + 2;
    }
    return {
      content: paragraphs.join("\n\n"),
      document_id: `prose-${seed}-${index + 1}`,
      timestamp: "2023-05-08T12:00:00.000Z",
      tags: ["prose"],
      context: "a report",
    };
  });
}

/** Dialogue first, then notes. */
export function* loadItems(conversations: readonly Conversation[], seed: number): Generator<ExtractionItem, never> {
  yield* dialogueItems(conversations);
  return yield* noteItems(seed);
}
