/** A piece of text as it lies on a page. */
export interface TextPiece {
  readonly str: string;
  readonly hasEOL: boolean;
  /** Height of its letters, in points. */
  readonly height: number;
  /** The last two numbers are where it begins, from the left and from the bottom. */
  readonly transform: readonly number[];
}

interface Line {
  readonly text: string;
  readonly height: number;
  readonly bottom: number;
}

/** A gap between lines that is wider than this many letter heights begins a paragraph. */
const PARAGRAPH_GAP = 1.75;
/** Letters this much larger than most of the page's make a heading, if the line is short. */
const HEADING_SCALE = 1.2;
const MAX_HEADING = 120;

/** The text of a page: lines as they lie, blank lines where there is room between them, larger lines as headings. */
export function pageText(pieces: readonly TextPiece[]): string {
  const lines = linesOf(pieces);
  const body = bodyHeight(lines);
  let text = "";
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    const isHeading = body > 0 && line.height >= body * HEADING_SCALE && line.text.length <= MAX_HEADING && /\p{L}/u.test(line.text);
    const wasHeading = text.split("\n").at(-1)?.startsWith("## ") ?? false;
    const gap = before === undefined ? 0 : Math.abs(before.bottom - line.bottom);
    const breaks = before !== undefined && (isHeading || wasHeading || gap > PARAGRAPH_GAP * Math.max(before.height, line.height, 1));
    text += `${before === undefined ? "" : breaks ? "\n\n" : "\n"}${isHeading ? "## " : ""}${line.text}`;
  });
  return text.trim();
}

function linesOf(pieces: readonly TextPiece[]): readonly Line[] {
  const lines: Line[] = [];
  let text = "";
  let height = 0;
  let bottom: number | null = null;
  const end = (): void => {
    const clean = text.replace(/\s+/g, " ").trim();
    if (clean !== "") lines.push({ text: clean, height, bottom: bottom ?? 0 });
    text = "";
    height = 0;
    bottom = null;
  };
  for (const piece of pieces) {
    const at = piece.transform[5] ?? 0;
    // A piece on another height is another line, also where the file does not say so.
    if (bottom !== null && piece.str.trim() !== "" && Math.abs(at - bottom) > Math.max(piece.height, height) * 0.6) end();
    text += piece.str;
    if (piece.str.trim() !== "") {
      height = Math.max(height, piece.height);
      bottom ??= at;
    }
    if (piece.hasEOL) end();
  }
  end();
  return lines;
}

/** The height of most letters of the page. */
function bodyHeight(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, height } of lines)
    letters.set(Math.round(height * 2) / 2, (letters.get(Math.round(height * 2) / 2) ?? 0) + text.length);
  return [...letters].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as const)[0];
}
