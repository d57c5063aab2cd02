// The canvas of a graph: painted by a worker, moved by mouse, touch and keyboard. Loaded when a graph is first seen.
// In: the graph, its look and the chosen node. Out: a drawing; arrow keys go to the neighbour that lies that way.

import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Drawing } from "./drawing";
import { layOut, startPositions } from "./layout";
import type { Look } from "./look";
import type { GraphData, Neighbours } from "./model";
import { svgOf } from "./picture";
import { towards } from "./towards";

export interface CanvasHandle {
  zoom(change: "in" | "out" | "all"): void;
  /** The graph as it is now, as the text of an SVG file. */
  svg(): string;
}

export interface CanvasProps {
  readonly label: string;
  readonly data: GraphData;
  readonly look: Look;
  readonly neighbours: Neighbours;
  readonly onChoose: (id: string | undefined) => void;
  readonly onOpen: (id: string) => void;
  readonly ref: Ref<CanvasHandle>;
}

const ZOOM = 1.5;
const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export default function Canvas({ label, data, look, neighbours, onChoose, onOpen, ref }: CanvasProps) {
  const { t } = useTranslation("graph");
  const helpId = useId();
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(null);
  const positions = useRef<{ readonly of: GraphData; at: Float32Array; isDone: boolean }>(null);
  const pressed = useRef({ choose: onChoose, open: onOpen });
  pressed.current = { choose: onChoose, open: onOpen };
  const now = useRef(look);
  now.current = look;
  const [isResting, setResting] = useState(false);

  useEffect(() => {
    if (place.current === null) return;
    const known = positions.current?.of === data ? positions.current : { of: data, at: startPositions(data.nodes.length), isDone: false };
    positions.current = known;
    const drawn = new Drawing(place.current, data, known.at, {
      choose: (id) => pressed.current.choose(id),
      open: (id) => pressed.current.open(id),
    });
    drawn.look(now.current);
    drawing.current = drawn;
    setResting(known.isDone);
    const stop = known.isDone
      ? () => {}
      : layOut(data, isStill(), (step) => {
          known.at = step.positions;
          known.isDone = step.isDone;
          drawn.move(step.positions);
          setResting(step.isDone);
        });
    return () => {
      stop();
      drawn.close();
      drawing.current = null;
    };
  }, [data]);

  useEffect(() => drawing.current?.look(look), [look]);

  useEffect(() => {
    if (look.chosen !== undefined) drawing.current?.bring(look.chosen);
  }, [look.chosen]);

  useImperativeHandle(ref, () => ({
    zoom(change) {
      if (change === "all") drawing.current?.fit();
      else drawing.current?.zoom(change === "in" ? ZOOM : 1 / ZOOM);
    },
    svg: () => (drawing.current === null ? "" : svgOf(drawing.current)),
  }));

  const press = (event: KeyboardEvent): void => {
    const drawn = drawing.current;
    if (drawn === null) return;
    if (event.key.startsWith("Arrow")) {
      const next = towards(event.key, look.chosen, drawn, neighbours);
      if (next !== undefined) onChoose(next);
    } else if (event.key === "Enter" && look.chosen !== undefined) onOpen(look.chosen);
    else if (event.key === "+" || event.key === "=") drawn.zoom(ZOOM);
    else if (event.key === "-") drawn.zoom(1 / ZOOM);
    else if (event.key === "0") drawn.fit();
    else if (event.key === "Escape" && look.chosen !== undefined) onChoose(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself
      tabIndex={0}
      aria-label={label}
      aria-describedby={helpId}
      aria-busy={!isResting}
      onKeyDown={press}
      className="relative size-full overflow-hidden rounded-lg"
    >
      <div ref={place} className="size-full" />
      <p id={helpId} className="sr-only">
        {t("keys")}
      </p>
    </div>
  );
}
