// The tree of folders and pages: to open, to close, to drag.
// In: the roots and the open page. Out: nested lists; a node goes into the folder it is dropped on, or to the top.

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  type Over,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import clsx from "clsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Asked } from "./node-dialogs";
import { useChangeNode } from "./node-writes";
import type { Node } from "./queries";
import { find, mayMove } from "./tree-model";
import { TreeRow } from "./tree-row";

export interface TreeProps {
  readonly bank: string;
  readonly roots: readonly Node[];
  readonly open: string | undefined;
  readonly refreshing: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly onAsk: (asked: Asked) => void;
}

/** The place that stands for the top of the tree; ids of nodes begin with a letter. */
const TOP = "/";
const idOf = (over: Over | null): string | null => (over === null || over.id === TOP ? null : String(over.id));
/** A drag that is shorter, in px, is a click. */
const CLICK_PX = 5;

export function Tree({ bank, roots, open, refreshing, onOpen, onAsk }: TreeProps) {
  const { t } = useTranslation("knowledge");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [dragged, setDragged] = useState<Node | null>(null);
  const change = useChangeNode(bank);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: CLICK_PX } }), useSensor(KeyboardSensor));
  const nameOf = (id: unknown): string => find(roots, String(id))?.name ?? t("pages.top");
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("pages.lifted", { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over === null
        ? t("pages.overNothing", { name: nameOf(active.id) })
        : t("pages.over", { name: nameOf(active.id), folder: nameOf(over.id) }),
    onDragEnd: ({ active, over }) =>
      over === null
        ? t("pages.cancelled", { name: nameOf(active.id) })
        : t("pages.dropped", { name: nameOf(active.id), folder: nameOf(over.id) }),
    onDragCancel: ({ active }) => t("pages.cancelled", { name: nameOf(active.id) }),
  };
  const drop = ({ over }: DragEndEvent): void => {
    const node = dragged;
    setDragged(null);
    if (node === null || over === null) return;
    const target = idOf(over);
    if (mayMove(node, target)) change.mutate({ node, changes: { parent_id: target } });
  };
  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const list = (nodes: readonly Node[], depth: number) => (
    <ul {...(depth === 0 ? { "aria-label": t("pages.tree") } : {})} className={clsx(depth > 0 && "ml-4 border-l pl-1")}>
      {nodes.map((node) => {
        const isClosed = closed.has(node.id);
        return (
          <li key={node.id}>
            <TreeRow
              node={node}
              isOpen={node.id === open}
              isClosed={isClosed}
              isTarget={dragged !== null && mayMove(dragged, node.id)}
              isGenerating={refreshing.has(node.mental_model_id ?? "")}
              onOpen={() => (node.kind === "folder" ? toggle(node.id) : onOpen(node.id))}
              onAsk={onAsk}
            />
            {!isClosed && (node.children ?? []).length > 0 && list(node.children ?? [], depth + 1)}
          </li>
        );
      })}
    </ul>
  );
  return (
    <DndContext
      sensors={sensors}
      // The pointer says where it is; the keyboard has none.
      collisionDetection={(place) => (place.pointerCoordinates === null ? closestCenter(place) : pointerWithin(place))}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("pages.dragHelp") } }}
      onDragStart={({ active }) => setDragged(find(roots, String(active.id)) ?? null)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      {list(roots, 0)}
      <Top isShown={dragged !== null && mayMove(dragged, null)} />
      <DragOverlay dropAnimation={null}>
        {dragged !== null && (
          <span className="inline-block max-w-60 truncate rounded-md border bg-raised px-3 py-1.5 text-sm shadow-lg">{dragged.name}</span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

function Top({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation("knowledge");
  const { setNodeRef, isOver } = useDroppable({ id: TOP, disabled: !isShown });
  return (
    <div
      ref={setNodeRef}
      className={clsx(
        "mt-1 rounded-md border border-dashed px-3 py-2 text-center text-xs text-ink-soft",
        !isShown && "invisible",
        isOver && "border-accent bg-accent-soft text-accent-ink",
      )}
    >
      {t("pages.top")}
    </div>
  );
}
