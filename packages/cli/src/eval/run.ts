// Asking the questions, a few at a time, under every setting.

import { type JudgedCase, judgeReply, type RecalledReply, requestFor } from "@hindsight-memory/client/relevance";
import { type Api, bankPath, CliError } from "../api.js";
import { progress } from "../output.js";
import type { NumberedCase } from "./load-cases.js";
import type { Setting } from "./settings.js";

export interface Answered {
  readonly asked: NumberedCase;
  readonly judged: JudgedCase;
  /** From here, with the network. */
  readonly ms: number;
  /** The beginning of what stood first; null where nothing came. */
  readonly first: string | null;
}

export interface Outcome {
  readonly setting: Setting;
  readonly answers: readonly Answered[];
}

/** Settings take turns question by question, so that whatever slows the machine for a while slows all of them. The first failure ends it. */
export async function run(
  api: Api,
  bank: string,
  cases: readonly NumberedCase[],
  settings: readonly Setting[],
  parallel: number,
): Promise<readonly Outcome[]> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const count = (text: string): number => countTokens(text, { disallowedSpecial: new Set<string>() });
  const jobs = cases.flatMap((asked, place) => settings.map((setting, side) => ({ asked, setting, place, side })));
  const answers = settings.map((): Answered[] => []);
  const bar = progress(`asking ${bank}`);
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
      const { asked, setting, place, side } = job;
      (answers[side] as Answered[])[place] = await ask(api, bank, asked, setting, count);
      done += 1;
      bar.update(done, jobs.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, jobs.length) }, worker));
  } finally {
    next = jobs.length; // of several workers the others stop as well
    bar.end();
  }
  return settings.map((setting, side) => ({ setting, answers: answers[side] ?? [] }));
}

async function ask(api: Api, bank: string, asked: NumberedCase, setting: Setting, count: (text: string) => number): Promise<Answered> {
  const started = performance.now();
  const reply = await api
    .send<RecalledReply>("POST", bankPath(bank, "/memories/recall"), requestFor(asked, setting.request))
    .catch((cause: unknown) => {
      if (!(cause instanceof CliError) || cause.answer === null) throw cause;
      throw new CliError(`Line ${asked.line}${setting.name === "" ? "" : ` (${setting.name})`}: ${cause.message}`, {
        cause,
        answer: cause.answer,
      });
    });
  const ms = performance.now() - started;
  return { asked, judged: judgeReply(asked, reply, count), ms, first: reply.results[0]?.text ?? null };
}
