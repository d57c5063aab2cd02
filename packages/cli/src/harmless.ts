// Text of a bank on somebody's terminal: what would move the cursor, colour, hide or turn the text is written out instead.
// In: any text. Out: the same with control characters and marks of direction as \uXXXX, which JSON reads back as what they were.

const OWN_COLOURS = String.raw`\u001b\[(?:36|39|90)m`;
/** Controls but for the end of a line and the tab; line and paragraph separators; marks that turn the direction (UAX #9, Trojan Source). */
const DANGEROUS = String.raw`(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]`;

const EVERY = new RegExp(DANGEROUS, "gu");
const EVERY_BUT_COLOURS = new RegExp(`(${OWN_COLOURS})|${DANGEROUS}`, "gu");

const written = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

export function harmless(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(EVERY, written);
}

/** As `harmless`, for text in which tables of ours may stand: their colours stay. */
export function harmlessBesideColours(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(EVERY_BUT_COLOURS, (found, own: string | undefined) => own ?? written(found));
}
