const ROW = /^\s*\|/;
const RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** A block that ends in a table: a head, a rule of dashes, rows. */
export function isTable(text: string): boolean {
  const lines = text.split("\n");
  const rule = lines.findIndex(
    (line, index) => index > 0 && line.includes("|") && RULE.test(line) && (lines[index - 1] ?? "").includes("|"),
  );
  return rule > 0 && lines.slice(rule + 1).every((line) => ROW.test(line));
}

/** Rows without a head of their own. */
export function isOrphanRow(text: string): boolean {
  const lines = text.split("\n");
  return text.trim() !== "" && lines.every((line) => ROW.test(line) && !RULE.test(line));
}
