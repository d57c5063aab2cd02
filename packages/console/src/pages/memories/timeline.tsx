// Memories by time: a window of buckets to zoom into, what lies before and after it, and what has no date.
// In: the state in the address. Out: a bar for each bucket; the memories of the one that is open beside it.

import { useQueries, useQuery } from "@tanstack/react-query";
import { CalendarOff, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { useFormat } from "../../kit/format";
import { Empty, ErrorNote, Loaded } from "../../kit/states";
import { Segments } from "../../kit/toggle";
import { Bars } from "./bars";
import { boundsOf, dayOf, type Span, windowOf } from "./buckets";
import { MemoryTable, NoMemories } from "./memory-table";
import { type Asked, countQuery, type ListItem, oneQuery } from "./queries";
import { listQuery, type MemoriesSearch, type TimeField, ZOOMS } from "./search";
import { TimelineSteps } from "./timeline-steps";
import { useBucketName } from "./use-bucket-name";
import type { PageState } from "./use-search";
import { useWide } from "./use-wide";

/** A date before all others, so that only what has a date is asked for. */
const EARLIEST = "0001-01-01T00:00:00.000Z";

/** A memory's date of that name. */
export const dateOf = (item: ListItem | null | undefined, field: TimeField): string | null => item?.[field] ?? null;

export function Timeline({ search, go }: PageState) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  const bank = useBank();
  const field = search.field ?? "mentioned_at";
  const undated: Asked = listQuery({ ...search, from: undefined, to: undefined });
  const { start_date, end_date } = listQuery(search);
  const within = { start_date: start_date ?? EARLIEST, ...(end_date === undefined ? {} : { end_date }) };
  const dated: Asked = { ...undated, time_field: field };
  const newest = useQuery(oneQuery(bank, { ...dated, ...within }));
  const [all, withDate] = useQueries({
    queries: [countQuery(bank, undated), countQuery(bank, { ...dated, start_date: EARLIEST })],
  });
  const without = all?.data === undefined || withDate?.data === undefined ? undefined : all.data - withDate.data;
  const zoom = search.zoom ?? "month";
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t("timeline.zoom")}
          value={zoom}
          choices={ZOOMS.map((value) => ({ value, label: t(`timeline.zooms.${value}`) }))}
          onChange={(value) => go({ zoom: value === "month" ? undefined : value, at: search.bucket ?? search.at, bucket: undefined })}
        />
        <span className="grow" />
        {without !== undefined && without > 0 && (
          <span className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
            <CalendarOff aria-hidden className="size-4" />
            {t("timeline.undated", { count: without, shown: number(without), field: t(`fields.${field}`) })}
          </span>
        )}
      </div>
      <Loaded query={newest} lines={10}>
        {(item) => {
          const at = search.at ?? dateOf(item, field)?.slice(0, 10);
          return at === undefined ? (
            <Empty icon={CalendarOff} title={t("timeline.none")}>
              {t("timeline.noneLead")}
            </Empty>
          ) : (
            <Shown bank={bank} at={at} dated={dated} within={within} search={search} go={go} />
          );
        }}
      </Loaded>
    </div>
  );
}

interface ShownProps {
  readonly bank: string;
  readonly at: string;
  readonly dated: Asked;
  readonly within: { readonly start_date: string; readonly end_date?: string };
  readonly search: MemoriesSearch;
  readonly go: PageState["go"];
}

function Shown({ bank, at, dated, within, search, go }: ShownProps) {
  const { t } = useTranslation("memories");
  const zoom = search.zoom ?? "month";
  const name = useBucketName(zoom);
  const window = windowOf(zoom, at);
  const asked = window.buckets.map((bucket) => ({ bucket, bounds: boundsOf(bucket, within) }));
  const counts = useQueries({
    queries: asked.map(({ bounds }) => ({ ...countQuery(bank, { ...dated, ...bounds }), enabled: bounds !== null })),
  });
  const failed = counts.find(({ error }) => error !== null);
  const open = asked.find(({ bucket }) => dayOf(bucket.start) === search.bucket);
  const listed = useRef<HTMLElement>(null);
  const isWide = useWide();
  const openId = open === undefined ? null : search.bucket;
  useEffect(() => {
    // On a narrow screen the memories are below the bars, out of sight.
    if (!isWide && openId !== null) listed.current?.scrollIntoView({ block: "nearest" });
  }, [openId, isWide]);
  const narrower = ZOOMS[ZOOMS.indexOf(zoom) + 1];
  const wider = ZOOMS[ZOOMS.indexOf(zoom) - 1];
  const zoomTo = (next: (typeof ZOOMS)[number], span: Span): void =>
    go({ zoom: next === "month" ? undefined : next, at: dayOf(span.start), bucket: undefined });
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
      <section aria-label={t("timeline.buckets")} className="flex min-w-0 flex-col gap-2 rounded-xl border bg-surface p-3">
        <TimelineSteps
          bank={bank}
          window={window}
          zoom={zoom}
          dated={dated}
          within={within}
          onGo={(day) => go({ at: day, bucket: undefined })}
        />
        {failed !== undefined && <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
        <Bars
          bars={asked.map(({ bucket, bounds }, place) => ({
            id: dayOf(bucket.start),
            label: name(bucket),
            count: bounds === null ? 0 : counts[place]?.data,
          }))}
          open={search.bucket}
          onOpen={(id) => go({ bucket: id === search.bucket ? undefined : id, at })}
        />
        <div className="flex flex-wrap justify-between gap-2">
          {wider !== undefined && (
            <Button size="sm" icon={ZoomOut} onClick={() => zoomTo(wider, open?.bucket ?? window)}>
              {t("timeline.out")}
            </Button>
          )}
          {narrower !== undefined && open !== undefined && (
            <Button size="sm" icon={ZoomIn} onClick={() => zoomTo(narrower, open.bucket)}>
              {t("timeline.into", { time: name(open.bucket) })}
            </Button>
          )}
        </div>
      </section>
      {open === undefined ? (
        <p className="py-8 text-center text-sm text-ink-soft">{t("timeline.choose")}</p>
      ) : (
        <section ref={listed} className="flex min-w-0 scroll-mt-16 flex-col gap-2">
          <h2 className="text-sm font-semibold">{t("timeline.of", { time: name(open.bucket) })}</h2>
          {open.bounds === null ? (
            <NoMemories isFiltered />
          ) : (
            <MemoryTable
              key={JSON.stringify([dated, open.bounds])}
              bank={bank}
              query={{ ...dated, ...open.bounds }}
              label={t("timeline.of", { time: name(open.bucket) })}
              openId={search.open}
              onOpen={(id) => go({ open: id })}
              empty={<NoMemories isFiltered />}
              isCompact
            />
          )}
        </section>
      )}
    </div>
  );
}
