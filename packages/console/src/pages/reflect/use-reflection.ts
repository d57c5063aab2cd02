// One reflection at a time, from the question to the answer.
// In: a bank. Out: what is there so far, a way to ask and a way to stop; leaving the page stops it.

import type { api } from "@hindsight-memory/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/error";
import { askStreamed, type Step } from "./events";
import { type ReflectSettings, requestOf } from "./settings";

export interface Reflection {
  /** The question that was asked; the field may hold another by now. */
  readonly query: string;
  readonly steps: readonly Step[];
  readonly reply: api.ReflectResponse | null;
  readonly error: unknown;
  readonly isRunning: boolean;
  readonly isStopped: boolean;
  /** From the question to the answer as seen from here. */
  readonly durationMs: number;
}

const NEW = { steps: [], reply: null, error: null, isRunning: true, isStopped: false, durationMs: 0 } as const;

export function useReflection(bank: string) {
  const [reflection, setReflection] = useState<Reflection | null>(null);
  const running = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another bank ends what was asked of the one before
  useEffect(() => {
    setReflection(null);
    return () => running.current?.abort();
  }, [bank]);
  const ask = useCallback(
    (query: string, settings: ReflectSettings): void => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const started = performance.now();
      setReflection({ ...NEW, query });
      const change = (changes: (before: Reflection) => Partial<Reflection>): void => {
        if (running.current === controller) setReflection((before) => (before === null ? null : { ...before, ...changes(before) }));
      };
      const end = (changes: Partial<Reflection>): void =>
        change(() => ({ ...changes, isRunning: false, durationMs: performance.now() - started }));
      askStreamed(bank, requestOf(query, settings), controller.signal, (step) => change(({ steps }) => ({ steps: [...steps, step] }))).then(
        (reply) => end({ reply }),
        (error: unknown) => end(error instanceof ApiError && error.isAbort ? { isStopped: true } : { error }),
      );
    },
    [bank],
  );
  return { reflection, ask, stop: () => running.current?.abort() };
}
