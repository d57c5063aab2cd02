// The memories of a bank as a graph.
// In: the bank, the filters of the memories page. Out: the graph; a memory to open. Its choices stand in the page's address.

import { type api, sdk } from "@hindsight-memory/client";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../api/client";
import { bankKey } from "../api/queries";
import { Loaded } from "../kit/states";
import { listQuery, type MemoriesSearch } from "../pages/memories/search";
import { GraphView } from "./graph-view";
import { type GraphData, linkKind } from "./model";
import type { GraphSearch } from "./search";

/** Nodes that are drawn at most; beyond it a graph is a cloud, and its latest part says more. */
const MOST_NODES = 2000;
const MODES = ["recency", "kind", "entity"] as const;

/** Filters of the list, but for the state: what is out of use has no ties. */
type Filters = Omit<ReturnType<typeof listQuery>, "state">;

const memoryGraphQuery = (bank: string, filters: Filters) =>
  queryOptions({
    queryKey: bankKey(bank, "graph", filters),
    queryFn: ({ signal }) => read(sdk.getGraph({ ...on(bank), query: { ...filters, limit: MOST_NODES }, signal })),
    placeholderData: keepPreviousData,
  });

export interface MemoryGraphProps {
  readonly bank: string;
  readonly filters: MemoriesSearch;
  readonly onOpen: (id: string) => void;
}

export function MemoryGraph({ bank, filters, onOpen }: MemoryGraphProps) {
  const { t } = useTranslation("graph");
  const graph = useQuery(memoryGraphQuery(bank, listQuery({ ...filters, state: undefined })));
  const state = useSearch({ from: "/inside/banks/$bankId/memories" });
  const navigate = useNavigate({ from: "/banks/$bankId/memories" });
  const change = (changes: GraphSearch): void =>
    void navigate({ search: (before: MemoriesSearch) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <>
      {filters.state !== undefined && <p className="text-sm text-ink-soft">{t("inUseOnly")}</p>}
      <Loaded query={graph} lines={8}>
        {(reply) => <Drawn reply={reply} bank={bank} state={state} change={change} onOpen={onOpen} />}
      </Loaded>
    </>
  );
}

interface DrawnProps {
  readonly reply: api.GraphDataResponse;
  readonly bank: string;
  readonly state: GraphSearch;
  readonly change: (changes: GraphSearch) => void;
  readonly onOpen: (id: string) => void;
}

function Drawn({ reply, bank, state, change, onOpen }: DrawnProps) {
  const data = useMemo(() => memoryGraph(reply), [reply]);
  return (
    <GraphView
      data={data}
      total={reply.total_units}
      state={state}
      onState={change}
      onOpen={onOpen}
      modes={MODES}
      fileName={`${bank}-memories`}
    />
  );
}

/** The reply as a graph: the more a memory is linked or proven, the larger it is. */
export function memoryGraph({ table_rows: rows, edges }: api.GraphDataResponse): GraphData {
  const degrees = new Map<string, number>();
  for (const { data } of edges) for (const end of [data.source, data.target]) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  return {
    nodes: rows.map(({ id, text, fact_type, date, entities, proof_count }) => ({
      id,
      label: text ?? "",
      kind: fact_type ?? "",
      at: date ?? null,
      weight: 1 + (degrees.get(id) ?? 0) + (proof_count ?? 0),
      entities: entities === undefined || entities === "None" ? [] : entities.split(", "),
    })),
    links: edges.map(({ data }) => ({
      source: data.source,
      target: data.target,
      kind: linkKind(data.linkType ?? ""),
      weight: data.weight ?? 0,
      about: data.entityName ?? "",
    })),
  };
}
