import { type MemoryDefense, memoryDefense } from "../../config/index.js";
import { nearName } from "../../domain/nearest-name.js";
import type { Treatment, Trust } from "../../domain/trust.js";
import { HindsightError } from "../../errors.js";
import { DETECTORS, type Detector } from "./detectors/index.js";
import type { DefenseAction, DetectorActions } from "./redact.js";

/** Names that stand for many detectors. */
const DETECTOR_GROUPS = ["sensitive_data", "secrets", "personal_data"] as const;

/** Instruction-like text, which is flagged rather than cut out. */
export const INSTRUCTIONS = "instructions";

const KNOWN: ReadonlySet<string> = new Set([...DETECTORS.map(({ name }) => name), ...DETECTOR_GROUPS, INSTRUCTIONS]);

/** What recall does with what is not to be believed. */
export interface Treatments {
  /** Memories of sources of low trust. */
  readonly lowTrust: Treatment;
  /** Memories whose text instructs whoever reads it. */
  readonly instructionLike: Treatment;
}

/** A policy in force. */
export interface DefensePolicy extends Treatments {
  readonly actions: DetectorActions;
  /** The `on` of the rule by which each detector acts: what callers of the contract know it by. */
  readonly ruleOf: ReadonlyMap<string, string>;
  /** What becomes of an item with instruction-like text. */
  readonly instructions: "allow" | "block";
  /** Of items that say nothing of their source. */
  readonly defaultTrust: Trust;
}

/** Nothing is looked for. A caller who says that a source is of low trust is heard all the same. */
export const NO_DEFENSE: DefensePolicy = {
  actions: new Map(),
  ruleOf: new Map(),
  instructions: "allow",
  defaultTrust: "normal",
  lowTrust: "demote",
  instructionLike: "keep",
};

/**
 * Reads the policy that a bank has stored. Throws `memory_defense_invalid` for one that cannot be read: then nothing may be stored, for nobody knows what must
 * not be.
 */
export function readPolicy(stored: unknown): DefensePolicy {
  const parsed = memoryDefense.safeParse(stored ?? null);
  if (!parsed.success) {
    throw new HindsightError(
      "memory_defense_invalid",
      "The memory_defense of this bank cannot be read, so nothing is stored in it. Set it anew: PATCH …/config with memory_defense {enabled, rules: [{on, action}]}.",
    );
  }
  const policy = parsed.data;
  if (policy === null || policy.enabled === false) return NO_DEFENSE;
  const rules = policy.rules ?? [];
  const decided = DETECTORS.flatMap((detector) => {
    const rule = ruleFor(namesOf(detector), rules);
    return rule === null ? [] : [{ detector, rule }];
  });
  return {
    actions: new Map(decided.map(({ detector, rule }) => [detector, rule.action])),
    ruleOf: new Map([...decided.map(({ detector, rule }) => [detector.name, rule.on] as const), [INSTRUCTIONS, INSTRUCTIONS]]),
    instructions: ruleFor([INSTRUCTIONS], rules)?.action === "block" ? "block" : "allow",
    defaultTrust: policy.default_trust ?? "normal",
    ...treatmentsIn(policy),
  };
}

/** The same for what is written whatever the policy: one that cannot be read takes out all that is known. */
export function readStrictly(stored: unknown): DefensePolicy {
  const isPolicy = memoryDefense.safeParse(stored ?? null).success;
  return readPolicy(isPolicy ? stored : { enabled: true, rules: [{ on: "sensitive_data", action: "redact" }] });
}

/** What recall does in a bank. A policy that cannot be read demotes: what is stored stays readable. */
export function readTreatments(stored: unknown): Treatments {
  const { data: policy } = memoryDefense.safeParse(stored ?? null);
  if (policy === null || policy?.enabled === false) return NO_DEFENSE;
  return treatmentsIn(policy ?? {});
}

function treatmentsIn(policy: NonNullable<MemoryDefense>): Treatments {
  return { lowTrust: policy.low_trust ?? "demote", instructionLike: policy.instruction_like ?? "demote" };
}

interface Rule {
  readonly on: string;
  readonly action: DefenseAction;
}

/** By which names rules may speak of a detector. One that names it goes before one for its family, and that before one for everything. */
function namesOf({ name, family, isInSensitiveData }: Detector): readonly string[] {
  return isInSensitiveData ? [name, family === "secret" ? "secrets" : "personal_data", "sensitive_data"] : [name];
}

/** The first rule for the first of these names that has one. */
function ruleFor(names: readonly string[], rules: readonly Rule[]): Rule | null {
  for (const name of names) {
    const rule = rules.find(({ on }) => on === name);
    if (rule !== undefined) return rule;
  }
  return null;
}

/** Names in the rules of a policy that nothing here answers to: they are kept, for an extension may know them, and do nothing. */
export function unknownDetectors(stored: unknown): readonly string[] {
  const parsed = memoryDefense.safeParse(stored ?? null);
  return parsed.success ? (parsed.data?.rules ?? []).map(({ on }) => on).filter((name) => !KNOWN.has(name)) : [];
}

/** The detector, or group of them, that a name which nothing answers to is probably a slip of; null when none is near. */
export function nearDetector(name: string): string | null {
  return nearName(name, [...KNOWN]);
}
