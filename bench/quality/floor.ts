// The floor: plain BM25 over the same units, without stems, neighbours or an encoder. A server that ranks below it is better switched off.

/** k1 and b of the literature's default. */
const K1 = 1.2;
const B = 0.75;

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but if of at by for with about to from in on into so as than then that this these those
  i me my you your he him his she her it its we us our they them their
  am is are was were be been being do does did have has had will would can could should may might must not no
  what which who whom whose when where why how there here just very too some any also get got like really
  dont didnt doesnt isnt wasnt im ive youre thats whats id s t`.split(/\s+/),
);

export function englishTerms(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.filter((word) => !STOP_WORDS.has(word)) ?? []
  );
}

/** Character pairs of Chinese, words of anything else. */
export function bigrams(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{Script=Han}+|[a-z0-9]+/gu) ?? []).flatMap((run) => {
    if (!/\p{Script=Han}/u.test(run) || run.length < 2) return [run];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
  });
}

/** Ranks units by BM25 and returns a function from a query to their keys, best first; units without a word of the query are left out. */
export function plainBm25(
  units: readonly { readonly key: string; readonly text: string }[],
  terms: (text: string) => readonly string[],
): (query: string) => readonly string[] {
  const frequencies = units.map(({ text }) => {
    const counts = new Map<string, number>();
    for (const term of terms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  });
  const lengths = frequencies.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const holding = new Map<string, number>();
  for (const counts of frequencies) for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  return (query) => {
    const wanted = [...new Set(terms(query))].filter((term) => holding.has(term));
    const scored = units.map(({ key }, index) => {
      let score = 0;
      for (const term of wanted) {
        const frequency = frequencies[index]?.get(term) ?? 0;
        if (frequency === 0) continue;
        const n = holding.get(term) ?? 0;
        const idf = Math.log(1 + (units.length - n + 0.5) / (n + 0.5));
        score += (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * (lengths[index] ?? 0)) / mean));
      }
      return { key, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ key }) => key);
  };
}
