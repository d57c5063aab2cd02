// From a provider's refusal to a ModelCallError. In: status, headers and body as they came. Out: which failure, how long to wait, the provider's words without secrets.

import { retryAfterMs } from "../../http/post-json.js";
import { at } from "../../http/read-answer.js";
import { type CallFailure, ModelCallError } from "../adapter.js";

const LONGEST_MESSAGE = 300;
/** Of a page that answers in a provider's stead, enough for its words. */
const LONGEST_READ = 8_000;

/** What each family says when the input is over the model's window. */
const TOO_LONG = [
  /context[_ -]?(length|window|size)[_ ]?(is )?(exceeded|overflow)/i,
  /(maximum|max|model'?s?) context (length|window)/i,
  /exceed\w* .{0,60}(context|maximum number of tokens|token limit|maximum tokens|input limit|max_model_len|max input)/i,
  /(prompt|input|request|message)s? (is |are |was )?too (long|large|many tokens)/i,
  /(input|prompt) (token count|length|tokens).{0,60}(exceed|longer|larger|greater)/i,
  /too many (input |total )?tokens/i,
  /(prompt|input) is longer than the (context|window)/i,
  /reduce (the|your) (length|size|prompt|input|number)/i,
  /exceed_context_size|context_length_exceeded|string_above_max_length|model_max_prompt_tokens_exceeded/i,
];

/** What each family says when it will not answer for its policy's sake. */
const POLICY = [
  /content[_ -]?(filter|policy|management policy)/i,
  /responsible ?ai ?policy/i,
  /(usage|safety|acceptable use) (policy|policies|guidelines)/i,
  /content exists risk|data_inspection_failed|inappropriate content|prohibited_content/i,
  /(flagged|blocked) .{0,40}(moderation|safety|policy|guardrail)|requires moderation/i,
  /guardrail.{0,20}(intervened|blocked)|sensitive content/i,
];

const PASSING = new Set([408, 409, 425, 498, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

/** Texts that must not be shown: keys, tokens, header values. Short ones are left: they would tear ordinary words apart. */
export type Secrets = readonly string[];

export function redacted(text: string, secrets: Secrets): string {
  return secrets
    .filter((secret) => secret.length >= 4)
    .reduce((shown, secret) => shown.replaceAll(secret, "***"), text)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, "$1 ***")
    .replace(/\b((sk|gsk|xai|key|gh[opusr])[-_]|AIza|AKIA)[\w-]{12,}/g, "***");
}

/** One short line of a provider's words. */
export function short(text: string, secrets: Secrets = []): string {
  const line = plain(redacted(text.slice(0, LONGEST_READ), secrets))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}

/** The words of a page; what is none stays as it is. */
function plain(text: string): string {
  if (!/<(!doctype|html|head|body|title|h1|center)\b/i.test(text)) return text;
  return text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
}

/**
 * The words of a 401 or 403, which may repeat the key in a form that no redaction foresees (its beginning, its end, stars between): every word goes that
 * has a digit, a star or an underscore in it and is no number, or that has four characters in a row of a secret.
 */
function withoutKeys(words: string, secrets: Secrets): string {
  const parts = secrets.flatMap((secret) =>
    Array.from({ length: Math.max(0, secret.length - 3) }, (_, at) => secret.slice(at, at + 4).toLowerCase()),
  );
  const isTelling = (word: string): boolean =>
    (word.length >= 5 && /[\d*_…]|\.\.\./.test(word) && !/^\W*\d{1,4}\W*$/.test(word)) ||
    parts.some((part) => word.toLowerCase().includes(part));
  return words
    .split(" ")
    .map((word) => (isTelling(word) ? "***" : word))
    .join(" ");
}

export interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The failure behind an answer of 4xx or 5xx, or behind an error body of any status. */
export function failureOf(refusal: Refusal, secrets: Secrets, now: number = Date.now()): ModelCallError {
  const json = parsed(refusal.body);
  const said = wordsOf(json) ?? (json === undefined ? refusal.body : "");
  const status = statusIn(json, refusal.status);
  const failure = failureKind(status, `${codeOf(json)} ${said}`);
  // Ollama passes the error of the program under it on as it came: JSON within a text.
  const plainly = short(wordsOf(parsed(said)) ?? said, secrets);
  const words = failure === "unauthorised" ? withoutKeys(plainly, secrets) : plainly;
  return new ModelCallError(failure, words === "" ? `it answered with status ${status}` : words, {
    status,
    retryAfterMs: waitOf(refusal.headers, json, said, now),
  });
}

/** Which failure a status and the words with it mean. */
export function failureKind(status: number, text: string): CallFailure {
  const isClientError = status >= 400 && status < 500;
  const isBusy = status === 429 || /\b(throttl|rate.?limit|resource_exhausted|overloaded_error)/i.test(text);
  if (status === 451) return "refused";
  if (status !== 401 && status !== 429 && TOO_LONG.some((form) => form.test(text))) return "context_too_long";
  if ((isClientError || status === 200) && status !== 429 && POLICY.some((form) => form.test(text))) return "refused";
  if (status === 413) return "context_too_long";
  if (status === 401 || status === 403) return "unauthorised";
  if (isBusy) return status === 529 || status === 503 ? "unavailable" : "rate_limited";
  if (PASSING.has(status) || status >= 500 || status < 400) return "unavailable";
  return "bad_request";
}

/** A gateway that answers 200 may tell the true status in its error's `code`. */
function statusIn(json: unknown, status: number): number {
  if (status >= 400) return status;
  const code = Number(at(json, "error", "code") ?? at(json, "error", "status"));
  return Number.isInteger(code) && code >= 400 && code < 600 ? code : status;
}

/** The provider's own sentence, wherever its family puts it. */
export function wordsOf(json: unknown): string | undefined {
  const first = Array.isArray(json) ? json[0] : json;
  const places = [
    at(first, "error", "metadata", "raw"),
    at(first, "error", "message"),
    at(first, "error"),
    at(first, "message"),
    at(first, "Message"),
    at(first, "detail"),
    at(first, "detail", "message"),
    at(first, "base_resp", "status_msg"),
  ];
  return places.find((place): place is string => typeof place === "string" && place !== "");
}

function codeOf(json: unknown): string {
  const first = Array.isArray(json) ? json[0] : json;
  const places = [
    at(first, "error", "code"),
    at(first, "error", "type"),
    at(first, "error", "status"),
    at(first, "error", "innererror", "code"),
    at(first, "code"),
    at(first, "__type"),
  ];
  return places.filter((place) => typeof place === "string").join(" ");
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** What the server asks to wait: headers first, then what its error body says. */
function waitOf(headers: Headers, json: unknown, said: string, now: number): number | null {
  const ms = headers.get("retry-after-ms");
  if (ms !== null && /^\s*\d+(\.\d+)?\s*$/.test(ms)) return Number(ms);
  return retryAfterMs(headers.get("retry-after"), now) ?? waitInBody(json, now) ?? waitInWords(said);
}

/** Google's `RetryInfo`, and the reset moments of subscription back ends. */
function waitInBody(json: unknown, now: number): number | null {
  const error = at(Array.isArray(json) ? json[0] : json, "error");
  const details = at(error, "details");
  const delay = Array.isArray(details) ? details.map((one) => at(one, "retryDelay")).find((one) => typeof one === "string") : undefined;
  if (typeof delay === "string" && /^\d+(\.\d+)?s$/.test(delay)) return Number.parseFloat(delay) * 1000;
  const inSeconds = at(error, "resets_in_seconds");
  if (typeof inSeconds === "number" && inSeconds >= 0) return inSeconds * 1000;
  const resetsAt = at(error, "resets_at");
  const moment = typeof resetsAt === "number" ? resetsAt * 1000 : typeof resetsAt === "string" ? Date.parse(resetsAt) : Number.NaN;
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** "Please try again in 1m7.5s", as OpenAI and Groq put it. */
function waitInWords(said: string): number | null {
  const span = /try again in ((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)/i.exec(said)?.[1];
  if (span === undefined) return null;
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gi)];
  return parts.reduce((sum, [, count = "0", unit = "s"]) => sum + Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0), 0);
}
