// The nodes of a graph as a list: for the keyboard, for screen readers, and where nothing can be drawn.
// In: nodes and the chosen one. Out: a list box of any length; arrow keys move, Enter opens.

import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../kit/format";
import type { GraphNode } from "./model";

const ROW_PX = 58;
const PAGE = 8;

export interface NodeListProps {
  readonly nodes: readonly GraphNode[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly className?: string;
}

export function NodeList({ nodes, chosen, onChoose, onOpen, className }: NodeListProps) {
  const { t } = useTranslation("graph");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const place = nodes.findIndex((node) => node.id === chosen);
  const rows = useVirtualizer({ count: nodes.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 6 });
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place);
  }, [place, rows]);
  const press = (event: KeyboardEvent): void => {
    const last = nodes.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + PAGE,
      PageUp: place - PAGE,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      const node = nodes[Math.max(0, Math.min(last, next))];
      if (node !== undefined) onChoose(node.id);
    } else if (event.key === "Enter" && chosen !== undefined && place >= 0) onOpen(chosen);
    else return;
    event.preventDefault();
  };
  if (nodes.length === 0) return <p className="px-3 py-6 text-center text-sm text-ink-soft">{t("noneFits")}</p>;
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={t("nodes")}
      aria-activedescendant={place < 0 ? undefined : `${id}-${place}`}
      onKeyDown={press}
      className={clsx("overflow-y-auto rounded-lg border bg-surface", className)}
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const node = nodes[index] as GraphNode;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys, as its pattern has it
            // biome-ignore lint/a11y/useFocusableInteractive: the list box keeps the focus and names its active option
            <div
              key={node.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === place}
              aria-setsize={nodes.length}
              aria-posinset={index + 1}
              onClick={() => onChoose(node.id)}
              onDoubleClick={() => onOpen(node.id)}
              className={clsx(
                "absolute inset-x-0 flex cursor-pointer flex-col justify-center gap-0.5 border-b px-3",
                index === place ? "bg-accent-soft" : "hover:bg-sunken",
              )}
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
            >
              <span className="truncate text-sm">{node.label}</span>
              <NodeFacts node={node} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const KINDS = ["world", "experience", "observation", "entity"] as const;

/** Kind and date, or mentions, in words. */
export function NodeFacts({ node }: { readonly node: GraphNode }) {
  const { t } = useTranslation("graph");
  const { day, number } = useFormat();
  const kind = KINDS.find((each) => each === node.kind);
  return (
    <span className="truncate text-xs text-ink-soft first-letter:uppercase">
      {kind === undefined ? node.kind : t(`kinds.${kind}`)}
      {node.kind === "entity" && ` · ${t("colour.mentions")}: ${number(node.weight)}`}
      {node.at !== null && ` · ${day(node.at)}`}
    </span>
  );
}
