/** One line of a log, from pino's record of it: for people, or for machines by the contract's keys (ops.md §8). */

export interface LogRecord {
  readonly level: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly name?: string;
  readonly msg?: string;
  readonly err?: LoggedError;
  readonly [field: string]: unknown;
}

interface LoggedError {
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** The contract's severities, by pino's numbers of levels. */
const SEVERITIES: readonly (readonly [number, string])[] = [
  [60, "CRITICAL"],
  [50, "ERROR"],
  [40, "WARNING"],
  [30, "INFO"],
  [20, "DEBUG"],
  [0, "TRACE"],
];
const COLOURS: Readonly<Record<string, number>> = { CRITICAL: 31, ERROR: 31, WARNING: 33, INFO: 32, DEBUG: 36, TRACE: 90 };
const GREY = 90;

/** `severity`, `message`, `timestamp`, `logger`, then the line's own fields; `exception` is a stack. With `only`, those keys alone. */
export function jsonLine({ level, time, name, msg, err, ...fields }: LogRecord, only: readonly string[]): string {
  const line: Readonly<Record<string, unknown>> = {
    severity: severityOf(level),
    message: msg ?? "",
    timestamp: new Date(time).toISOString(),
    logger: name ?? "",
    ...fields,
    ...(err !== undefined && { exception: stackOf(err) }),
  };
  return JSON.stringify(only.length === 0 ? line : Object.fromEntries(only.flatMap((key) => (key in line ? [[key, line[key]]] : []))));
}

/** `2026-06-15T12:00:00.000Z WARNING engine: what happened  key=value`, with a stack below it; on a terminal in colours, with the time of day alone. */
export function textLine({ level, time, name, msg, err, ...fields }: LogRecord, isColoured: boolean): string {
  const paint = (colour: number | undefined, text: string): string =>
    isColoured && colour !== undefined ? `\u001b[${colour}m${text}\u001b[0m` : text;
  const severity = severityOf(level);
  const at = new Date(time).toISOString();
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${shown(value)}`);
  const head = [
    paint(GREY, isColoured ? at.slice(11, 23) : at),
    paint(COLOURS[severity], severity),
    `${name === undefined ? "" : `${name}: `}${oneLine(msg ?? "")}`,
    ...(pairs.length === 0 ? [] : [paint(GREY, pairs.join(" "))]),
  ].join(" ");
  return err === undefined ? head : `${head}\n${paint(GREY, indented(stackOf(err)))}`;
}

function severityOf(level: number): string {
  return SEVERITIES.find(([least]) => level >= least)?.[1] ?? "TRACE";
}

function stackOf({ stack, type, message, cause }: LoggedError): string {
  const own = stack ?? `${type ?? "Error"}: ${message ?? ""}`;
  return cause === undefined ? own : `${own}\nCaused by: ${stackOf(cause)}`;
}

/** A value without blanks and quotes as it is, any other as JSON. */
function shown(value: unknown): string {
  return typeof value === "string" && /^[^\s"'=\\]+$/.test(value) ? value : (JSON.stringify(value) ?? "");
}

/** What a caller chose cannot begin a line of its own. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}
