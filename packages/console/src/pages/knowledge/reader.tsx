// The open page: where it lies, what it answers, how fresh it is, and its parts.
// In: the node. Out: a card; the text appears by itself when a refresh is through.

import { useQuery } from "@tanstack/react-query";
import { Ellipsis, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TagList } from "../../kit/badge";
import { Button, IconButton } from "../../kit/button";
import { When } from "../../kit/format";
import { Menu, MenuItem, MenuLine } from "../../kit/menu";
import { Loaded } from "../../kit/states";
import { DryRun } from "./dry-run";
import { Freshness, useStaleness } from "./freshness";
import type { Asked } from "./node-dialogs";
import { type Model, modelQuery, type Node } from "./queries";
import { useRefresh } from "./refreshing";
import { TextParts } from "./text-parts";
import { NodeItems } from "./tree-row";

export interface ReaderProps {
  readonly bank: string;
  readonly node: Node;
  readonly path: readonly string[];
  readonly isRefreshing: boolean;
  readonly onAsk: (asked: Asked) => void;
}

export function Reader(props: ReaderProps) {
  const model = useQuery(modelQuery(props.bank, props.node.mental_model_id ?? ""));
  return (
    <article className="min-w-0 rounded-xl border bg-surface p-4 sm:p-5">
      <Loaded query={model} lines={8}>
        {(found) => <Shown {...props} model={found} />}
      </Loaded>
    </article>
  );
}

function Shown({ bank, node, path, isRefreshing, onAsk, model }: ReaderProps & { readonly model: Model }) {
  const { t } = useTranslation("knowledge");
  const refresh = useRefresh(bank, model);
  const [isTrying, setTrying] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          {path.length > 0 && <p className="text-xs text-ink-faint">{path.join(" / ")}</p>}
          <h2 className="text-lg font-semibold break-words">{node.name}</h2>
          <p className="text-sm text-ink-soft">{model.source_query}</p>
        </div>
        <div className="flex gap-2">
          <Button icon={RefreshCw} isBusy={refresh.isPending || isRefreshing} onClick={() => refresh.mutate(null)}>
            {t("refresh.action")}
          </Button>
          <Menu trigger={<IconButton icon={Ellipsis} variant="secondary" label={t("actionsFor", { name: node.name })} />}>
            <MenuItem disabled={isRefreshing} onSelect={() => refresh.mutate("full")}>
              {t("refresh.full")}
            </MenuItem>
            <MenuItem onSelect={() => setTrying(true)}>{t("refresh.dryRun")}</MenuItem>
            <MenuLine />
            <NodeItems node={node} onAsk={onAsk} />
          </Menu>
        </div>
      </header>
      <StateLine model={model} isRefreshing={isRefreshing} />
      <TextParts bank={bank} model={model} isGenerating={isRefreshing} />
      {isTrying && <DryRun bank={bank} model={model} onClose={() => setTrying(false)} />}
    </div>
  );
}

/** The freshness with its reason in words, when it was written, and the tags. */
export function StateLine({ model, isRefreshing }: { readonly model: Model; readonly isRefreshing: boolean }) {
  const { t } = useTranslation("knowledge");
  const staleness = useStaleness();
  const isFailed = model.last_refresh_failed_at != null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <Freshness isStale={model.is_stale} why={model} isGenerating={isRefreshing} failedAt={model.last_refresh_failed_at} />
      {!isRefreshing && model.is_stale === true && <span>{staleness(model)}</span>}
      <span>
        {t("fresh.at")}: {model.last_refreshed_at == null ? t("fresh.never") : <When at={model.last_refreshed_at} />}
      </span>
      {isFailed && (
        <span className="text-danger">
          {t("fresh.failed")}: <When at={model.last_refresh_failed_at} />
        </span>
      )}
      <TagList tags={model.tags} />
    </div>
  );
}
