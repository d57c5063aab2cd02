/** What answers a question in other words than it asks: where somebody lives is told by a move. Pure. English, since only there meaning is compared. */

import { analyse } from "./analyse.js";

interface Relation {
  /** Of a question, in lower case. */
  readonly asks: RegExp;
  /** As people write them in an answer; compared by their terms. */
  readonly tells: string;
}

/** Few on purpose: each is a question that the encoder puts under the floor of relevance (docs/decisions/ranking.md). */
const RELATIONS: readonly Relation[] = [
  {
    asks: /\b(?:where|(?:what|which) (?:city|town|village|country|place|street))\b.*\b(?:live|lives|living|reside|resides|based)\b|\b(?:home )?address\b/,
    tells: "move moved relocated settled resident apartment flat house address home rent",
  },
  {
    asks: /\b(?:where|who(?:m)? .* for|(?:what|which) (?:company|firm|office))\b.*\b(?:work|works|working|employed)\b|\bemployer\b|\bwork for\b/,
    tells: "job hired joined employed company firm office position started",
  },
];

const read = new Map<Relation, ReadonlySet<string>>();

/** Terms (as `analyse` makes them) that an answer may hold instead of the question's; null for a question of no such kind. */
export function relatedTerms(question: string): ReadonlySet<string> | null {
  const relation = RELATIONS.find(({ asks }) => asks.test(question.toLowerCase()));
  if (relation === undefined) return null;
  const terms = read.get(relation) ?? new Set(analyse(relation.tells, "en").terms.keys());
  read.set(relation, terms);
  return terms;
}
