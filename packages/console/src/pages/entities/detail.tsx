// One entity: its names, when and with whom it is mentioned, its memories, and ways to merge and split it.
// In: its id. Out: a sheet; what is being done to it stands in the address too.

import type { api } from "@hindsight-memory/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Merge, Split, Waypoints } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useBank } from "../../app/use-bank";
import { TimeChart } from "../../charts/time-chart";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { CopyableId } from "../../kit/copy";
import { Sheet } from "../../kit/dialog";
import { useFormat, When } from "../../kit/format";
import { Loaded } from "../../kit/states";
import { useErrorToast, useToast } from "../../kit/toast";
import { MergeDialog } from "./merge";
import { entityGraphQuery, entityMemoriesQuery, entityQuery, mergeEntities, splitAlias } from "./queries";
import { SplitDialog } from "./split";
import { timesOf } from "./times";
import { useEntitiesSearch } from "./use-search";

const SHOWN_MEMORIES = 25;
const SHOWN_NEIGHBOURS = 30;
const KINDS = ["world", "experience", "observation"] as const;

export function EntityDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation("entities");
  const bank = useBank();
  const { search, go } = useEntitiesSearch();
  const entity = useQuery(entityQuery(bank, id));
  const stop = (): void => go({ act: undefined });
  return (
    <Sheet
      isOpen
      onClose={() => go({ open: undefined, act: undefined })}
      title={entity.data?.canonical_name ?? t("title")}
      footer={
        entity.data !== undefined && (
          <>
            <Button icon={Split} onClick={() => go({ act: "split" })}>
              {t("split.open")}
            </Button>
            <Button icon={Merge} onClick={() => go({ act: "merge" })}>
              {t("merge.open")}
            </Button>
          </>
        )
      }
    >
      <Loaded query={entity} lines={8}>
        {(found) => (
          <div className="flex flex-col gap-6 text-sm">
            <Facts entity={found} />
            <Aliases entity={found} />
            <Neighbourhood id={id} />
            <Memories id={id} />
            {search.act === "merge" && <MergeDialog entity={found} onClose={stop} />}
            {search.act === "split" && <SplitDialog entity={found} onClose={stop} />}
          </div>
        )}
      </Loaded>
    </Sheet>
  );
}

function Facts({ entity }: { readonly entity: api.EntityDetailResponse }) {
  const { t } = useTranslation("entities");
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      <Badge>{t("detail.mentions", { count: entity.mention_count })}</Badge>
      <span>
        {t("detail.seen")}: <When at={entity.first_seen} /> – <When at={entity.last_seen} />
      </span>
      <CopyableId id={entity.id} />
    </p>
  );
}

function Section({ title, actions, children }: { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="grow font-semibold">{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}

function Aliases({ entity }: { readonly entity: api.EntityDetailResponse }) {
  const { t } = useTranslation("entities");
  const bank = useBank();
  const toast = useToast();
  const onError = useErrorToast();
  const split = useMutation({
    mutationFn: (alias: string) => splitAlias(bank, entity.id, alias),
    onSuccess: ({ split: other }) =>
      toast({
        title: t("split.done", { name: other.canonical_name }),
        onUndo: () => void mergeEntities(bank, entity.id, [other.id]).then(() => invalidateBank(queries, bank), onError),
      }),
    onError,
    onSettled: () => invalidateBank(queries, bank),
  });
  const aliases = entity.aliases ?? [];
  return (
    <Section title={t("detail.aliases")}>
      {aliases.length === 0 ? (
        <p className="text-ink-soft">{t("detail.noAliases")}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-lg border">
          {aliases.map(({ id, name, merged_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 px-3 py-1.5">
              <span className="min-w-0 grow">{name}</span>
              <span className="text-xs text-ink-faint">
                <When at={merged_at} />
              </span>
              <Button size="sm" icon={Split} isBusy={split.isPending && split.variables === id} onClick={() => split.mutate(id)}>
                {t("split.alias", { name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Neighbourhood({ id }: { readonly id: string }) {
  const { t } = useTranslation("entities");
  const bank = useBank();
  const { go } = useEntitiesSearch();
  const graph = useQuery(entityGraphQuery(bank, 1));
  return (
    <Section
      title={t("detail.neighbours")}
      actions={
        <Button size="sm" icon={Waypoints} onClick={() => go({ view: "graph", node: id, near: 1, open: undefined })}>
          {t("detail.inGraph")}
        </Button>
      }
    >
      <Loaded query={graph} lines={2}>
        {(reply) => {
          const found = neighboursIn(reply, id);
          if (found.length === 0) return <p className="text-ink-soft">{t("detail.noNeighbours")}</p>;
          return (
            <ul className="flex flex-wrap gap-1.5">
              {found.slice(0, SHOWN_NEIGHBOURS).map((each) => (
                <li key={each.id} className="max-w-full">
                  <button
                    type="button"
                    className="max-w-full truncate rounded-full border px-2.5 py-0.5 hover:bg-sunken"
                    onClick={() => go({ open: each.id })}
                  >
                    {each.name} <span className="text-xs text-ink-soft">{t("detail.times", { count: each.count })}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** Most often first. */
function neighboursIn({ nodes, edges }: api.EntityGraphResponse, id: string) {
  const names = new Map(nodes.map(({ data }) => [data.id, data.label ?? ""]));
  return edges
    .flatMap(({ data }) => {
      if (data.source !== id && data.target !== id) return [];
      const other = data.source === id ? data.target : data.source;
      return [{ id: other, name: names.get(other) ?? other, count: data.weight ?? 0 }];
    })
    .sort((a, b) => b.count - a.count);
}

function Memories({ id }: { readonly id: string }) {
  const { t } = useTranslation("entities");
  const bank = useBank();
  const { day } = useFormat();
  const memories = useQuery(entityMemoriesQuery(bank, id));
  return (
    <Loaded query={memories} lines={6}>
      {({ items, total }) => {
        const { buckets, undated } = timesOf(items);
        return (
          <>
            <Section title={t("detail.timeline")}>
              {buckets.length > 0 && (
                <TimeChart
                  label={t("detail.timeline")}
                  unit="day"
                  shape="bar"
                  series={KINDS.map((kind) => ({ id: kind, label: t(`kinds.${kind}`) }))}
                  buckets={buckets}
                />
              )}
              <p className="text-xs text-ink-soft">
                {items.length < total && t("detail.timelinePart", { count: items.length })}{" "}
                {undated > 0 && t("detail.undated", { count: undated })}
              </p>
            </Section>
            <Section
              title={`${t("detail.memories")} (${total})`}
              actions={
                <Link to="/banks/$bankId/memories" params={{ bankId: bank }} search={{ entity: id }} className="text-accent-ink underline">
                  {t("detail.allMemories")}
                </Link>
              }
            >
              <ul className="flex flex-col divide-y divide-line rounded-lg border">
                {items.slice(0, SHOWN_MEMORIES).map((memory) => (
                  <li key={memory.id}>
                    <Link
                      to="/banks/$bankId/memories"
                      params={{ bankId: bank }}
                      search={{ entity: id, open: memory.id }}
                      className="flex flex-col px-3 py-2 hover:bg-sunken"
                    >
                      <span>{memory.text}</span>
                      <span className="text-xs text-ink-soft">
                        {t(`kinds.${KINDS.find((kind) => kind === memory.fact_type) ?? "world"}`)}
                        {(memory.date ?? "") !== "" && ` · ${day(memory.date as string)}`}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}
