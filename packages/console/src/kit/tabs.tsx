// Tabs of a page or panel; which one is open is the caller's state, mostly in the address.
// In: the tabs and the open one. Out: a tab list and the open panel.

import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly open: Id;
  readonly onOpen: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, open, onOpen }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the open one may lie beyond the edge. Only the list moves, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is what it follows
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[data-state="active"]');
    if (list.current == null || shown == null) return;
    const { offsetLeft: left, offsetWidth: width } = shown;
    const { scrollLeft: from, clientWidth: room } = list.current;
    if (left < from || left + width > from + room) list.current.scrollLeft = left - (room - width) / 2;
  }, [open]);
  return (
    <Radix.Root value={open} onValueChange={(id) => onOpen(id as Id)} className="flex min-w-0 flex-col gap-4">
      <Radix.List ref={list} aria-label={label} className="relative flex gap-1 overflow-x-auto border-b">
        {tabs.map(({ id, label: name }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="min-w-0">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
