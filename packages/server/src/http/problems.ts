// Problems: what is wrong with a request, in the contract's list form.
// In: zod issues and the value they are about. Out: `{type, loc, msg, input, ctx?}` entries for a 422.

import type { z } from "@hono/zod-openapi";

export interface Problem {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Where the faulty value stood. */
export type Place = "body" | "query" | "path";

/** Longest echo of a faulty value, in characters of JSON: enough to recognise it, not a mirror of a large body. */
const LONGEST_ECHO = 1_000;
/** A batch of thousands of faulty items is explained by its first problems. */
export const MOST_PROBLEMS = 50;

export function problemsOf(error: z.ZodError, place: Place, input: unknown): readonly Problem[] {
  return error.issues.slice(0, MOST_PROBLEMS).map((issue) => problemOf(issue, place, input));
}

function problemOf(issue: z.core.$ZodIssue, place: Place, root: unknown): Problem {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  const input = path.reduce<unknown>((value, key) => own(value, key), root);
  const { type, msg, ctx } = described(issue, input);
  return { type, loc: [place, ...path], msg, input: echo(type === "missing" ? null : input), ...(ctx === undefined ? {} : { ctx }) };
}

function own(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}

type Description = Pick<Problem, "type" | "msg" | "ctx">;

function described(issue: z.core.$ZodIssue, input: unknown): Description {
  switch (issue.code) {
    case "custom":
      return fromLeaf(issue);
    case "invalid_type":
      if (input === undefined) return { type: "missing", msg: "This field is required" };
      return wrongType(issue.expected);
    case "too_small":
      return { type: "too_short", msg: `Must have at least ${issue.minimum} entries`, ctx: { min_length: Number(issue.minimum) } };
    case "too_big":
      return { type: "too_long", msg: `Must have at most ${issue.maximum} entries`, ctx: { max_length: Number(issue.maximum) } };
    default:
      return { type: "value_error", msg: issue.message, ctx: { error: issue.message } };
  }
}

function fromLeaf(issue: z.core.$ZodIssueCustom): Description {
  const type = issue.params?.type;
  const ctx = issue.params?.ctx;
  return {
    type: typeof type === "string" ? type : "value_error",
    msg: issue.message,
    ...(typeof ctx === "object" && ctx !== null ? { ctx: ctx as Record<string, unknown> } : {}),
  };
}

function wrongType(expected: string): Description {
  if (expected === "array") return { type: "list_type", msg: "Must be a list" };
  if (expected === "record") return { type: "dict_type", msg: "Must be an object" };
  if (expected === "object") return { type: "model_attributes_type", msg: "Must be an object" };
  return { type: `${expected}_type`, msg: `Must be of type ${expected}` };
}

function echo(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "string") return value.length <= LONGEST_ECHO ? value : `${value.slice(0, LONGEST_ECHO)}…`;
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= LONGEST_ECHO ? value : `${text.slice(0, LONGEST_ECHO)}…`;
}
