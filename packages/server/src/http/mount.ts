// Mounting: an endpoint becomes a route of the app.
// In: endpoints. Out: routes that read path, query and body, call the handler and send what it returns.

import type { z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { accessOf, authorize, operationOf, teller } from "../access/index.js";
import { compressed } from "../middleware/gzip.js";
import { queryLists } from "../wire/query.js";
import { auditActionOf, auditedCall, noted, sentIn } from "./audit.js";
import { BODY_TIMEOUT_MS, type Body, readJson } from "./body.js";
import { type Endpoint, okStatus } from "./endpoint.js";
import { MOST_PROBLEMS, type Place, type Problem, problemsOf } from "./problems.js";
import { phaseClock } from "./recall-phases.js";
import { requestSignal } from "./signal.js";
import { checkPath, targetOf } from "./target.js";
import { HindsightError, type HttpContext, type HttpEnv, type HttpParts } from "./types.js";
import { unknownKeys } from "./unknown-keys.js";

/** Path parameters that may hold slashes as they are. */
const CATCH_ALL: ReadonlySet<string> = new Set(["document_id", "chunk_id", "key"]);

/** Does the path have a parameter that may hold slashes? */
export function isCatchAll(path: string): boolean {
  return [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => CATCH_ALL.has(name as string));
}

/** `/banks/{bank_id}` as Hono writes it. */
export function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => (CATCH_ALL.has(name) ? `:${name}{.+}` : `:${name}`));
}

export function mount(app: Hono<HttpEnv>, endpoint: Endpoint, parts: HttpParts): void {
  const read = inputReader(endpoint, parts);
  const status = okStatus(endpoint);
  const access = accessOf(endpoint);
  const operation = operationOf(endpoint);
  const action = auditActionOf(endpoint);
  app.on(endpoint.method.toUpperCase(), routePattern(endpoint.path), async (context) => {
    context.set("route", endpoint.path);
    checkPath(context.req.path);
    const clock = phaseClock(endpoint.lane === "recall", context.get("begunAt"), parts.noteRecallPhase);
    clock.ended("mw_and_routing");
    // Before the body: who is refused learns it without sending one, and whatever is wrong with it.
    const asked = access === null ? null : { access, operation, bankId: context.req.param("bank_id") ?? null };
    if (asked !== null) await authorize(context.get("caller"), asked);
    const tell = teller(context.get("caller"), asked);
    clock.ended("engine_auth");
    const { signal, release } = requestSignal(context.req.raw.signal, parts.options.shutdown);
    let leave: (() => void) | null = null;
    let held: Promise<unknown> | null = null;
    const hold = (work: Promise<unknown>): void => {
      held = work;
    };
    const end = (): void => {
      leave?.();
      release();
    };
    try {
      // The body comes first: a place is for work, and a caller who never finishes sending would hold one.
      const input = await read(context);
      clock.ended("http_to_handler");
      tell.sent(() => sentIn(input));
      if (endpoint.lane !== undefined) leave = await parts.gates[endpoint.lane].enter(signal);
      clock.ended("semaphore_acquire");
      const work = (): Promise<unknown> => endpoint.handle({ ...input, signal, context, parts, hold });
      const value = await (action === null ? work() : noted(parts.audit, auditedCall(action, input, context), work, () => held));
      clock.goesOn();
      const reply = value instanceof Response ? value : await send(context, value, status, parts.options.settings.gzipMinSize);
      clock.ended("result_serialization");
      tell.ended(value instanceof Response ? null : value);
      return reply;
    } catch (cause) {
      tell.ended(null, signal.aborted ? signal.reason : cause);
      if (signal.aborted) throw signal.reason;
      // Hono hands only errors to its error handler.
      throw cause instanceof Error ? cause : new HindsightError("internal", String(cause), { cause });
    } finally {
      if (held === null) end();
      else void Promise.allSettled([held]).then(end);
    }
  });
}

async function send(context: HttpContext, value: unknown, status: number, gzipMinSize: number): Promise<Response> {
  const { body, headers } = await compressed(context, JSON.stringify(value), gzipMinSize);
  return context.body(body, status as 200, { "Content-Type": "application/json", ...headers });
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Part = { readonly value: unknown; readonly problems: readonly Problem[] };

function inputReader(endpoint: Endpoint, parts: HttpParts): (context: HttpContext) => Promise<Input> {
  const { params, query, body } = endpoint;
  const { basePath, maxBodyMb } = parts.options.settings;
  const isSmaller = endpoint.maxBodyMb !== undefined && endpoint.maxBodyMb < maxBodyMb;
  const limits = {
    maxBytes: (isSmaller ? (endpoint.maxBodyMb ?? maxBodyMb) : maxBodyMb) * 1_048_576,
    remedy: isSmaller ? "no such request needs more" : "send it in parts, or raise HINDSIGHT_API_MAX_BODY_MB",
    timeoutMs: parts.options.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
  };
  const knownQuery = new Set(Object.keys(query?.shape ?? {}));
  const lists = new Set(Object.entries(query?.shape ?? {}).flatMap(([name, type]) => (queryLists.has(type) ? [name] : [])));

  return async (context) => {
    const given = new URLSearchParams(targetOf(context.req.raw, context.env, basePath).query);
    const path: Part = params === null ? NOTHING : checked(params, context.req.param(), "path");
    const asked: Part = query === null ? NOTHING : checked(query, queryValues(given, knownQuery, lists), "query");
    const sent = body === null ? null : await readJson(context, limits);
    const told: Part = body === null || sent === null ? NOTHING : checkedBody(body, sent);
    context.set("ignored", [
      ...[...given.keys()].filter((name) => !knownQuery.has(name)),
      ...(body !== null && sent?.ok === true ? unknownKeys(body, sent.value) : []),
    ]);
    const problems = [...path.problems, ...asked.problems, ...told.problems];
    if (problems.length > 0) throw invalid(problems.slice(0, MOST_PROBLEMS));
    return { params: path.value, query: asked.value, body: told.value };
  };
}

const NOTHING: Part = { value: undefined, problems: [] };

function queryValues(given: URLSearchParams, known: ReadonlySet<string>, lists: ReadonlySet<string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of known) {
    const all = given.getAll(name);
    if (all.length > 0) values[name] = lists.has(name) ? all : all.at(-1);
  }
  return values;
}

function checked(type: z.ZodType, input: unknown, place: Place): Part {
  const result = type.safeParse(input);
  return result.success ? { value: result.data, problems: [] } : { value: undefined, problems: problemsOf(result.error, place, input) };
}

/** No body at all is one that says nothing, where that is allowed. */
function checkedBody(type: z.ZodType, body: Body): Part {
  if (!body.ok && body.problem.type === "missing" && type.safeParse(undefined).success) return NOTHING;
  return body.ok ? checked(type, body.value, "body") : { value: undefined, problems: [body.problem] };
}

export function invalid(problems: readonly Problem[]): HindsightError {
  return new HindsightError("invalid_request", problems.map((each) => `${each.loc.join(".")}: ${each.msg}`).join("; "), {
    details: problems,
  });
}
