// The policy of memory defense as a form edits it.
// In: what the configuration holds. Out: a policy with every part, and the detectors by the names that rules have.

export const ACTIONS = ["none", "allow", "redact", "block"] as const;
export type Action = (typeof ACTIONS)[number];
export const TRUST = ["high", "normal", "low"] as const;
export const TREATMENTS = ["keep", "demote", "exclude"] as const;

/** Names of many detectors at once; a rule for one detector goes before one for its half, and that before all. */
export const GROUPS = ["sensitive_data", "secrets", "personal_data", "instructions"] as const;

/** Detectors that people most often set a rule of their own for; any other can be typed. */
export const DETECTORS = [
  "private_key_pem",
  "credit_card",
  "email_address",
  "phone_number",
  "iban",
  "ssn_us",
  "jwt",
  "openai_key",
  "anthropic_key",
  "github_token",
  "aws_access_key",
  "aws_secret_key",
  "slack_token",
  "stripe_secret",
  "db_url_postgres",
  "url_with_password",
  "spain_dni",
  "uk_nino",
] as const;

export interface Rule {
  readonly on: string;
  readonly action: Exclude<Action, "none">;
}

export interface Policy {
  readonly enabled: boolean;
  readonly rules: readonly Rule[];
  readonly default_trust: (typeof TRUST)[number];
  readonly low_trust: (typeof TREATMENTS)[number];
  readonly instruction_like: (typeof TREATMENTS)[number];
}

/** A policy without `enabled` holds; without one nothing is looked for. */
export function policyOf(value: unknown): Policy {
  const found = (typeof value === "object" && value !== null ? value : { enabled: false }) as Partial<Record<keyof Policy, unknown>>;
  const isOn = found.enabled !== false;
  const rules = Array.isArray(found.rules) ? (found.rules as readonly Partial<Rule>[]) : [];
  return {
    enabled: isOn,
    rules: rules.flatMap(({ on, action }) => {
      const known = ACTIONS.find((each) => each === action);
      return typeof on === "string" && known !== undefined && known !== "none" ? [{ on, action: known }] : [];
    }),
    default_trust: TRUST.find((each) => each === found.default_trust) ?? "normal",
    low_trust: TREATMENTS.find((each) => each === found.low_trust) ?? "demote",
    instruction_like: TREATMENTS.find((each) => each === found.instruction_like) ?? "demote",
  };
}

export const actionOn = (rules: readonly Rule[], name: string): Action => rules.find(({ on }) => on === name)?.action ?? "none";

/** The rules with another action for one name; `none` takes its rule away. */
export function withAction(rules: readonly Rule[], name: string, action: Action): readonly Rule[] {
  if (action === "none") return rules.filter(({ on }) => on !== name);
  const isThere = rules.some(({ on }) => on === name);
  return isThere ? rules.map((rule) => (rule.on === name ? { on: name, action } : rule)) : [...rules, { on: name, action }];
}
