import type { Row } from "../../domain/transfer.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";
import { rowsMember } from "../archive/names.js";
import type { ArchiveWriter } from "../archive/write.js";

export interface Parts {
  add(table: TransferTableName, rows: readonly Row[]): Promise<void>;
  /** Counts rows that are written elsewhere. */
  count(table: string, rows: number): void;
  /** Writes what is left. */
  flush(): Promise<void>;
  readonly counts: Readonly<Record<string, number>>;
}

const PART_ROWS = 5_000;
const PART_CHARACTERS = 4_000_000;

/** Rows by table, written as members of bounded size: a part is a list of rows. */
export function openParts(archive: ArchiveWriter): Parts {
  const open = new Map<TransferTableName, { rows: string[]; size: number; part: number }>();
  const counts: Record<string, number> = {};
  const count = (table: string, rows: number): void => {
    counts[table] = (counts[table] ?? 0) + rows;
  };
  const write = async (table: TransferTableName): Promise<void> => {
    const one = open.get(table);
    if (one === undefined || one.rows.length === 0) return;
    const text = `[${one.rows.join(",\n")}]`;
    open.set(table, { rows: [], size: 0, part: one.part + 1 });
    await archive.add(rowsMember(table, one.part), Buffer.from(text, "utf8"));
  };
  return {
    counts,
    count,
    async add(table, rows) {
      count(table, rows.length);
      for (const row of rows) {
        const one = open.get(table) ?? { rows: [], size: 0, part: 0 };
        open.set(table, one);
        const text = JSON.stringify(row);
        one.rows.push(text);
        one.size += text.length;
        if (one.rows.length >= PART_ROWS || one.size >= PART_CHARACTERS) await write(table);
      }
    },
    async flush() {
      for (const table of open.keys()) await write(table);
    },
  };
}
