// Dashboards and alerts ask only for what a server serves: every metric and label in them is one of the table that served-metrics.test.ts holds against
// the output of a running server.

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DASHBOARDS } from "../../scripts/dashboards/all.js";
import { dashboardJson } from "../../scripts/dashboards/panels.js";
import { CONTRACT, OWN, RUNTIME } from "./metric-table.js";
import { namesOf } from "./promql.js";

const FOLDER = fileURLToPath(new URL("../../deploy/monitoring/", import.meta.url));
const read = (file: string): string => readFileSync(FOLDER + file, "utf8");

/** Labels that Prometheus itself puts on what it scrapes. */
const SCRAPED = ["job", "instance"];

/** What is wrong with a query; nothing is. */
function problemsOf(query: string): readonly string[] {
  const { selectors, grouped } = namesOf(query);
  const known = selectors.map(({ metric, labels }) => ({ metric, labels, has: labelsOf(metric) }));
  const everywhere = new Set(known.flatMap(({ has }) => has ?? []));
  return [
    ...known.filter(({ has }) => has === null).map(({ metric }) => `no metric ${metric}`),
    ...known.flatMap(({ metric, labels, has }) =>
      labels.filter((label) => has !== null && !has.includes(label)).map((label) => `${metric} has no ${label}`),
    ),
    ...grouped.filter((label) => !everywhere.has(label)).map((label) => `nothing here has ${label}`),
  ];
}

function labelsOf(name: string): readonly string[] | null {
  const table = { ...CONTRACT, ...OWN, ...RUNTIME };
  const part = /^(.*)_(bucket|sum|count)$/.exec(name);
  const base = part?.[1] ?? "";
  const histogram = table[base]?.type === "histogram" ? table[base] : undefined;
  const row = histogram ?? (table[name]?.type === "histogram" ? undefined : table[name]);
  if (row === undefined) return null;
  return [...row.labels, ...SCRAPED, ...(part?.[2] === "bucket" ? ["le"] : [])];
}

interface Target {
  readonly expr: string;
}
interface PanelOf {
  readonly title: string;
  readonly targets?: readonly Target[];
}

describe("the check of a query", () => {
  it.each([
    ["sum(hindsight_nothing)", "no metric hindsight_nothing"],
    ['hindsight_db_pool_size{bank_id="a"}', "hindsight_db_pool_size has no bank_id"],
    ["sum by (scope) (hindsight_db_pool_size)", "nothing here has scope"],
    ["rate(hindsight_http_duration_seconds[5m])", "no metric hindsight_http_duration_seconds"],
  ])("finds %s", (query, problem) => {
    expect(problemsOf(query)).toEqual([problem]);
  });

  it("refuses what is no PromQL", () => {
    expect(() => namesOf("sum(rate(x[5m])")).toThrow(/no PromQL/);
    expect(problemsOf("sum by (le) (rate(hindsight_http_duration_seconds_bucket[$__rate_interval]))")).toEqual([]);
  });
});

describe("dashboards", () => {
  it("lie as scripts/dashboards/main.ts writes them, one file each", () => {
    expect(readdirSync(`${FOLDER}grafana`).sort()).toEqual(Object.keys(DASHBOARDS).sort());
    for (const [file, dashboard] of Object.entries(DASHBOARDS))
      expect(JSON.parse(read(`grafana/${file}`)), file).toEqual(dashboardJson(dashboard));
  });

  it.each(Object.keys(DASHBOARDS))("%s asks for what is served", (file) => {
    const { panels, uid, refresh, time, templating } = JSON.parse(read(`grafana/${file}`));
    const queries = (panels as readonly PanelOf[]).flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    expect(queries.length).toBeGreaterThan(10);
    expect(queries.flatMap(({ title, expr }) => problemsOf(expr).map((problem) => `${title}: ${problem}`))).toEqual([]);
    // The contract's (ops.md §6).
    expect(["hindsight-operations", "hindsight-llm", "hindsight-api-service"]).toContain(uid);
    expect([refresh, time.from]).toEqual(["5s", "now-30m"]);
    expect((templating.list as readonly { readonly name: string }[]).map(({ name }) => name)).toContain("tenant");
  });
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

describe("alerts", () => {
  const { groups } = parse(read("alerts.yml")) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    "%s asks for what is served, and says what to do",
    (_, { expr, labels, annotations }) => {
      expect(problemsOf(expr)).toEqual([]);
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(annotations.action.length).toBeGreaterThan(20);
    },
  );

  it("are where the example of a configuration looks for them", () => {
    const config = parse(read("prometheus.yml")) as { readonly rule_files: readonly string[] };
    expect(config.rule_files).toEqual(["alerts.yml"]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(rules.length).toBeGreaterThan(10);
  });

  const promtool = process.env.PROMTOOL ?? "promtool";
  const isThere = spawnSync(promtool, ["--version"]).status === 0;
  it.skipIf(!isThere)("are valid to Prometheus itself, and fire as alerts.test.yml says", () => {
    for (const args of [
      ["check", "rules", "alerts.yml"],
      ["check", "config", "prometheus.yml"],
      ["test", "rules", "alerts.test.yml"],
    ])
      expect(execFileSync(promtool, args, { cwd: FOLDER, encoding: "utf8", stdio: "pipe" })).toContain("SUCCESS");
  });
});
