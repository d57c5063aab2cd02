// The ways out of the timeline's window: to the nearest memory before it and after it, with how many there are.
// In: the window and the filters. Out: two buttons with the window's name between them.

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { useFormat } from "../../kit/format";
import { useErrorToast } from "../../kit/toast";
import { type Bounds, boundsOf, dayOf, type Window } from "./buckets";
import { type Asked, countQuery, oneQuery } from "./queries";
import type { Zoom } from "./search";
import { dateOf } from "./timeline";
import { useWindowName } from "./use-bucket-name";

export interface TimelineStepsProps {
  readonly bank: string;
  readonly window: Window;
  readonly zoom: Zoom;
  readonly dated: Asked;
  readonly within: Bounds;
  readonly onGo: (day: string) => void;
}

export function TimelineSteps({ bank, window, zoom, dated, within, onGo }: TimelineStepsProps) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  const name = useWindowName(zoom);
  const onError = useErrorToast();
  const before = boundsOf({ end: window.start }, within);
  const after = boundsOf({ start: window.end }, within);
  const earlier = useQuery({ ...countQuery(bank, { ...dated, ...before }), enabled: before !== null });
  const later = useQuery({ ...countQuery(bank, { ...dated, ...after }), enabled: after !== null });
  const [earlierCount, laterCount] = [before === null ? 0 : (earlier.data ?? 0), after === null ? 0 : (later.data ?? 0)];
  /** Past windows without memories at once: to where the next one is. */
  const jump = (bounds: Bounds | null, offset: number, beside: Date): void => {
    const field = dated.time_field ?? "mentioned_at";
    queries
      .fetchQuery(oneQuery(bank, { ...dated, ...bounds }, offset))
      .then((item) => onGo(field === "created_at" ? dayOf(beside) : (dateOf(item, field)?.slice(0, 10) ?? dayOf(beside))))
      .catch(onError);
  };
  return (
    <div className="flex items-center gap-2">
      <Button
        size="sm"
        variant="ghost"
        icon={ChevronLeft}
        disabled={earlierCount === 0}
        onClick={() => jump(before, 0, new Date(window.start.getTime() - 1))}
      >
        {t("timeline.earlier", { shown: number(earlierCount) })}
      </Button>
      <h2 className="grow text-center text-sm font-semibold">{name(window)}</h2>
      <Button size="sm" variant="ghost" disabled={laterCount === 0} onClick={() => jump(after, Math.max(0, laterCount - 1), window.end)}>
        {t("timeline.later", { shown: number(laterCount) })}
        <ChevronRight aria-hidden className="size-3.5" />
      </Button>
    </div>
  );
}
