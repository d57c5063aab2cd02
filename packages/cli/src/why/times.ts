// Where the time of a recall went, stage by stage; what runs inside a stage stands below it.

import type { RecallTrace, TracedPhase } from "@hindsight-memory/client/trace";
import { table } from "../output.js";
import { bar } from "./bar.js";

const WIDTH = 24;

export function timeTable({ phases, serverMs }: RecallTrace): string {
  const inside = (name: string): readonly TracedPhase[] => phases.filter(({ within }) => within === name);
  const longest = Math.max(...phases.map(({ ms }) => ms), 0);
  const row = ({ name, ms }: TracedPhase, indent = ""): readonly string[] => [
    `${indent}${name.replaceAll("_", " ")}`,
    ms.toFixed(1).padStart(7),
    bar(ms, longest, WIDTH),
  ];
  const rows = phases
    .filter(({ within }) => within === null)
    .flatMap((phase) => [row(phase), ...inside(phase.name).map((part) => row(part, "  "))]);
  return table(["stage", "ms", ""], [...rows, ["all", serverMs.toFixed(1).padStart(7), ""]]);
}
