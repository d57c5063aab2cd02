// The parts of a Grafana dashboard, in the few words that ours need.
// In: rows of panels with their queries. Out: dashboards as Grafana's JSON model (schema 39), each with a choice of tenant.

export type Unit = "short" | "reqps" | "ops" | "s" | "bytes" | "percentunit" | "currencyUSD" | "none";

export interface Query {
  readonly expr: string;
  /** With `{{label}}` for the value of a label. */
  readonly legend?: string;
}

export interface Panel {
  readonly title: string;
  readonly kind: "stat" | "timeseries";
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** Of 24 columns. */
  readonly width: number;
  readonly description?: string;
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly rows: readonly { readonly title: string; readonly panels: readonly Panel[] }[];
}

const SOURCE = { type: "prometheus", uid: "$source" };
const HEIGHTS = { stat: 4, timeseries: 8 } as const;

export const stat = (title: string, unit: Unit, expr: string, width = 4): Panel => ({
  title,
  kind: "stat",
  unit,
  queries: [{ expr }],
  width,
});

export const series = (title: string, unit: Unit, queries: readonly Query[], width = 12, description?: string): Panel => ({
  title,
  kind: "timeseries",
  unit,
  queries,
  width,
  ...(description === undefined ? {} : { description }),
});

/** p50, p95 and p99 of a histogram. */
export function percentiles(metric: string, matchers: string): readonly Query[] {
  return [0.5, 0.95, 0.99].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum by (le) (rate(${metric}_bucket{${matchers}}[$__rate_interval])))`,
    legend: `p${quantile * 100}`,
  }));
}

export function dashboardJson({ uid, title, rows }: Dashboard): unknown {
  const panels: unknown[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({ id: panels.length + 1, type: "row", title: row.title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] });
    y += 1;
    let x = 0;
    let height = 0;
    for (const panel of row.panels) {
      if (x + panel.width > 24) [x, y, height] = [0, y + height, 0];
      const h = HEIGHTS[panel.kind];
      panels.push({ id: panels.length + 1, ...panelJson(panel), gridPos: { x, y, w: panel.width, h } });
      x += panel.width;
      height = Math.max(height, h);
    }
    y += height;
  }
  return {
    uid,
    title,
    tags: ["hindsight"],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    refresh: "5s",
    time: { from: "now-30m", to: "now" },
    timezone: "browser",
    templating: { list: VARIABLES },
    annotations: { list: [] },
    panels,
  };
}

function panelJson({ title, kind, unit, queries, description }: Panel): object {
  return {
    type: kind,
    title,
    ...(description === undefined ? {} : { description }),
    datasource: SOURCE,
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: SOURCE,
      expr,
      ...(legend === undefined ? {} : { legendFormat: legend }),
    })),
    fieldConfig: {
      defaults: { unit, ...(kind === "timeseries" ? { custom: { fillOpacity: 8, showPoints: "never" } } : {}) },
      overrides: [],
    },
    options:
      kind === "stat"
        ? { reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false }, colorMode: "value", graphMode: "area" }
        : { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
  };
}

/** "All" is any tenant and none: the label is there only with HINDSIGHT_API_METRICS_INCLUDE_TENANT. */
const VARIABLES = [
  { name: "source", type: "datasource", query: "prometheus", label: "Source", current: {}, hide: 0 },
  {
    name: "tenant",
    type: "query",
    label: "Tenant",
    datasource: SOURCE,
    query: { query: "label_values(hindsight_operation_operations_total, tenant)", refId: "tenant" },
    refresh: 2,
    includeAll: true,
    allValue: ".*",
    multi: true,
    current: { text: "All", value: "$__all" },
    hide: 0,
  },
];
