import { parse } from "csv-parse/sync";
import { decodeText } from "./decode.js";
import { markdownTable } from "./markdown-table.js";
import { MAX_CELLS, parsedText, type Reader } from "./provider.js";
import { overLimit } from "./refusals.js";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Lines that the delimiter is told from. */
const SAMPLE_LINES = 20;

/** Tables as text, with the delimiter that cuts their first lines most evenly. The first row is taken for the names of the columns. */
export const readCsv: Reader = async ({ bytes, hints }) => {
  const text = decodeText(bytes, hints.name);
  const isTabbed = /\.tsv$|\.tab$/i.test(hints.name) || /tab-separated/i.test(hints.mediaType);
  const rows: string[][] = parse(text, {
    delimiter: isTabbed ? "\t" : delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    bom: true,
  });
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  if (cells > MAX_CELLS)
    throw overLimit(hints.name, `has ${cells.toLocaleString("en")} cells; the limit is ${MAX_CELLS.toLocaleString("en")}. Split it.`);
  return parsedText("csv", markdownTable(rows));
};

function delimiterOf(text: string): string {
  const lines = text
    .split("\n", SAMPLE_LINES + 1)
    .slice(0, SAMPLE_LINES)
    .filter((line) => line.trim() !== "");
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, "").split(delimiter).length - 1);
    const least = counts.length === 0 ? 0 : Math.min(...counts);
    return { delimiter, least, most: counts[0] ?? 0 };
  });
  return scored.reduce((best, each) => (each.least > best.least || (each.least === best.least && each.most > best.most) ? each : best))
    .delimiter;
}
