// Which part of a long list is shown, and the ways to the others.
// In: offset, limit, total. Out: a line with two buttons.

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./button";
import { useFormat } from "./format";

export interface PagerProps {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
}

export function Pager({ offset, limit, total, onOffset }: PagerProps) {
  const { t } = useTranslation("shell");
  const { number } = useFormat();
  if (total <= limit && offset === 0) return null;
  const last = Math.min(total, offset + limit);
  return (
    <nav aria-label={t("pager.label")} className="flex items-center justify-end gap-2 text-sm text-ink-soft">
      <span className="tabular-nums">{t("pager.range", { first: number(offset + 1), last: number(last), total: number(total) })}</span>
      <IconButton
        icon={ChevronLeft}
        label={t("pager.previous")}
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - limit))}
      />
      <IconButton icon={ChevronRight} label={t("pager.next")} disabled={last >= total} onClick={() => onOffset(offset + limit)} />
    </nav>
  );
}
