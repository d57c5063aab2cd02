// Why a program gave no answer. In: what it wrote. Out: a ModelCallError: programs tell a status in their words, or nothing at all.

import { type CallFailure, ModelCallError } from "../adapter.js";
import { failureKind, short } from "../adapters/failures.js";
import type { TokenUsage } from "../provider.js";
import type { ProgramOutput } from "./run-program.js";

const SIGNED_OUT = /not logged in|log ?in|sign ?in|invalid api key|unauthori[sz]ed|oauth|credential|refresh token/i;
const LIMITED = /(usage|rate|session|weekly|5-hour) limit|hit your .{0,20}limit|too many requests|quota/i;
const TOO_OLD = /unknown option|unexpected argument|unrecognized (option|argument)|invalid option/i;

export function programFailure({ stderr, exitCode, secrets }: ProgramOutput, said: string, usage: TokenUsage): ModelCallError {
  const words = short(said.trim() === "" ? lastLines(stderr) : said, secrets);
  const text = `${said} ${stderr}`;
  if (TOO_OLD.test(text)) return new ModelCallError("bad_request", `the installed program is too old, update it: ${words}`, { usage });
  const status = Number(/\b([45]\d\d)\b/.exec(said)?.[1] ?? 0);
  const failure: CallFailure = LIMITED.test(text)
    ? "rate_limited"
    : SIGNED_OUT.test(text)
      ? "unauthorised"
      : failureKind(status || 500, said);
  return new ModelCallError(
    failure,
    words === "" ? `the program ended with ${exitCode === null ? "a signal" : `code ${exitCode}`} and said nothing` : words,
    {
      status: status || null,
      retryAfterMs: failure === "rate_limited" ? untilReset(said) : null,
      usage,
    },
  );
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-3).join(" ");
}

/** `…limit reached|1767225600`: seconds since 1970. */
function untilReset(said: string): number | null {
  const seconds = /\|(\d{10})\b/.exec(said)?.[1];
  return seconds === undefined ? null : Math.max(0, Number(seconds) * 1000 - Date.now());
}
