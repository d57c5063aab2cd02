// The steps of a reflection as they come.
// In: tool calls and what they found. Out: a list that screen readers follow.

import { CircleCheck, CircleStop, LoaderCircle, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format";
import { ErrorNote } from "../../kit/states";
import type { Step } from "./events";
import type { Reflection } from "./use-reflection";

const TOOLS = ["recall", "search_observations", "search_mental_models", "read_mental_models", "expand", "done"] as const;

export function useToolName(): (tool: string) => string {
  const { t } = useTranslation("reflect");
  return (tool) => {
    const known = TOOLS.find((each) => each === tool);
    return known === undefined ? t("tools.other", { name: tool }) : t(`tools.${known}`);
  };
}

interface Call {
  readonly tool: string;
  readonly about: string;
  readonly found: { readonly count: number; readonly total: number } | null;
}

/** What a call was about: its question, or what else it names. */
const aboutOf = (input: Readonly<Record<string, unknown>>): string => {
  const { query, reason: _, max_tokens: __, ...rest } = input;
  if (typeof query === "string") return query;
  return Object.values(rest)
    .filter((value) => typeof value === "string" || Array.isArray(value))
    .map(String)
    .join(", ");
};

/** Each call with what it found: evidence belongs to the first call of its tool and turn that has none yet. */
function callsOf(steps: readonly Step[]): readonly Call[] {
  const calls: (Call & { readonly iteration: number })[] = [];
  for (const step of steps) {
    if (step.type === "tool_call") calls.push({ tool: step.tool, about: aboutOf(step.input), found: null, iteration: step.iteration });
    else {
      const place = calls.findIndex(({ tool, iteration, found }) => tool === step.tool && iteration === step.iteration && found === null);
      const call = calls[place];
      if (call !== undefined) calls[place] = { ...call, found: { count: step.found, total: step.memories } };
    }
  }
  return calls;
}

export function Steps({ reflection }: { readonly reflection: Reflection }) {
  const { t } = useTranslation("reflect");
  const { duration } = useFormat();
  const toolName = useToolName();
  const { steps, isRunning, isStopped, error, reply, durationMs } = reflection;
  const calls = callsOf(steps);
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={t("steps.title")} aria-live="polite" className="flex flex-col gap-1.5 text-sm">
        {calls.map(({ tool, about, found }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
          <li key={place} className="flex items-start gap-2">
            <Search aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
            <span className="min-w-0 break-words">
              <span className="font-medium">{toolName(tool)}</span>
              {about !== "" && <q className="ml-1.5 text-ink-soft">{about}</q>}
              {found !== null && <span className="ml-1.5 text-ink-faint">{t("steps.found", found)}</span>}
            </span>
          </li>
        ))}
        {isRunning && (
          <li className="flex items-center gap-2 text-ink-soft">
            <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
            {t(calls.length === 0 ? "steps.starting" : "steps.thinking")}
          </li>
        )}
        {isStopped && (
          <li className="flex items-center gap-2">
            <CircleStop aria-hidden className="size-4 shrink-0 text-warn" />
            {t("steps.stopped")}
          </li>
        )}
        {reply !== null && (
          <li className="flex items-center gap-2">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
            {t("steps.answered", { time: duration(durationMs) })}
          </li>
        )}
      </ol>
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
