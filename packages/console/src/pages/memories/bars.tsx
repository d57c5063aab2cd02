// Amounts as a list of bars that can be opened.
// In: a name and a number for each. Out: buttons, each with its words and its number beside the bar.

import clsx from "clsx";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format";

export interface BarsProps {
  readonly bars: readonly { readonly id: string; readonly label: string; readonly count: number | undefined }[];
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function Bars({ bars, open, onOpen }: BarsProps) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  const most = Math.max(1, ...bars.map(({ count = 0 }) => count));
  return (
    <ul className="flex flex-col">
      {bars.map(({ id, label, count }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === open}
            onClick={() => onOpen(id)}
            className={clsx(
              "grid w-full grid-cols-[8.5rem_minmax(0,1fr)_auto] items-center gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-sunken",
              id === open && "bg-accent-soft font-medium",
            )}
          >
            <span className="truncate">{label}</span>
            <span className="h-3 min-w-0 rounded-sm bg-sunken">
              {count !== undefined && count > 0 && (
                <span className="block h-3 rounded-sm bg-series-1" style={{ width: `max(2px, ${(count / most) * 100}%)` }} />
              )}
            </span>
            <span className={clsx("min-w-8 text-right text-xs tabular-nums", count === 0 ? "text-ink-faint" : "text-ink")}>
              <span aria-hidden>{count === undefined ? "…" : number(count)}</span>
              {count !== undefined && <span className="sr-only">{t("count", { count, shown: number(count) })}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
