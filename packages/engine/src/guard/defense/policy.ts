import { memoryDefense } from "../../config/index.js";
import type { Treatment, Trust } from "../../domain/trust.js";
import { HindsightError } from "../../errors.js";
import { DETECTORS } from "./detectors/index.js";
import type { DefenseAction, DetectorActions } from "./redact.js";

/** Names that stand for many detectors. */
export const DETECTOR_GROUPS = ["sensitive_data", "secrets", "personal_data"] as const;

/** Instruction-like text, which is flagged rather than cut out. */
export const INSTRUCTIONS = "instructions";

const KNOWN: ReadonlySet<string> = new Set([...DETECTORS.map(({ name }) => name), ...DETECTOR_GROUPS, INSTRUCTIONS]);

/** A policy in force. */
export interface DefensePolicy {
  readonly actions: DetectorActions;
  /** What becomes of an item with instruction-like text. */
  readonly instructions: "allow" | "block";
  /** Of items that say nothing of their source. */
  readonly defaultTrust: Trust;
  readonly lowTrust: Treatment;
  readonly instructionLike: Treatment;
}

/** Nothing is looked for, everything is believed alike. Instruction-like memories are flagged all the same. */
export const NO_DEFENSE: DefensePolicy = {
  actions: new Map(),
  instructions: "allow",
  defaultTrust: "normal",
  lowTrust: "keep",
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
  return {
    actions: actionsOf(rules),
    instructions: actionFor([INSTRUCTIONS], rules) === "block" ? "block" : "allow",
    defaultTrust: policy.default_trust ?? "normal",
    lowTrust: policy.low_trust ?? "demote",
    instructionLike: policy.instruction_like ?? "demote",
  };
}

type Rules = readonly { readonly on: string; readonly action: DefenseAction }[];

/** A rule that names a detector goes before one that names its family, and that before one for everything; of equals the first decides. */
function actionsOf(rules: Rules): DetectorActions {
  return new Map(
    DETECTORS.flatMap((detector) => {
      const family = detector.family === "secret" ? "secrets" : "personal_data";
      const groups = detector.isInSensitiveData ? [family, "sensitive_data"] : [];
      const action = actionFor([detector.name, ...groups], rules);
      return action === null ? [] : [[detector, action] as const];
    }),
  );
}

/** The action of the first rule for the first of these names that has one. */
function actionFor(names: readonly string[], rules: Rules): DefenseAction | null {
  for (const name of names) {
    const rule = rules.find(({ on }) => on === name);
    if (rule !== undefined) return rule.action;
  }
  return null;
}

/** Names in the rules of a policy that nothing here answers to: they are kept, for an extension may know them, and do nothing. */
export function unknownDetectors(stored: unknown): readonly string[] {
  const parsed = memoryDefense.safeParse(stored ?? null);
  return parsed.success ? (parsed.data?.rules ?? []).map(({ on }) => on).filter((name) => !KNOWN.has(name)) : [];
}
