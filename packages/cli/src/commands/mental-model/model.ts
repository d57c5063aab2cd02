// Mental models as the verbs read and show them.
// In: the server's reply. Out: what it says, and what is known of it.

import { bankPath, CliError } from "../../api.js";
import type { JsonObject } from "../../option-values.js";
import { facts, shown, when } from "../../output.js";
import { triggerText } from "../../trigger-options.js";

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly source_query?: string | null;
  readonly content?: string | null;
  readonly tags: readonly string[];
  readonly max_tokens?: number | null;
  readonly trigger?: JsonObject | null;
  readonly last_refreshed_at?: string | null;
  readonly last_refresh_failed_at?: string | null;
  readonly created_at?: string | null;
  readonly is_knowledge_page?: boolean | null;
  readonly is_stale?: boolean | null;
  readonly staleness_reason?: string | null;
}

export const modelsPath = (bank: string, rest = ""): string => bankPath(bank, `/mental-models${rest}`);

export const modelPath = (bank: string, id: string, rest = ""): string => modelsPath(bank, `/${encodeURIComponent(id)}${rest}`);

/** What is asked of a model. That there is none of that id may be since it is a page's: the error then names who takes it. */
export function asModel<T>(bank: string, id: string, asked: Promise<T>): Promise<T> {
  return asked.catch((cause: unknown) => {
    if (!(cause instanceof CliError) || cause.answer?.status !== 404 || !id.startsWith("kp-")) throw cause;
    const hint = `That is the id of a page: "hindsight pages get ${bank} ${id}" shows it and names its mental model, "hindsight pages history" tells what it said before.`;
    throw new CliError(`${cause.message} ${hint}`, { cause, answer: cause.answer });
  });
}

/** In a word or two: whether what it says can be believed. */
export function stateOf({ last_refreshed_at, last_refresh_failed_at, is_stale }: Model): string {
  const states = [
    ...(last_refreshed_at ? [] : ["not written yet"]),
    ...(last_refreshed_at && is_stale === true ? ["stale"] : []),
    ...(last_refresh_failed_at ? ["last refresh failed"] : []),
  ];
  return states.join(", ") || "fresh";
}

export function modelFacts(model: Model): string {
  const rows: readonly (readonly [string, unknown])[] = [
    ["mental model", model.id],
    ["name", model.name],
    ["question", model.source_query],
    ["tags", model.tags],
    ["most tokens", model.max_tokens],
    ["refreshed", triggerText(model.trigger)],
    ["last refresh (UTC)", model.last_refreshed_at ? when(model.last_refreshed_at) : null],
    ["state", model.staleness_reason ? `${stateOf(model)}: ${model.staleness_reason}` : stateOf(model)],
    ["page", model.is_knowledge_page === true ? "yes, in the tree of hindsight pages" : null],
  ];
  return facts(rows.filter(([, value]) => shown(value) !== "–"));
}

/** What is known of it, and below what it says. */
export const modelText = (model: Model): string => `${modelFacts(model)}\n\n${model.content ?? ""}`.trimEnd();
