// What goes wrong with the memory, told to the program and never to the caller of the model.
// In: a report. Out: the program's `onError`, or a warning of the process.

import type { Turn } from "./turns.js";

export interface MemoryReport {
  readonly stage: "settings" | "recall" | "reflect" | "retain";
  readonly bankId: string | null;
  /** `skipped`: the call went on without memory. `retrying`: what was to be retained is kept and sent again. `lost`: it is not. */
  readonly outcome: "skipped" | "retrying" | "lost";
  readonly message: string;
  readonly error: unknown;
  /** What was to be retained. */
  readonly turns?: readonly Turn[];
}

export type Report = (report: MemoryReport) => void;

/** Reports to `onError`; without one, as warnings of the process, each text once a minute. An `onError` that throws is told as a warning itself. */
export function reporter(onError: Report | undefined): Report {
  const toldAt = new Map<string, number>();
  const warn = (message: string): void => {
    const now = Date.now();
    if (now - (toldAt.get(message) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    if (toldAt.size > 100) toldAt.clear();
    toldAt.set(message, now);
    globalThis.process?.emitWarning?.(message, { code: "HINDSIGHT_MEMORY" });
  };
  return (report) => {
    if (onError === undefined) return warn(`${report.stage} (${report.outcome}): ${report.message}`);
    try {
      onError(report);
    } catch (error) {
      warn(`onError threw: ${messageOf(error)}`);
    }
  };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The HTTP status that an error carries, of the client (`statusCode`) or of the engine (`status`). */
export function statusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null) return null;
  const { statusCode, status } = error as { readonly statusCode?: unknown; readonly status?: unknown };
  return typeof statusCode === "number" ? statusCode : typeof status === "number" ? status : null;
}
