// One folder or page of the tree.
// In: the node. Out: a line with a handle to drag it by, its name, its freshness and a menu that does everything without dragging.

import { useDraggable, useDroppable } from "@dnd-kit/core";
import clsx from "clsx";
import {
  ChevronDown,
  ChevronRight,
  Ellipsis,
  FilePlus2,
  FileText,
  FolderInput,
  FolderPlus,
  GripVertical,
  LayoutTemplate,
  Pencil,
  Trash2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/button";
import { Menu, MenuItem, MenuLine } from "../../kit/menu";
import { Freshness } from "./freshness";
import type { Asked } from "./node-dialogs";
import type { Node } from "./queries";

export interface TreeRowProps {
  readonly node: Node;
  readonly isOpen: boolean;
  readonly isClosed: boolean;
  /** What is dragged now may be dropped here. */
  readonly isTarget: boolean;
  readonly isGenerating: boolean;
  readonly onOpen: () => void;
  readonly onAsk: (asked: Asked) => void;
}

export function TreeRow({ node, isOpen, isClosed, isTarget, isGenerating, onOpen, onAsk }: TreeRowProps) {
  const { t } = useTranslation("knowledge");
  const isFolder = node.kind === "folder";
  const drag = useDraggable({ id: node.id });
  const drop = useDroppable({ id: node.id, disabled: !isFolder || !isTarget });
  const Icon = isFolder ? (isClosed ? ChevronRight : ChevronDown) : FileText;
  return (
    <div
      ref={drop.setNodeRef}
      className={clsx(
        "group flex min-w-0 items-center gap-0.5 rounded-md pr-0.5",
        isOpen ? "bg-accent-soft" : "hover:bg-sunken",
        drop.isOver && "bg-accent-soft outline-2 outline-accent outline-dashed",
        drag.isDragging && "opacity-50",
      )}
    >
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.attributes}
        {...drag.listeners}
        aria-label={t("pages.drag", { name: node.name })}
        className="grid h-7 w-5 shrink-0 cursor-grab touch-none place-items-center rounded text-ink-faint opacity-0 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
      >
        <GripVertical aria-hidden className="size-3.5" />
      </button>
      <button
        type="button"
        onClick={onOpen}
        {...(isFolder ? { "aria-expanded": !isClosed } : { "aria-current": isOpen ? ("page" as const) : undefined })}
        className="flex min-w-0 grow items-center gap-1.5 rounded py-1 text-left text-sm"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <span className={clsx("truncate", (isFolder || isOpen) && "font-medium")} title={node.name}>
          {node.name}
        </span>
      </button>
      {!isFolder && <Freshness isStale={node.is_stale} isGenerating={isGenerating} failedAt={node.last_refresh_failed_at} />}
      <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t("actionsFor", { name: node.name })} />}>
        {isFolder && (
          <>
            <MenuItem icon={FilePlus2} onSelect={() => onAsk({ kind: "page", parent: node.id })}>
              {t("pages.newHere")}
            </MenuItem>
            <MenuItem icon={FolderPlus} onSelect={() => onAsk({ kind: "folder", parent: node.id })}>
              {t("pages.newFolderHere")}
            </MenuItem>
            <MenuItem icon={LayoutTemplate} onSelect={() => onAsk({ kind: "templates", parent: node.id })}>
              {t("pages.fromTemplate")}
            </MenuItem>
            <MenuLine />
          </>
        )}
        <NodeItems node={node} onAsk={onAsk} />
      </Menu>
    </div>
  );
}

/** What can be done to a node, in the menu of its line and of its text. */
export function NodeItems({ node, onAsk }: { readonly node: Node; readonly onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const isFolder = node.kind === "folder";
  return (
    <>
      <MenuItem icon={Pencil} onSelect={() => onAsk({ kind: isFolder ? "rename" : "edit", node })}>
        {isFolder ? t("pages.rename") : shell("edit")}
      </MenuItem>
      <MenuItem icon={FolderInput} onSelect={() => onAsk({ kind: "move", node })}>
        {t("pages.move")}
      </MenuItem>
      <MenuItem icon={Trash2} isDanger onSelect={() => onAsk({ kind: "delete", node })}>
        {shell("delete")}
      </MenuItem>
    </>
  );
}
