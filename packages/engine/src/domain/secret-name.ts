/**
 * Does the name of a header, a parameter or an option say that its value is secret? Such values are shown to nobody who asks for the rest. Words that stand in
 * the middle of a name count too (`X-Hub-Signature-256`); a harmless value hidden costs less than a secret shown. The short ones count as a whole word alone.
 */
export function isSecretName(name: string): boolean {
  return /auth|cookie|token|secret|key|pass|pwd|cred|session|jwt|bearer|signature|hmac/i.test(name) || SHORT.test(name);
}

const SHORT = /(^|[-_.])(sig|pw|pin|sid|otp|code)($|[-_.])/i;
