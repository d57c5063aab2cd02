// Which items and namespaces a search of a LangGraph store asks for.
// In: filters and patterns of LangGraph. Out: yes or no.

import type { MatchCondition } from "@langchain/langgraph-checkpoint";
import type { Value } from "./item.js";

type Compare = (value: unknown, wanted: unknown) => boolean;
const isEqual: Compare = (value, wanted) => JSON.stringify(value) === JSON.stringify(wanted);
const ordered =
  (holds: (order: number) => boolean): Compare =>
  (value, wanted) =>
    typeof value === typeof wanted && holds(value === wanted ? 0 : (value as number) < (wanted as number) ? -1 : 1);

const OPERATORS: Readonly<Record<string, Compare>> = {
  $eq: isEqual,
  $ne: (value, wanted) => !isEqual(value, wanted),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
};

/** Whether a value passes a filter: each field equal to what is asked, or as its operators say. */
export function passes(value: Value, filter: Readonly<Record<string, unknown>> | undefined): boolean {
  return Object.entries(filter ?? {}).every(([field, wanted]) => {
    const operators = typeof wanted === "object" && wanted !== null ? Object.entries(wanted).filter(([name]) => name.startsWith("$")) : [];
    if (operators.length === 0) return isEqual(value[field], wanted);
    return operators.every(([name, operand]) => {
      const compare = OPERATORS[name];
      if (compare === undefined) throw new TypeError(`There is no operator ${name}; there are ${Object.keys(OPERATORS).join(", ")}.`);
      return compare(value[field], operand);
    });
  });
}

/** Whether a namespace begins or ends as a condition says; `*` stands for any one name. */
export function fits(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const part = matchType === "prefix" ? namespace.slice(0, path.length) : namespace.slice(namespace.length - path.length);
  return part.every((name, index) => path[index] === "*" || path[index] === name);
}
