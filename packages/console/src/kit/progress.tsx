// How far something is, and how much of something is used.
// In: a value between 0 and 1, or null where it cannot be known. Out: a bar with its words.

import clsx from "clsx";
import { Progress as Radix } from "radix-ui";

export function Progress({
  value,
  label,
  isWarning = false,
}: {
  readonly value: number | null;
  readonly label: string;
  readonly isWarning?: boolean;
}) {
  const share = value === null ? null : Math.min(1, Math.max(0, value));
  return (
    <Radix.Root
      value={share === null ? null : Math.round(share * 100)}
      aria-label={label}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <Radix.Indicator
        className={clsx("h-full rounded-full transition-[width]", isWarning ? "bg-warn" : "bg-accent", share === null && "animate-pulse")}
        style={{ width: `${(share ?? 1) * 100}%` }}
      />
    </Radix.Root>
  );
}
