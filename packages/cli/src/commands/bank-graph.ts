// hindsight bank graph: memories with what ties them together.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { kindOption } from "../option-values.js";
import { many, type Output, table } from "../output.js";
import { query } from "../query.js";

interface Graph {
  readonly edges: readonly { readonly data: { readonly linkType: string } }[];
  readonly table_rows: readonly { readonly fact_type: string; readonly text: string; readonly entities: string }[];
  readonly total_units: number;
}

export function bankGraph(group: Command, connect: () => Api, print: () => Output): void {
  group
    .command("graph <bank>")
    .description("memories with what ties them together; as JSON with every tie")
    .addOption(kindOption())
    .option("-l, --limit <n>", "how many memories (up to 10000)", "1000")
    .action(async (id: string, { type, limit }: { type?: string; limit: string }) => {
      const reply = await connect().get<Graph>(bankPath(id, `/graph${query({ type, limit })}`));
      print().show(reply, ({ table_rows: rows, edges, total_units: total }) =>
        rows.length === 0
          ? "No memories."
          : `${table(
              ["kind", "entities", "memory"],
              rows.map(({ fact_type, entities, text }) => [fact_type, entities, text]),
            )}\n${rows.length} of ${many(total, "memory")}, ${ties(edges)}`,
      );
    });
}

/** How many ties there are, and how many of each kind. */
function ties(edges: Graph["edges"]): string {
  const counts = new Map<string, number>();
  for (const { data } of edges) counts.set(data.linkType, (counts.get(data.linkType) ?? 0) + 1);
  const each = [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  return each.length === 0 ? "tied by nothing" : `${many(edges.length, "tie")}: ${each.join(", ")}`;
}
