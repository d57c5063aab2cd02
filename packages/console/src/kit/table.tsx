// A plain table for lists that fit a page; long lists are virtual-table.tsx.
// In: columns and rows. Out: a table that scrolls sideways on a narrow screen, with rows that can be opened by mouse and keyboard.

import clsx from "clsx";
import type { ReactNode } from "react";

export interface Column<Row> {
  readonly id: string;
  readonly label: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  readonly className?: string;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Makes each row a target: click, or Enter on its first cell's button. */
  readonly onOpen?: (row: Row) => void;
  readonly isChosen?: (row: Row) => boolean;
}

export function Table<Row>({ label, columns, rows, keyOf, onOpen, isChosen }: TableProps<Row>) {
  return (
    // `relative`, so that what is hidden for the eye only lies in it, and does not widen the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section tabIndex={0} aria-label={label} className="relative min-w-0 overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="border-b bg-sunken text-xs text-ink-soft">
          <tr>
            {columns.map(({ id, label: name, align, className }) => (
              <th
                key={id}
                scope="col"
                className={clsx("px-3 py-2 font-medium whitespace-nowrap", align === "right" && "text-right", className)}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            // The keyboard has the button in the first cell.
            <tr
              key={keyOf(row)}
              onClick={onOpen === undefined ? undefined : () => onOpen(row)}
              className={clsx(onOpen !== undefined && "cursor-pointer hover:bg-sunken", isChosen?.(row) === true && "bg-accent-soft")}
            >
              {columns.map(({ id, cell, align, className }, place) => (
                <td key={id} className={clsx("px-3 py-2 align-top", align === "right" && "text-right tabular-nums", className)}>
                  {place === 0 && onOpen !== undefined ? (
                    <button
                      type="button"
                      className="text-left font-medium hover:underline"
                      onClick={(event) => {
                        event.stopPropagation();
                        onOpen(row);
                      }}
                    >
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
