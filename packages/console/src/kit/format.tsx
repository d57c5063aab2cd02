// Numbers, sizes and moments as the chosen language writes them.
// In: values of the API. Out: text; a moment is relative, with the exact one on hover.

import { useTranslation } from "react-i18next";

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

type Formats = ReturnType<typeof formatsOf>;

/** By language: making formatters costs more than drawing a row of a long list. */
const made = new Map<string, Formats>();

/** Formatters of the chosen language. */
export function useFormat(): Formats {
  const { language } = useTranslation("shell").i18n;
  const formats = made.get(language) ?? formatsOf(language);
  made.set(language, formats);
  return formats;
}

function formatsOf(language: string) {
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return {
    number: (value: number) => number.format(value),
    compact: (value: number) => compact.format(value),
    percent: (value: number) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(value),
    dollars: (value: number) =>
      new Intl.NumberFormat(language, { style: "currency", currency: "USD", maximumFractionDigits: value < 1 ? 4 : 2 }).format(value),
    bytes: (value: number) => sized(value, compact),
    moment: (iso: string) => moment.format(new Date(iso)),
    day: (iso: string) => day.format(new Date(iso)),
    ago: (iso: string) => {
      const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
      const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? (["second", 1] as const);
      return relative.format(Math.round(seconds / size), unit);
    },
    /** 1,240 ms or 3.2 s. */
    duration: (ms: number) =>
      ms < 1000
        ? `${number.format(Math.round(ms))} ms`
        : `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ms / 1000)} s`,
  };
}

const sized = (bytes: number, format: Intl.NumberFormat): string => {
  const power = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${format.format(bytes / 1024 ** power)} ${["B", "KB", "MB", "GB"][power]}`;
};

/** "3 hours ago", with the moment itself on hover; a dash where there is none. */
export function When({ at }: { readonly at: string | null | undefined }) {
  const { ago, moment } = useFormat();
  if (at == null || Number.isNaN(Date.parse(at))) return <span className="text-ink-faint">–</span>;
  return (
    <time dateTime={at} title={moment(at)} className="whitespace-nowrap">
      {ago(at)}
    </time>
  );
}
