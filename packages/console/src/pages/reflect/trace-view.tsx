// The trace of a reflection: each search with what it was asked and what it brought, and each call of the model.
// In: the reply. Out: two lists.

import type { api } from "@hindsight-memory/client";
import { useTranslation } from "react-i18next";
import { Code } from "../../kit/copy";
import { useFormat } from "../../kit/format";
import { Card } from "../../kit/page";
import { useToolName } from "./steps";

export function TraceView({ reply }: { readonly reply: api.ReflectResponse }) {
  const { t } = useTranslation("reflect");
  const { duration } = useFormat();
  const toolName = useToolName();
  const tools = reply.trace?.tool_calls ?? [];
  const calls = reply.trace?.llm_calls ?? [];
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[2fr_1fr]">
      <Card title={t("trace.tools")}>
        {tools.length === 0 && <p className="text-sm text-ink-soft">{t("trace.noTools")}</p>}
        <ol className="flex flex-col gap-4">
          {tools.map(({ tool, input, output, duration_ms: ms, iteration = 0 }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace does not change
            <li key={place} className="flex min-w-0 flex-col gap-2">
              <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
                <span className="font-medium">{toolName(tool)}</span>
                <span className="font-mono text-xs text-ink-soft">{tool}</span>
                <span className="text-xs text-ink-faint">{t("trace.turn", { number: iteration + 1 })}</span>
                <span className="text-xs text-ink-faint tabular-nums">{duration(ms)}</span>
              </p>
              <Code label={t("trace.input")} text={JSON.stringify(input, null, 2)} />
              {output != null && (
                <details>
                  <summary className="text-sm text-ink-soft">{t("trace.showOutput")}</summary>
                  <div className="mt-2">
                    <Code label={t("trace.output")} text={JSON.stringify(output, null, 2)} />
                  </div>
                </details>
              )}
            </li>
          ))}
        </ol>
      </Card>
      <Card title={t("trace.models")}>
        {calls.length === 0 && <p className="text-sm text-ink-soft">{t("trace.noModels")}</p>}
        <ol className="flex flex-col gap-1.5 text-sm">
          {calls.map(({ scope, duration_ms: ms }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace does not change
            <li key={place} className="flex items-baseline gap-3">
              <span className="min-w-0 grow truncate font-mono text-xs">{scope}</span>
              <span className="text-xs text-ink-soft tabular-nums">{duration(ms)}</span>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  );
}
