// Where in a passage its facts stand: their very words, or else the sentences that share most words with them.
// In: a passage and the texts of its facts. Out: the passage cut into pieces, each with the facts drawn from it.

interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Piece {
  readonly from: number;
  readonly text: string;
  /** Places in the list of facts. */
  readonly facts: readonly number[];
}

/** Of a sentence's words, or of a fact's, so many must be in the other. */
const SHARED = 0.6;
/** One word in common is chance. */
const LEAST_WORDS = 2;

const segmented = (text: string, granularity: "word" | "sentence") => [...new Intl.Segmenter(undefined, { granularity }).segment(text)];

/** Words that carry meaning: short ones of scripts with spaces are left out. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    segmented(text.toLowerCase(), "word")
      .filter(({ isWordLike, segment }) => isWordLike === true && (segment.length > 2 || /[^\p{Script=Latin}]/u.test(segment)))
      .map(({ segment }) => segment),
  );

export interface Sentence extends Range {
  readonly words: ReadonlySet<string>;
}

export const sentencesOf = (passage: string): readonly Sentence[] =>
  segmented(passage, "sentence").map(({ segment, index }) => ({
    from: index,
    to: index + segment.trimEnd().length,
    words: wordsOf(segment),
  }));

/** Where a fact stands in the passage; nothing where no sentence says the like. */
function rangesOf(passage: string, sentences: readonly Sentence[], fact: string): readonly Range[] {
  const at = fact.trim() === "" ? -1 : passage.indexOf(fact.trim());
  if (at >= 0) return [{ from: at, to: at + fact.trim().length }];
  const wanted = wordsOf(fact);
  const scored = sentences.map((sentence) => {
    const common = [...sentence.words].filter((word) => wanted.has(word)).length;
    return { sentence, common, share: common / Math.max(1, Math.min(sentence.words.size, wanted.size)) };
  });
  return scored.filter(({ common, share }) => common >= LEAST_WORDS && share >= SHARED).map(({ sentence }) => sentence);
}

/** The passage in pieces, in order and without a gap. */
export function piecesOf(passage: string, facts: readonly string[]): readonly Piece[] {
  const sentences = sentencesOf(passage);
  const ranges = facts.map((fact) => rangesOf(passage, sentences, fact));
  const cuts = new Set([0, passage.length, ...ranges.flat().flatMap(({ from, to }) => [from, to])]);
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? passage.length;
    const inside = (each: readonly Range[]) => each.some((range) => range.from <= from && range.to >= to);
    return { from, text: passage.slice(from, to), facts: ranges.flatMap((each, place) => (inside(each) ? [place] : [])) };
  });
}
