// One model of a chain: its adapter, made on first use, and what was learnt about it.
// In: a row of a chain. Out: a Member; rows that say the same share one, so that two purposes share its limit and its connections.

import type { ChainMember } from "../../config/index.js";
import { nearestName } from "../../domain/nearest-name.js";
import { HindsightError } from "../../errors.js";
import type { ModelAdapter, ModelSpec } from "./adapter.js";
import { type Permits, permitPool } from "./limits.js";
import { isReasoningModel, PRESETS, type Preset, presetOf, seesImages } from "./presets.js";

export interface Member {
  readonly provider: string;
  /** The preset's default where none was given. */
  readonly model: string;
  /** How messages speak of it. */
  readonly about: MemberNames;
  readonly seesImages: boolean;
  /** Thinks before it answers: needs room for that, and takes no temperature. */
  readonly isReasoning: boolean;
  /** Calls at once to its provider at its address. */
  readonly permits: Permits;
  adapter(): Promise<ModelAdapter>;
  /** Most tokens of an answer that it takes, once it has said so; `unsent` where any limit is too much for its window; else null. */
  outputLimit: number | "unsent" | null;
  /** Its server has said that it takes no tools: they are offered and called in words. */
  callsInWords: boolean;
}

export interface MemberNames {
  /** Variables of its fields. */
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Scheme, host and port of its address; empty where only its SDK knows that. */
  readonly origin: string;
  /** It is asked at the vendor's own address in the network, not at one that was given, nor on this machine. */
  readonly isVendors: boolean;
}

export type CreateAdapter = (spec: ModelSpec) => Promise<ModelAdapter>;

export interface MemberPool {
  of(settings: ChainMember): Member;
  close(): Promise<void>;
}

export function memberPool(createAdapter: CreateAdapter, maxConcurrent: number): MemberPool {
  const members = new Map<string, Member>();
  const limits = permitPool();
  const adapters = new Set<Promise<ModelAdapter>>();

  function make({ variables, ...spec }: ChainMember): Member {
    const preset = presetFor(spec.provider, variables);
    const { named } = spec;
    const model = spec.model || preset.defaultModel;
    let made: Promise<ModelAdapter> | null = null;
    return {
      provider: spec.provider,
      model,
      about: { ...named, apiKey: keyNames(spec, preset), origin: originOf(spec, preset), isVendors: isVendors(spec, preset) },
      seesImages: seesImages(preset, model, spec.options.VISION),
      isReasoning: isReasoningModel(model),
      permits: limits(`${spec.provider} ${spec.baseUrl}`, maxConcurrent),
      outputLimit: null,
      callsInWords: false,
      adapter() {
        if (made === null) {
          const making = createAdapter({ ...spec, model });
          made = making;
          adapters.add(making);
          making.catch(() => {
            made = null; // the caller gets the reason; the next call tries again
            adapters.delete(making);
          });
        }
        return made;
      },
    };
  }

  return {
    of(settings) {
      const { variables: _, named: __, ...spec } = settings;
      const key = JSON.stringify(spec);
      const known = members.get(key) ?? make(settings);
      members.set(key, known);
      return known;
    },
    async close() {
      for (const adapter of await Promise.allSettled(adapters)) if (adapter.status === "fulfilled") await adapter.value.close?.();
    },
  };
}

/** Where a key is set; where none is given, also the provider's own variables. A program has a login instead. */
function keyNames({ apiKey, named }: ModelSpec & Pick<ChainMember, "named">, { kind, keyVariables }: Preset): string {
  if (kind === "claude-code" || kind === "codex") return "the login of its program";
  return apiKey.trim() !== "" || keyVariables.length === 0 ? named.apiKey : `${named.apiKey} (or ${keyVariables.join(", ")})`;
}

/** Scheme, host and port: a path or a query may hold what is secret. */
function originOf({ baseUrl }: ModelSpec, preset: Preset): string {
  const address = baseUrl.trim() || preset.baseUrl;
  return URL.canParse(address) ? new URL(address).origin : "";
}

const isVendors = ({ baseUrl }: ModelSpec, preset: Preset): boolean => baseUrl.trim() === "" && !preset.isLocal;

/** The preset of a provider. Throws `configuration_invalid` with the nearest name for one that does not exist. */
export function presetFor(provider: string, variables: string): Preset {
  if (Object.hasOwn(PRESETS, provider)) return presetOf(provider);
  const nearest = nearestName(provider.slice(0, 40), Object.keys(PRESETS));
  throw new HindsightError(
    "configuration_invalid",
    `${variables}PROVIDER is "${provider.slice(0, 40)}", which is no provider. The nearest name is "${nearest}"; docs/language-models.md lists all.`,
  );
}
