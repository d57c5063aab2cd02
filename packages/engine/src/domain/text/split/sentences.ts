/** Ends after which a full stop rarely closes a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|[A-Z]\.[A-Z]|Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|vs|etc|e\.g|i\.e|cf|al|approx|No|Nr|Vol|Fig|Inc|Ltd|Co|Corp|bzw|z\.B|d\.h|ca|usw|p\.ej|Sra|Srta|Mme|Mlle|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\.\s*$/u;
const CLOSES_WITHOUT_SPACE = /[。！？!?…」』）”"'\n]\s*$/u;
/** Segmentation works on slices of this size: it is linear, but its memory is not free. */
const MAX_SLICE = 100_000;

let segmenter: Intl.Segmenter | null = null;

/** Cuts a text into sentences, each with the white space behind it: joined they are the text. Never inside a word or an identifier. */
export function sentences(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" });
  const result: string[] = [];
  let open = "";
  for (let start = 0; start < text.length; start += MAX_SLICE) {
    for (const { segment } of segmenter.segment(text.slice(start, start + MAX_SLICE))) {
      open += segment;
      const isClosed = (/\s$/u.test(segment) || CLOSES_WITHOUT_SPACE.test(segment)) && !ABBREVIATION.test(open.slice(-24));
      if (!isClosed) continue;
      result.push(open);
      open = "";
    }
  }
  if (open !== "") result.push(open);
  return result;
}
