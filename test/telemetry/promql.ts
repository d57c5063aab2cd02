// What a query of Prometheus names: its metrics, and the labels that it asks each of them for.
// In: PromQL, also with Grafana's variables. Out: selectors and the labels of groupings; throws at what the grammar does not take.

import { parser } from "@prometheus-io/lezer-promql";

export interface Named {
  readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[];
  /** Of `by`, `without`, `on`, `ignoring`. */
  readonly grouped: readonly string[];
}

export function namesOf(query: string): Named {
  const text = query.replaceAll("$__rate_interval", "5m").replaceAll("$__range", "30m");
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  let isGrouping = false;
  parser.parse(text).iterate({
    enter({ name, from, to, type }) {
      const said = text.slice(from, to);
      if (type.isError) throw new Error(`no PromQL at ${from}: ${query}`);
      if (name === "VectorSelector") selectors.push({ metric: "", labels: [] });
      if (name === "Identifier") (selectors.at(-1) as { metric: string }).metric = said;
      if (name === "GroupingLabels") isGrouping = true;
      if (name === "LabelMatchers") isGrouping = false;
      if (name === "LabelName") (isGrouping ? grouped : (selectors.at(-1)?.labels ?? [])).push(said);
    },
    leave({ name }) {
      if (name === "GroupingLabels") isGrouping = false;
    },
  });
  return { selectors, grouped };
}
