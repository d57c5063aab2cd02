// Names of times in the chosen language: of a bucket, and of the window around it.
// In: a zoom. Out: a function from a span to its name, in UTC as the spans are.

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Span } from "./buckets";
import type { Zoom } from "./search";

type Name = (span: Span) => string;

const UTC = { timeZone: "UTC" } as const;
const last = ({ end }: Span): Date => new Date(end.getTime() - 1);

export function useBucketName(zoom: Zoom): Name {
  const { i18n } = useTranslation("memories");
  return useMemo(() => {
    const formats: Readonly<Record<Zoom, Intl.DateTimeFormatOptions>> = {
      year: { year: "numeric" },
      month: { month: "long", year: "numeric" },
      week: { day: "numeric", month: "short" },
      day: { weekday: "short", day: "numeric", month: "short" },
    };
    const format = new Intl.DateTimeFormat(i18n.language, { ...UTC, ...formats[zoom] });
    return zoom === "week" ? (span) => format.formatRange(span.start, last(span)) : ({ start }) => format.format(start);
  }, [i18n.language, zoom]);
}

export function useWindowName(zoom: Zoom): Name {
  const { i18n } = useTranslation("memories");
  return useMemo(() => {
    const year = new Intl.DateTimeFormat(i18n.language, { ...UTC, year: "numeric" });
    const month = new Intl.DateTimeFormat(i18n.language, { ...UTC, month: "long", year: "numeric" });
    const day = new Intl.DateTimeFormat(i18n.language, { ...UTC, day: "numeric", month: "short", year: "numeric" });
    const names: Readonly<Record<Zoom, Name>> = {
      year: (span) => year.formatRange(span.start, last(span)),
      month: ({ start }) => year.format(start),
      week: (span) => day.formatRange(span.start, last(span)),
      day: ({ start }) => month.format(start),
    };
    return names[zoom];
  }, [i18n.language, zoom]);
}
