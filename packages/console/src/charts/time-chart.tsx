// Amounts over time, as stacked areas or bars, with the same numbers as a table for those who do not see it.
// In: buckets and series. Out: a chart, drawn by code that is loaded when the first chart is seen.

import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { part } from "../kit/part";
import { Skeleton } from "../kit/states";

const Drawn = part(() => import("./time-chart-drawn"), "default");

/** The palette's six series, as CSS colours. */
export const SERIES_COLORS = [1, 2, 3, 4, 5, 6].map((place) => `var(--series-${place})`);

export interface Series {
  readonly id: string;
  readonly label: string;
}

export interface Bucket {
  /** ISO 8601. */
  readonly time: string;
  readonly values: Readonly<Record<string, number>>;
}

export interface TimeChartProps {
  readonly label: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  readonly shape?: "area" | "bar" | "line";
  /** How a bucket's time is shown on the axis. */
  readonly unit: "minute" | "hour" | "day";
  readonly formatValue?: (value: number) => string;
  /** Values are whole numbers unless this is said, and so are the marks of their axis. */
  readonly hasFractions?: boolean;
}

export function TimeChart(props: TimeChartProps) {
  const { t } = useTranslation("shell");
  const format = props.formatValue ?? String;
  const isEmpty = props.buckets.every(({ values }) => Object.values(values).every((value) => value === 0));
  if (isEmpty)
    return <p className="grid h-32 place-items-center rounded-lg border border-dashed text-sm text-ink-soft">{t("chartEmpty")}</p>;
  return (
    <figure aria-label={props.label} className="min-w-0">
      <div aria-hidden className="h-56">
        <Suspense fallback={<Skeleton lines={6} />}>
          <Drawn {...props} />
        </Suspense>
      </div>
      <details className="mt-2 text-xs text-ink-soft">
        <summary>{t("asTable")}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
        <section tabIndex={0} aria-label={props.label} className="mt-1 max-h-60 overflow-auto">
          <table className="w-full text-left tabular-nums">
            <thead>
              <tr>
                <th scope="col">{t("time")}</th>
                {props.series.map(({ id, label }) => (
                  <th key={id} scope="col" className="text-right">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.buckets.map(({ time, values }) => (
                <tr key={time}>
                  <th scope="row" className="font-normal">
                    {time.replace("T", " ").slice(0, 16)}
                  </th>
                  {props.series.map(({ id }) => (
                    <td key={id} className="text-right">
                      {format(values[id] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}
