// Logs: lines of what went wrong or is worth knowing, each with whose it is.
// In: settings. Out: a logger that writes to standard error (standard output belongs to protocols), in text for people or JSON for machines.

import { writeSync } from "node:fs";
import { type Logger, pino } from "pino";
import type { Settings } from "../config/index.js";
import { callFields } from "./call-scope.js";
import { jsonLine, type LogRecord, textLine } from "./log-line.js";

export type LogSettings = Pick<Settings, "logLevel" | "logFormat" | "logJsonFields">;

/** Where lines go; standard error unless a test looks. */
export interface LogSink {
  write(line: string): void;
  readonly isTerminal: boolean;
}

/** Written at once: the last words of a process that ends are the ones that matter. */
const STANDARD_ERROR: LogSink = {
  write: (line) => void writeSync(2, line),
  get isTerminal() {
    return process.stderr.isTTY === true;
  },
};

/** A logger of one part of the program, whose lines bear the request, operation and trace that they belong to. */
export function createLog({ logLevel, logFormat, logJsonFields }: LogSettings, name: string, sink: LogSink = STANDARD_ERROR): Logger {
  const isColoured = logFormat === "text" && sink.isTerminal && process.env.NO_COLOR === undefined;
  const format = (record: LogRecord): string => (logFormat === "json" ? jsonLine(record, logJsonFields) : textLine(record, isColoured));
  return pino(
    { level: logLevel, name, base: {}, mixin: callFields, serializers: { err: pino.stdSerializers.errWithCause } },
    { write: (line: string) => sink.write(`${format(JSON.parse(line) as LogRecord)}\n`) },
  );
}

/** A caller's own logger, with whose line it is added. */
export function withCallFields(log: Logger): Logger {
  const { log: own } = (log as unknown as Record<symbol, Formatters>)[pino.symbols.formattersSym as symbol] ?? {};
  const formatted = own ?? ((fields: object) => fields as Record<string, unknown>);
  return log.child({}, { formatters: { log: (fields) => formatted({ ...callFields(), ...fields }) } });
}

/** How a logger was told to shape its lines; a child's shape takes the place of it. */
interface Formatters {
  readonly log?: (fields: object) => Record<string, unknown>;
}
