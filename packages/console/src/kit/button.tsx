// Buttons: four ranks, two sizes, an icon, and a busy state.
// In: what they say and do. Out: a button element, with its label for screen readers where only an icon is shown.

import clsx from "clsx";
import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Tip } from "./tooltip";

type Rank = "primary" | "secondary" | "ghost" | "danger";

const RANKS: Readonly<Record<Rank, string>> = {
  primary: "bg-accent text-on-accent hover:brightness-110",
  secondary: "border bg-surface text-ink hover:bg-sunken",
  ghost: "text-ink-soft hover:bg-sunken hover:text-ink",
  danger: "bg-danger text-on-danger hover:brightness-110",
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: Rank;
  readonly size?: "sm" | "md";
  readonly icon?: LucideIcon;
  /** Shows that it works, and takes no second press. */
  readonly isBusy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = "secondary",
  size = "md",
  icon: Icon,
  isBusy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const Shown = isBusy ? LoaderCircle : Icon;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={clsx(
        "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:opacity-50",
        size === "md" ? "h-9 px-3.5 text-sm" : "h-7 px-2 text-xs",
        RANKS[variant],
        className,
      )}
    >
      {Shown !== undefined && <Shown aria-hidden className={clsx(size === "md" ? "size-4" : "size-3.5", isBusy && "animate-spin")} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  readonly icon: LucideIcon;
  /** What it does; shown on hover, read by screen readers. */
  readonly label: string;
}

export function IconButton({ icon: Icon, label, variant = "ghost", size = "md", isBusy = false, className, ...rest }: IconButtonProps) {
  const Shown = isBusy ? LoaderCircle : Icon;
  return (
    <Tip text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={clsx(
          "inline-grid shrink-0 place-items-center rounded-md transition-colors disabled:opacity-50",
          size === "md" ? "size-9" : "size-7",
          RANKS[variant],
          className,
        )}
      >
        <Shown aria-hidden className={clsx("size-4", isBusy && "animate-spin")} />
      </button>
    </Tip>
  );
}
