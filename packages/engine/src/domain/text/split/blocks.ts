/** A block of prose as a reader sees it. `text` keeps its white space, so that blocks joined are the text. */
export interface Block {
  readonly kind: "heading" | "paragraph" | "list" | "table" | "code" | "rule";
  readonly text: string;
  /** Depth of a heading, from 1; 0 for other blocks. */
  readonly level: number;
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})/u;
const HEADING = /^\s{0,3}(#{1,6})\s+\S/u;
const UNDERLINE = /^\s{0,3}(=+|-{2,})\s*$/u;
const RULE = /^\s{0,3}(?:(?:[-*_]\s?){3,}|={3,})\s*$/u;
const ITEM = /^\s*(?:[-*+•‣▪]|\d{1,3}[.)]|[a-zA-Z][.)])\s+\S/u;
const TABLE_ROW = /^\s*\|.*\||^[^|\n]+\|[^|\n]+\|/u;
const MAX_HEADING = 160;

/** Cuts a text into blocks: headings, paragraphs, lists, tables, code between fences, rules. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/(?<=\n)/u);
  let at = 0;
  while (at < lines.length) {
    const [block, next] = readBlock(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: readonly string[], start: number): readonly [Block, number] {
  const first = lines[start] as string;
  const fence = FENCE.exec(first)?.[1];
  if (fence !== undefined) return blockUntil(lines, start, "code", endOfFence(lines, start, fence));
  const depth = HEADING.exec(first)?.[1]?.length;
  if (depth !== undefined && first.length <= MAX_HEADING) return blockUntil(lines, start, "heading", start + 1, depth);
  const underline = UNDERLINE.exec(lines[start + 1] ?? "")?.[1];
  const isUnderlined = underline !== undefined && underline.length >= 3 && isTitle(first);
  if (isUnderlined) return blockUntil(lines, start, "heading", start + 2, underline.startsWith("=") ? 1 : 2);
  if (RULE.test(first)) return blockUntil(lines, start, "rule", start + 1);
  const kind = TABLE_ROW.test(first) ? "table" : ITEM.test(first) ? "list" : "paragraph";
  let end = start + 1;
  while (end < lines.length && !startsAnother(lines, end, kind)) end += 1;
  return blockUntil(lines, start, kind, end);
}

function isTitle(line: string): boolean {
  return line.trim() !== "" && line.length <= MAX_HEADING && !ITEM.test(line) && !line.includes("|");
}

function endOfFence(lines: readonly string[], start: number, fence: string): number {
  for (let at = start + 1; at < lines.length; at += 1) {
    if ((lines[at] as string).trim().startsWith(fence)) return at + 1;
  }
  return lines.length;
}

/** True when a line begins a new block behind one of `kind`. Blank lines stay with the block before them. */
function startsAnother(lines: readonly string[], at: number, kind: Block["kind"]): boolean {
  const line = lines[at] as string;
  const isAfterBlank = (lines[at - 1] as string).trim() === "";
  if (line.trim() === "") return false;
  if (FENCE.test(line) || (HEADING.test(line) && line.length <= MAX_HEADING)) return true;
  if (kind === "list") return isAfterBlank && !ITEM.test(line) && !/^\s/u.test(line);
  if (kind === "table") return !TABLE_ROW.test(line);
  if (RULE.test(line) && isAfterBlank) return true;
  if (isAfterBlank) return true;
  return ITEM.test(line) || TABLE_ROW.test(line);
}

/** The block of some lines together with the blank lines behind them. */
function blockUntil(lines: readonly string[], start: number, kind: Block["kind"], end: number, level = 0): readonly [Block, number] {
  let next = end;
  while (next < lines.length && (lines[next] as string).trim() === "") next += 1;
  return [{ kind, text: lines.slice(start, next).join(""), level }, next];
}
