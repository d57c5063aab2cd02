// The chosen node of a graph: its text, whom it is linked to and by what, and what can be done with it.
// In: the node and its neighbours. Out: a panel; pressing a neighbour chooses it.

import { Maximize2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../kit/button";
import { Select } from "../kit/field";
import type { GraphNode, Neighbour } from "./model";
import { NodeFacts } from "./node-list";
import { MOST_STEPS } from "./search";

const SHOWN = 40;
const STEPS = Array.from({ length: MOST_STEPS }, (_, place) => place + 1);

export interface ChosenNodeProps {
  readonly node: GraphNode;
  readonly neighbours: readonly Neighbour[];
  readonly byId: ReadonlyMap<string, GraphNode>;
  readonly near: number | undefined;
  readonly onNear: (steps: number | undefined) => void;
  readonly onChoose: (id: string | undefined) => void;
  readonly onOpen: (id: string) => void;
}

export function ChosenNode({ node, neighbours, byId, near, onNear, onChoose, onOpen }: ChosenNodeProps) {
  const { t } = useTranslation("graph");
  return (
    <section aria-label={t("chosen.title")} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface p-3 text-sm">
      <div className="flex items-start gap-2">
        <p className="max-h-28 min-w-0 grow overflow-y-auto">{node.label}</p>
        <IconButton icon={X} size="sm" label={t("chosen.release")} onClick={() => onChoose(undefined)} />
      </div>
      <NodeFacts node={node} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={Maximize2} onClick={() => onOpen(node.id)}>
          {t("chosen.open")}
        </Button>
        <Select
          aria-label={t("chosen.near")}
          className="h-7 w-auto text-xs"
          value={near === undefined ? "" : String(near)}
          choices={[
            { value: "", label: t("chosen.nearAll") },
            ...STEPS.map((count) => ({ value: String(count), label: t("chosen.nearSteps", { count }) })),
          ]}
          onChange={(value) => onNear(value === "" ? undefined : Number(value))}
        />
      </div>
      <h3 className="text-xs font-semibold text-ink-soft">
        {neighbours.length === 0 ? t("chosen.alone") : t("chosen.neighbours", { count: neighbours.length })}
      </h3>
      {neighbours.length > 0 && (
        <ul className="flex max-h-56 flex-col gap-0.5 overflow-y-auto">
          {neighbours.slice(0, SHOWN).map(({ id, kind, about }) => (
            <li key={`${id} ${kind}`}>
              <button
                type="button"
                className="flex w-full flex-col rounded px-1.5 py-1 text-left hover:bg-sunken"
                onClick={() => onChoose(id)}
              >
                <span className="line-clamp-2">{byId.get(id)?.label}</span>
                <span className="text-xs text-ink-soft">
                  {t(`links.${kind}`)}
                  {about !== "" && `: ${about}`}
                </span>
              </button>
            </li>
          ))}
          {neighbours.length > SHOWN && (
            <li className="px-1.5 text-xs text-ink-soft">{t("chosen.more", { count: neighbours.length - SHOWN })}</li>
          )}
        </ul>
      )}
    </section>
  );
}
