// The language models of a server, opened. In: settings and who watches. Out: LanguageModels; the providers' packages are loaded on first use.

import type { Logger } from "pino";
import type { ModelChains, Settings } from "../../config/index.js";
import { sanitise } from "../../domain/text/sanitise.js";
import { HindsightError } from "../../errors.js";
import { openBatches } from "./batch/index.js";
import { type Chain, type ChainParts, openChain } from "./chain.js";
import { type Clock, SYSTEM_CLOCK } from "./clock.js";
import { permitPool } from "./limits.js";
import { type CreateAdapter, memberPool } from "./member.js";
import { NO_MODELS } from "./none.js";
import { askForObject, saysSchema } from "./object.js";
import { NO_OBSERVER } from "./observer.js";
import { probeMember } from "./probe.js";
import { type CallObserver, type LanguageModels, type LlmRequest, PURPOSES, type Purpose, type ToolCall } from "./provider.js";
import { sanitiseAll, stripReasoning } from "./read-object/index.js";

export interface ModelsOptions {
  readonly settings: Pick<
    Settings,
    "modelChains" | "llmMaxConcurrent" | "llmSendBankAsUser" | "fireworksAccountId" | "fireworksBatchBaseUrl"
  >;
  readonly log: Logger;
  readonly observer?: CallObserver;
  /** In place of the providers of the preset table. */
  readonly createAdapter?: CreateAdapter;
  readonly clock?: Clock;
}

/** Opens the chains of all purposes; no provider is reached. Throws `configuration_invalid` for a provider that does not exist. */
export function createLanguageModels({ settings, log, observer, createAdapter, clock }: ModelsOptions): LanguageModels {
  const chains = settings.modelChains;
  if (PURPOSES.every((purpose) => chains[purpose].members.length === 0)) return NO_MODELS;
  const parts: ChainParts = {
    observer: observer ?? NO_OBSERVER,
    clock: clock ?? SYSTEM_CLOCK,
    log,
    isBankSent: settings.llmSendBankAsUser,
  };
  const pool = memberPool(createAdapter ?? adapterOf, settings.llmMaxConcurrent);
  const lanes = permitPool();
  const open = Object.fromEntries(
    Object.entries(withVerification(chains)).map(([purpose, chain]) => {
      const lane = chain.limit === null ? null : lanes(chain.limit.name, chain.limit.places);
      return [purpose, openChain(parts, chain, pool, lane)];
    }),
  ) as Readonly<Record<Purpose, Chain>>;

  function chainOf(purpose: Purpose): Chain {
    if (open[purpose].members.length > 0) return open[purpose];
    throw new HindsightError("llm_not_configured", "No language model is configured for this. Set HINDSIGHT_API_LLM_PROVIDER and its key.");
  }

  const fireworks = { accountId: settings.fireworksAccountId, baseUrl: settings.fireworksBatchBaseUrl };
  const models: LanguageModels = {
    has: (purpose) => open[purpose].members.length > 0,
    describe(purpose) {
      const [first] = open[purpose].members;
      return first === undefined ? null : { provider: first.provider, model: first.model, seesImages: first.seesImages };
    },
    batches: (purpose, at) =>
      openBatches({ ...parts, fireworks }, { purpose, chain: open[purpose].settings, members: open[purpose].members, models, at }),
    async saysSchema(purpose) {
      const { members, settings: chain } = open[purpose];
      const [first] = members;
      return first !== undefined && saysSchema(chain, (await first.adapter()).traits);
    },
    async complete(request) {
      const { result, member, usage } = await chainOf(request.purpose).run(request, (ask, asked) => askForText(request, ask, asked));
      return { ...result, provider: member.provider, model: member.model, usage };
    },
    async completeObject(request) {
      const chain = chainOf(request.purpose);
      const { result, member, usage } = await chain.run(request, (ask, asked) => askForObject(request, chain.settings, asked, ask));
      return { object: result, provider: member.provider, model: member.model, usage };
    },
    async probe(purpose, signal) {
      const { members } = open[purpose];
      return Promise.all(members.map((member) => probeMember(open[purpose], member, purpose, signal, parts.clock)));
    },
    close: () => pool.close(),
  };
  return models;
}

/** A check at the start asks the global model; where there is none, the first purpose's that has one. */
function withVerification(chains: ModelChains): ModelChains {
  if (chains.verification.members.length > 0) return chains;
  const members = PURPOSES.map((purpose) => chains[purpose].members).find((found) => found.length > 0) ?? [];
  return { ...chains, verification: { ...chains.verification, members } };
}

async function askForText(
  request: LlmRequest,
  ask: Parameters<Parameters<Chain["run"]>[1]>[0],
  { provider, model }: { readonly provider: string; readonly model: string },
) {
  const { text, toolCalls, finishReason } = await ask(request.messages, null);
  const shown = sanitise(stripReasoning(text ?? ""));
  if (shown.trim() === "" && toolCalls.length === 0) {
    throw new HindsightError(
      "llm_output_too_long",
      `${model} of ${provider} reached its token limit before it said anything. Raise the limit, or lower its reasoning effort.`,
    );
  }
  const calls = toolCalls.map((call) => ({ ...call, input: sanitiseAll(call.input) as ToolCall["input"] }));
  return { text: shown, toolCalls: calls, finishReason };
}

/** The adapters' packages are megabytes: they are read when a model is asked for the first time. */
const adapterOf: CreateAdapter = async (spec) => {
  if (spec.provider === "mock") return (await import("./mock/index.js")).mockAdapter(spec);
  return (await import("./adapters/index.js")).createAdapter(spec);
};
