// Memories as a table that may be very long: only the rows in view are drawn, and pages are fetched as they come into view.
// In: filters. Out: a grid; arrows, Page and Home / End move, Enter opens, Space ticks, Shift ticks as far as here.

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { BrainCircuit } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty, ErrorNote, Skeleton } from "../../kit/states";
import { GridPart } from "./grid-part";
import { MemoryRow, WIDE } from "./memory-row";
import type { Asked, ListItem } from "./queries";
import { MOST_SELECTED, type Selection } from "./selection";
import { useRows } from "./use-rows";
import { useWide } from "./use-wide";

/** Heights of a row in px: two lines of text, and on a narrow screen the marks below them. */
const ROW_WIDE = 56;
const ROW_NARROW = 80;
const OVERSCAN = 12;
const JUMP = 10;
/** How many rows are asked for before it is known where the person looks. */
const FIRST_SIGHT = 30;

export interface MemoryTableProps {
  readonly bank: string;
  readonly query: Asked;
  readonly label: string;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly selection?: Selection;
  /** Above the rows, told how many there are. */
  readonly header?: (total: number) => ReactNode;
  /** In place of the rows where there is none. */
  readonly empty: ReactNode;
  /** Beside something else: laid out as on a narrow screen. */
  readonly isCompact?: boolean;
}

export function MemoryTable({ bank, query, label, openId, onOpen, selection, header, empty, isCompact = false }: MemoryTableProps) {
  const { t } = useTranslation("memories");
  const isWide = useWide() && !isCompact;
  const height = isWide ? ROW_WIDE : ROW_NARROW;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [stopAt, setStop] = useState(0);
  const [isByKey, setByKey] = useState(false);
  const anchor = useRef(0);
  const [seen, setSeen] = useState<readonly [number, number]>([0, FIRST_SIGHT]);
  const rows = useRows(bank, query, seen[0], seen[1]);
  const total = rows.total ?? 0;
  const stop = Math.max(0, Math.min(stopAt, total - 1));
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: useCallback(() => height, [height]),
    overscan: OVERSCAN,
    // The row that Tab stops at stays drawn, so that the focus is never lost.
    rangeExtractor: useCallback(
      (range: Range) => {
        const all = defaultRangeExtractor(range);
        return all.includes(stop) || stop >= range.count ? all : [...all, stop].sort((one, other) => one - other);
      },
      [stop],
    ),
    onChange: ({ range }) => {
      if (range === null) return;
      const [first, last] = [Math.max(0, range.startIndex - OVERSCAN), range.endIndex + OVERSCAN];
      setSeen((now) => (now[0] === first && now[1] === last ? now : [first, last]));
    },
  });
  const rowAt = useRef(rows.rowAt);
  rowAt.current = rows.rowAt;
  const toggle = selection?.toggle;
  const tick = useCallback(
    (place: number, isOn: boolean, isRange: boolean): void => {
      const [from, to] = isRange ? [Math.min(anchor.current, place), Math.max(anchor.current, place)] : [place, place];
      const items: ListItem[] = [];
      for (let each = from; each <= to && items.length < MOST_SELECTED; each++) {
        const item = rowAt.current(each);
        if (item !== undefined) items.push(item);
      }
      anchor.current = place;
      toggle?.(items, isOn);
    },
    [toggle],
  );
  const focus = useCallback((place: number) => {
    setByKey(false);
    setStop(place);
  }, []);
  const go = (place: number): void => {
    const next = Math.min(total - 1, Math.max(0, place));
    setStop(next);
    setByKey(true);
    virtual.scrollToIndex(next, { align: "auto" });
  };
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: stop + 1,
      ArrowUp: stop - 1,
      PageDown: stop + JUMP,
      PageUp: stop - JUMP,
      Home: 0,
      End: total - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) go(next);
    else if (event.key === " " && selection !== undefined) {
      const item = rows.rowAt(stop);
      if (item !== undefined) tick(stop, !selection.chosen.has(item.id), event.shiftKey);
    } else return;
    event.preventDefault();
  };
  if (rows.total === undefined)
    return rows.error === null ? <Skeleton lines={10} /> : <ErrorNote error={rows.error} onRetry={rows.retry} />;
  if (rows.total === 0) return empty;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {header?.(total)}
      {rows.error !== null && <ErrorNote error={rows.error} onRetry={rows.retry} />}
      <GridPart
        part="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable={selection !== undefined}
        onKeyDown={press}
        className="min-w-0 overflow-hidden rounded-lg border bg-surface"
      >
        <GridPart
          part="row"
          aria-rowindex={1}
          className={clsx(
            "gap-x-3 overflow-hidden border-b bg-sunken px-3 py-2 text-xs font-medium text-ink-soft [scrollbar-gutter:stable]",
            isWide ? WIDE : "sr-only",
          )}
        >
          <GridPart part="columnheader">
            <span className="sr-only">{t("table.ticked")}</span>
          </GridPart>
          {(["text", "kind", "entities", "tags", "mentioned", "occurred"] as const).map((name) => (
            <GridPart key={name} part="columnheader">
              {t(`table.${name}`)}
            </GridPart>
          ))}
        </GridPart>
        <GridPart ref={setScroller} part="presentation" className="h-[62dvh] min-h-72 overflow-y-auto [scrollbar-gutter:stable]">
          <GridPart part="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start, size }) => {
              const memory = rows.rowAt(index);
              return (
                <MemoryRow
                  key={index}
                  place={index}
                  top={start}
                  height={size}
                  memory={memory}
                  isWide={isWide}
                  isOpen={memory !== undefined && memory.id === openId}
                  {...(selection === undefined ? {} : { isChosen: memory !== undefined && selection.chosen.has(memory.id) })}
                  isStop={index === stop}
                  isFocused={isByKey && index === stop}
                  onOpen={onOpen}
                  onTick={tick}
                  onFocus={focus}
                />
              );
            })}
          </GridPart>
        </GridPart>
      </GridPart>
      {isWide && <p className="text-xs text-ink-faint">{t("table.keys")}</p>}
    </div>
  );
}

/** The state of a list without rows. */
export function NoMemories({ isFiltered, action }: { readonly isFiltered: boolean; readonly action?: ReactNode }) {
  const { t } = useTranslation("memories");
  return (
    <Empty icon={BrainCircuit} title={t(isFiltered ? "none.fits" : "none.title")} action={action}>
      {t(isFiltered ? "none.fitsLead" : "none.lead")}
    </Empty>
  );
}
