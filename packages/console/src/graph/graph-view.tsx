// A graph with everything around it: choices, canvas, legend, the chosen node, and the list of all nodes.
// In: the graph and its choices, which stand in the page's address. Out: choices changed; a node to open.

import clsx from "clsx";
import { Waypoints } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../kit/format";
import { part } from "../kit/part";
import { Empty, Skeleton } from "../kit/states";
import { useErrorToast } from "../kit/toast";
import type { CanvasHandle } from "./canvas";
import { ChosenNode } from "./chosen-node";
import { Legend } from "./legend";
import type { GraphData } from "./model";
import { NodeList } from "./node-list";
import { download, pngOf } from "./picture";
import type { ColourMode, GraphSearch } from "./search";
import { Toolbar } from "./toolbar";
import { useGraph } from "./use-graph";

/** Whether this browser lets a worker paint. */
const canDraw = "transferControlToOffscreen" in HTMLCanvasElement.prototype;

const Canvas = part(() => import("./canvas"), "default");

export interface GraphViewProps {
  readonly data: GraphData;
  /** How many nodes there are, of which `data` may be a part. */
  readonly total: number;
  readonly state: GraphSearch;
  readonly onState: (changes: GraphSearch) => void;
  readonly onOpen: (id: string) => void;
  /** What it can be coloured by; the first is the preset. */
  readonly modes: readonly [ColourMode, ...ColourMode[]];
  /** Name of the file that a picture is saved as, without its ending. */
  readonly fileName: string;
}

export function GraphView({ data, total, state, onState, onOpen, modes, fileName }: GraphViewProps) {
  const { t } = useTranslation("graph");
  const { number } = useFormat();
  const onError = useErrorToast();
  const canvas = useRef<CanvasHandle>(null);
  const [isFull, setFull] = useFullScreen();
  const mode = modes.find((each) => each === state.colour) ?? modes[0];
  const { byId, counts, neighbours, legend, chosen, found, listed, look } = useGraph(data, state, mode);
  const node = chosen === undefined ? undefined : byId.get(chosen);
  const choose = (id: string | undefined): void => onState({ node: id, ...(id === undefined ? { near: undefined } : {}) });
  const save = (format: "svg" | "png"): void => {
    const svg = canvas.current?.svg() ?? "";
    if (format === "svg") download(`${fileName}.svg`, new Blob([svg], { type: "image/svg+xml" }));
    else pngOf(svg).then((file) => download(`${fileName}.png`, file), onError);
  };
  if (data.nodes.length === 0)
    return (
      <Empty icon={Waypoints} title={t("empty")}>
        {t("emptyLead")}
      </Empty>
    );
  return (
    <section
      aria-label={t("label", { nodes: number(data.nodes.length), links: number(data.links.length) })}
      className={clsx("flex min-w-0 flex-col gap-3", isFull && "fixed inset-0 z-35 overflow-y-auto bg-page p-4")}
    >
      <Toolbar
        state={state}
        onState={onState}
        modes={modes}
        mode={mode}
        counts={counts}
        found={found === null ? null : found.size}
        picture={canDraw ? { isFull, onFull: setFull, onZoom: (change) => canvas.current?.zoom(change), onSave: save } : undefined}
      />
      <div className={clsx("grid min-w-0 gap-3", canDraw && "lg:grid-cols-[minmax(0,1fr)_20rem]", isFull && "grow")}>
        {canDraw ? (
          <div className="flex min-w-0 flex-col gap-2 rounded-xl border bg-surface p-2">
            <div className={clsx("min-h-80 grow", isFull ? "h-[calc(100dvh-14rem)]" : "h-[62dvh]")}>
              <Suspense fallback={<Skeleton lines={8} />}>
                <Canvas
                  ref={canvas}
                  label={t("label", { nodes: number(data.nodes.length), links: number(data.links.length) })}
                  data={data}
                  look={look}
                  neighbours={neighbours}
                  onChoose={choose}
                  onOpen={onOpen}
                />
              </Suspense>
            </div>
            <Legend entries={legend} mode={mode} />
            <Foot>
              {t("counts", { nodes: number(data.nodes.length), links: number(data.links.length) })}
              {data.nodes.length < total && ` · ${t("cut", { shown: number(data.nodes.length), total: number(total) })}`}
              {` · ${t("hint")}`}
            </Foot>
          </div>
        ) : (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
            {t("noCanvas")}
          </p>
        )}
        <div className="flex min-w-0 flex-col gap-3">
          <p role="status" className="sr-only">
            {node !== undefined && `${node.label}. ${t("chosen.neighbours", { count: neighbours.get(node.id)?.length ?? 0 })}`}
          </p>
          {node !== undefined && (
            <ChosenNode
              node={node}
              neighbours={neighbours.get(node.id) ?? []}
              byId={byId}
              near={state.near}
              onNear={(near) => onState({ near })}
              onChoose={choose}
              onOpen={onOpen}
            />
          )}
          <NodeList
            nodes={listed}
            chosen={chosen}
            onChoose={choose}
            onOpen={onOpen}
            className="h-80 min-h-48 lg:h-auto lg:max-h-[70dvh] lg:grow lg:basis-80"
          />
        </div>
      </div>
    </section>
  );
}

const Foot = ({ children }: { readonly children: ReactNode }) => <p className="text-xs text-ink-soft">{children}</p>;

/** As large as the window, and the window as large as the screen where the browser lets it. */
function useFullScreen(): readonly [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = (): void => {
      if (document.fullscreenElement === null) setFull(false);
    };
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  const change = (next: boolean): void => {
    setFull(next);
    // The page as a whole, so that dialogs are seen too. Where it is refused, the graph still fills the window.
    const asked = next ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
    asked?.catch(() => undefined);
  };
  return [isFull, change];
}
