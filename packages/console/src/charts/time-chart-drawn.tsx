// The part of time-chart.tsx that is loaded later: Recharts.
// In: buckets and series. Out: an SVG as wide as its place.

import { useTranslation } from "react-i18next";
import { Area, Bar, CartesianGrid, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { SERIES_COLORS, type TimeChartProps } from "./time-chart";

const UNITS = {
  minute: { hour: "2-digit", minute: "2-digit" },
  hour: { weekday: "short", hour: "2-digit" },
  day: { day: "numeric", month: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export default function TimeChartDrawn({
  buckets,
  series,
  shape = "area",
  unit,
  formatValue = String,
  hasFractions = false,
}: TimeChartProps) {
  const { i18n } = useTranslation("shell");
  const axis = new Intl.DateTimeFormat(i18n.language, UNITS[unit]);
  const full = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", ...(unit === "day" ? {} : { timeStyle: "short" }) });
  const rows = buckets.map(({ time, values }) => ({ time, ...values }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: -8 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="time"
          tickFormatter={(time: string) => axis.format(new Date(time))}
          tick={{ fill: "var(--ink-faint)", fontSize: 11 }}
          stroke="var(--line)"
          minTickGap={24}
        />
        <YAxis
          tickFormatter={formatValue}
          tick={{ fill: "var(--ink-faint)", fontSize: 11 }}
          stroke="transparent"
          allowDecimals={hasFractions}
          width={hasFractions ? 64 : 52}
        />
        <Tooltip
          labelFormatter={(time) => full.format(new Date(String(time)))}
          formatter={(value) => formatValue(Number(value))}
          contentStyle={{ background: "var(--raised)", border: "1px solid var(--line)", borderRadius: 8, fontSize: 12 }}
          labelStyle={{ color: "var(--ink)" }}
          cursor={{ fill: "var(--sunken)", stroke: "var(--line-strong)" }}
        />
        {series.length > 1 && <Legend wrapperStyle={{ fontSize: 12 }} itemSorter={null} />}
        {series.map(({ id, label }, place) => {
          const color = SERIES_COLORS[place % SERIES_COLORS.length] as string;
          const common = { dataKey: id, name: label, isAnimationActive: false } as const;
          if (shape === "bar") return <Bar key={id} {...common} stackId="all" fill={color} />;
          if (shape === "line") return <Line key={id} {...common} stroke={color} strokeWidth={2} dot={false} />;
          return <Area key={id} {...common} type="monotone" stackId="all" stroke={color} fill={color} fillOpacity={0.25} />;
        })}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
