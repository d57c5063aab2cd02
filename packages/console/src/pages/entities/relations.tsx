// Which entities are mentioned together, as a graph.
// In: the least number of common mentions and the graph's choices in the address. Out: the graph; an entity to open.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { GraphView } from "../../graph/graph-view";
import { type GraphData, linkKind } from "../../graph/model";
import { Field, Select } from "../../kit/field";
import { useFormat } from "../../kit/format";
import { Loaded } from "../../kit/states";
import { entityGraphQuery } from "./queries";
import type { EntitiesSearch } from "./search";

const LEAST = [1, 2, 3, 5, 10, 20] as const;
const MODES = ["mentions", "recency"] as const;

export interface RelationsProps {
  readonly bank: string;
  readonly state: EntitiesSearch;
  readonly onState: (changes: EntitiesSearch) => void;
  readonly onOpen: (id: string) => void;
}

export function Relations({ bank, state, onState, onOpen }: RelationsProps) {
  const { t } = useTranslation("entities");
  const { number } = useFormat();
  const { least = 1 } = state;
  const graph = useQuery(entityGraphQuery(bank, least));
  return (
    <>
      <div className="flex flex-wrap items-end gap-4">
        <Field label={t("least.label")}>
          {(id) => (
            <Select
              id={id}
              className="w-auto"
              value={String(least)}
              choices={[...new Set([...LEAST, least])]
                .sort((a, b) => a - b)
                .map((count) => ({ value: String(count), label: t("least.times", { count }) }))}
              onChange={(value) => onState({ least: value === "1" ? undefined : Number(value) })}
            />
          )}
        </Field>
        {graph.data !== undefined && graph.data.edges.length < graph.data.total_edges && (
          <p className="min-h-9 content-center text-sm text-ink-soft">
            {t("pairs", { shown: number(graph.data.edges.length), total: number(graph.data.total_edges) })}
          </p>
        )}
      </div>
      <Loaded query={graph} lines={8}>
        {(reply) => <Drawn reply={reply} bank={bank} state={state} onState={onState} onOpen={onOpen} />}
      </Loaded>
    </>
  );
}

function Drawn({ reply, bank, state, onState, onOpen }: RelationsProps & { readonly reply: api.EntityGraphResponse }) {
  const data = useMemo(() => entityGraph(reply), [reply]);
  return (
    <GraphView
      data={data}
      total={data.nodes.length}
      state={state}
      onState={onState}
      onOpen={onOpen}
      modes={MODES}
      fileName={`${bank}-entities`}
    />
  );
}

/** The reply as a graph; an entity is as recent as the last time it was mentioned with another. */
export function entityGraph({ nodes, edges }: api.EntityGraphResponse): GraphData {
  const latest = new Map<string, string>();
  for (const { data } of edges)
    for (const end of [data.source, data.target]) {
      const at = data.lastCooccurred;
      if (at != null && at > (latest.get(end) ?? "")) latest.set(end, at);
    }
  const most = edges.reduce((max, { data }) => Math.max(max, data.weight ?? 0), 1);
  return {
    nodes: nodes.map(({ data }) => ({
      id: data.id,
      label: data.label ?? "",
      kind: "entity",
      at: latest.get(data.id) ?? null,
      weight: data.mentionCount ?? 0,
      entities: [],
    })),
    links: edges.map(({ data }) => ({
      source: data.source,
      target: data.target,
      kind: linkKind(data.linkType ?? ""),
      weight: (data.weight ?? 0) / most,
      about: "",
    })),
  };
}
