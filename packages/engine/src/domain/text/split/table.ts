import { countTokens } from "../tokens.js";
import { cutToTokens, packParts } from "./pack.js";

/** The row of dashes under the names of the columns. */
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u;
/** A head that takes more than this share of a part is not repeated. */
const MAX_HEAD_SHARE = 0.5;

/**
 * Cuts a table that is longer than `limit` tokens between its rows. The names of the columns and the row of dashes under them stand at the head of
 * every part, since a row without them says little; they are the only text that the parts have more than once. A row longer than a part is cut
 * like a sentence.
 */
export function cutTable(table: string, limit: number): readonly string[] {
  const lines = table.split(/(?<=\n)/u);
  const hasHead = lines.length > 2 && (lines[1] as string).includes("-") && DELIMITER.test(lines[1] as string);
  const head = hasHead ? lines.slice(0, 2).join("") : "";
  const headTokens = countTokens(head);
  if (!hasHead || headTokens > limit * MAX_HEAD_SHARE) {
    return packParts(
      lines.flatMap((line) => cutToTokens(line, limit)),
      limit,
    );
  }
  const room = limit - headTokens;
  const rows = lines.slice(2).flatMap((line) => cutToTokens(line, room));
  return packParts(rows, room).map((part) => head + part);
}
