// One row of the table of memories; a placeholder while its page is on the way.
// In: a memory and its place. Out: a row of a grid, beside each other on a wide screen and below each other on a narrow one.

import clsx from "clsx";
import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { When } from "../../kit/format";
import { GridPart } from "./grid-part";
import { KindBadge, Marks } from "./marks";
import type { ListItem } from "./queries";

export const WIDE = "grid grid-cols-[1.25rem_minmax(0,3fr)_8rem_minmax(0,1fr)_minmax(0,1.1fr)_6.5rem_6.5rem]";
const NARROW = "grid grid-cols-[1.25rem_minmax(0,1fr)_auto]";
/** Where nothing can be ticked. */
const PLAIN = "grid grid-cols-[minmax(0,1fr)_auto]";

export interface MemoryRowProps {
  readonly place: number;
  readonly top: number;
  readonly height: number;
  readonly memory: ListItem | undefined;
  /** All columns beside each other. */
  readonly isWide: boolean;
  readonly isOpen: boolean;
  /** Absent where nothing can be ticked. */
  readonly isChosen?: boolean;
  /** The one row that Tab stops at. */
  readonly isStop: boolean;
  /** The keyboard came here: its row takes the focus once it is drawn. */
  readonly isFocused: boolean;
  readonly onOpen: (id: string) => void;
  readonly onTick: (place: number, isOn: boolean, isRange: boolean) => void;
  readonly onFocus: (place: number) => void;
}

export const MemoryRow = memo(function MemoryRow(props: MemoryRowProps) {
  const { place, top, height, memory, isWide, isOpen, isChosen, isStop, isFocused, onOpen, onTick, onFocus } = props;
  const { t } = useTranslation("memories");
  const button = useRef<HTMLButtonElement>(null);
  const isThere = memory !== undefined;
  useEffect(() => {
    if (isFocused && isThere) button.current?.focus({ preventScroll: true });
  }, [isFocused, isThere]);
  return (
    // The keyboard's ways are those of the grid around it; a click anywhere in the row is a convenience.
    <GridPart
      part="row"
      aria-rowindex={place + 2}
      aria-selected={isChosen}
      onClick={() => memory !== undefined && onOpen(memory.id)}
      style={{ height, transform: `translateY(${top}px)` }}
      className={clsx(
        "absolute inset-x-0 top-0 cursor-pointer content-center items-center gap-x-3 gap-y-0.5 border-b px-3 text-sm hover:bg-sunken",
        isWide ? WIDE : isChosen === undefined ? PLAIN : NARROW,
        (isOpen || isChosen === true) && "bg-accent-soft",
      )}
    >
      {(isWide || isChosen !== undefined) && (
        <GridPart part="gridcell" className={isWide ? "" : "row-span-2"}>
          {isThere && (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isChosen === true}
              aria-label={t("table.tick", { text: memory.text ?? "" })}
              onClick={(event) => {
                event.stopPropagation();
                onTick(place, isChosen !== true, event.shiftKey);
              }}
              onChange={() => {}}
              className="size-4.5 accent-accent"
            />
          )}
        </GridPart>
      )}
      <GridPart part="gridcell" className={isWide ? "" : "col-span-2"}>
        {isThere ? (
          <button
            ref={button}
            type="button"
            tabIndex={isStop ? 0 : -1}
            onFocus={() => onFocus(place)}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(memory.id);
            }}
            className="line-clamp-2 text-left break-words hover:underline"
          >
            {memory.text}
          </button>
        ) : (
          <div className="h-4 w-2/3 animate-pulse rounded bg-line" />
        )}
      </GridPart>
      <GridPart part="gridcell" className={clsx("flex min-w-0 items-center gap-1 overflow-hidden", isWide && "flex-wrap")}>
        {isThere && (
          <>
            <KindBadge kind={memory.fact_type} />
            {memory.fact_type === "observation" && (
              <span className="text-xs whitespace-nowrap text-ink-soft">{t("table.sources", { count: memory.proof_count ?? 1 })}</span>
            )}
            <Marks memory={memory} />
          </>
        )}
      </GridPart>
      {isWide && <Names text={memory?.entities ?? ""} />}
      {isWide && <Names className="font-mono text-xs" text={(memory?.tags ?? []).join(", ")} />}
      <GridPart part="gridcell" className="text-xs text-ink-soft">
        {isThere && <When at={memory.mentioned_at} />}
      </GridPart>
      {isWide && (
        <GridPart part="gridcell" className="text-xs text-ink-soft">
          {isThere && <When at={memory.occurred_start} />}
        </GridPart>
      )}
    </GridPart>
  );
});

const Names = ({ text, className }: { readonly text: string; readonly className?: string }) => (
  <GridPart part="gridcell" className={clsx("truncate text-ink-soft", className)} title={text}>
    {text}
  </GridPart>
);
