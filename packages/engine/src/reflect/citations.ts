/** Ids in an answer: those of the evidence stay, those that a model made up go. */

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** A bracket that holds ids, with what stands between them. */
const BRACKET = new RegExp(
  String.raw`[ \t]*[\[(](?:\s*(?:ids?|memory|memories|observation|source)s?[:\s])?[\s,;]*${ID.source}(?:[\s,;]+(?:and\s+)?${ID.source})*[\s,;]*[\])]`,
  "gi",
);

/** Takes out ids that `isKnown` does not know, with their brackets where nothing else stands in them. */
export function withoutUnknownIds(text: string, isKnown: (id: string) => boolean): string {
  const known = (id: string): boolean => isKnown(id.toLowerCase());
  return text
    .replace(BRACKET, (bracket) => {
      const ids = bracket.match(ID) ?? [];
      const kept = ids.filter(known);
      if (kept.length === ids.length) return bracket;
      return kept.length === 0 ? "" : ` [${kept.join(", ")}]`;
    })
    .replace(ID, (id) => (known(id) ? id : ""));
}
