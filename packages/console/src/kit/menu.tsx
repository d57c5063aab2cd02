// A menu behind a button.
// In: the button and the items. Out: a menu that the keyboard moves through.

import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export function Menu({
  trigger,
  children,
  align = "end",
}: {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
}) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-lg border bg-raised p-1 text-sm shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  readonly children: ReactNode;
  readonly isDanger?: boolean;
  readonly isChosen?: boolean;
  readonly disabled?: boolean;
}

export function MenuItem({ icon: Icon, onSelect, children, isDanger = false, isChosen = false, disabled = false }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabled}
      className={clsx(
        "flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 outline-none data-[highlighted]:bg-sunken data-[disabled]:opacity-50",
        isDanger ? "text-danger" : "text-ink",
        isChosen && "font-semibold text-accent-ink",
      )}
    >
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </DropdownMenu.Item>
  );
}

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;
export const MenuLabel = ({ children }: { readonly children: ReactNode }) => (
  <DropdownMenu.Label className="px-2.5 py-1 text-xs text-ink-faint">{children}</DropdownMenu.Label>
);
