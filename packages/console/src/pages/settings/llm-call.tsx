// One call to a language model.
// In: the call as the list has it. Out: a sheet with what was asked, what came back, how long it took and what it cost.

import type { api } from "@hindsight-memory/client";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Code } from "../../kit/copy";
import { Sheet } from "../../kit/dialog";
import { useFormat } from "../../kit/format";
import { ErrorNote } from "../../kit/states";
import { Facts } from "./facts";

/** In US dollars; null where no price is known. */
export function costOf({ llm_info }: api.LlmRequestEntry): number | null {
  const cost = llm_info?.cost_usd;
  return typeof cost === "number" ? cost : null;
}

export interface LlmCallProps {
  readonly call: api.LlmRequestEntry;
  readonly onClose: () => void;
  readonly onTrace: (trace: string) => void;
}

export function LlmCall({ call, onClose, onTrace }: LlmCallProps) {
  const { t } = useTranslation("settings");
  const { number, moment, duration, dollars } = useFormat();
  const cost = costOf(call);
  const { trace_id: trace } = call;
  const tokens = (value: number | null) => (value === null ? null : number(value));
  return (
    <Sheet isOpen onClose={onClose} title={call.scope ?? call.operation ?? t("llm.call")} size="xl">
      <div className="flex flex-col gap-4">
        {call.error !== null && <ErrorNote message={call.error} />}
        <Facts
          facts={[
            [t("llm.model"), `${call.provider} / ${call.model}`],
            [t("llm.started"), call.started_at === null ? null : moment(call.started_at)],
            [t("llm.took"), call.duration_ms === null ? null : duration(call.duration_ms)],
            [t("llm.tokens.input"), tokens(call.input_tokens)],
            [t("llm.tokens.cached"), tokens(call.cached_tokens)],
            [t("llm.tokens.output"), tokens(call.output_tokens)],
            [t("llm.tokens.thoughts"), tokens(call.thoughts_tokens ?? null)],
            [t("llm.cost"), cost === null ? t("llm.noPrice") : dollars(cost)],
            [
              t("llm.run"),
              trace === null ? null : (
                <span key="run" className="inline-flex flex-wrap items-center gap-2">
                  <span className="font-mono text-xs break-all">{trace}</span>
                  <Button size="sm" onClick={() => onTrace(trace)}>
                    {t("llm.showRun")}
                  </Button>
                </span>
              ),
            ],
          ]}
        />
        {[
          { name: t("llm.input"), value: call.input },
          { name: t("llm.output"), value: call.output },
          { name: t("llm.info"), value: { ...call.llm_info, ...call.metadata } },
        ].map(({ name, value }) => (
          <section key={name}>
            <h3 className="mb-1 text-sm font-semibold">{name}</h3>
            <Code label={name} text={typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")} />
          </section>
        ))}
      </div>
    </Sheet>
  );
}
