/** Rows as a Markdown table, the first one as its head; a single row is a line. Empty columns and rows are left out; nothing for no cells. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const cleaned = rows.map((row) => row.map(cell)).filter((row) => row.some((each) => each !== ""));
  const width = cleaned.reduce((most, row) => Math.max(most, row.length), 0);
  const used = Array.from({ length: width }, (_, column) => column).filter((column) => cleaned.some((row) => (row[column] ?? "") !== ""));
  const [head, ...body] = cleaned.map((row) => used.map((column) => row[column] ?? ""));
  if (head === undefined) return "";
  if (body.length === 0) return head.join(" | "); // one row is no table
  return [head, used.map(() => "---"), ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function cell(text: string): string {
  return text.replace(/\s+/gu, " ").trim().replaceAll("|", "\\|");
}
