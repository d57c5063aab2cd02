import * as XLSX from "@e965/xlsx";
import { markdownTable } from "./markdown-table.js";
import { coreProperties, openOffice } from "./office.js";
import { MAX_CELLS, type ParsedFile, parsedText, type Reader } from "./provider.js";
import { overLimit, protectedByPassword } from "./refusals.js";
import { repack } from "./zip.js";

/** Excel workbooks: a heading and a table per sheet, cells as Excel shows them (dates and percentages in their format). */
export const readXlsx: Reader = async (input) => {
  const archive = openOffice(input);
  const parts = archive.unpack((name) => /\.(?:xml|rels|bin)$/i.test(name) && !/^xl\/(?:media|drawings|charts|theme)\//i.test(name));
  return workbookText(repack(parts), "xlsx", input.hints.name, coreProperties(archive));
};

/** Workbooks of Excel 97–2003, which are no archives. */
export const readXls: Reader = async ({ bytes, hints }) => workbookText(bytes, "xls", hints.name, {});

interface Cell {
  readonly v?: unknown;
  readonly w?: string;
}

function workbookText(bytes: Uint8Array, format: "xlsx" | "xls", name: string, metadata: Readonly<Record<string, string>>): ParsedFile {
  const book = read(bytes, name);
  let cells = 0;
  const sheets = book.SheetNames.map((title) => {
    // Sparse all the way: a cell far out costs nothing for the empty ones before it.
    const rows: ReadonlyMap<number, string>[] = [];
    const columns = new Set<number>();
    const data = (book.Sheets[title] as { readonly "!data"?: readonly (readonly (Cell | undefined)[] | undefined)[] } | undefined)?.[
      "!data"
    ];
    data?.forEach((row) => {
      const line = new Map<number, string>();
      row?.forEach((cell, column) => {
        const text = shownCell(cell);
        if (text === "") return;
        line.set(column, text);
        columns.add(column);
      });
      if (line.size > 0) rows.push(line);
    });
    cells += rows.length * columns.size; // as many as the table will have
    if (cells > MAX_CELLS) {
      throw overLimit(name, `has tables of more than ${MAX_CELLS.toLocaleString("en")} cells. Split it, or upload the part that matters.`);
    }
    const used = [...columns].sort((a, b) => a - b);
    const table = markdownTable(rows.map((line) => used.map((column) => line.get(column) ?? "")));
    return table === "" ? "" : `## ${title}\n\n${table}`;
  });
  return parsedText(format, sheets.filter((sheet) => sheet !== "").join("\n\n"), { metadata, pages: book.SheetNames.length });
}

function read(bytes: Uint8Array, name: string): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, {
      type: "array",
      dense: true,
      cellHTML: false,
      cellFormula: false,
      cellDates: false,
      cellNF: false,
      bookVBA: false,
    });
  } catch (error) {
    if (error instanceof Error && /password/i.test(error.message)) throw protectedByPassword(name);
    throw error;
  }
}

function shownCell(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  const shown = cell.w ?? cell.v;
  return shown === undefined || shown === null ? "" : String(shown);
}
