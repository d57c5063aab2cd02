// Memory defense: what it tells of what it did.
// In: nothing. Out: types.

/** An item that is not stored, by the contract's names. */
export interface Violation {
  /** Place in the request. */
  readonly index: number;
  /** The rule of the policy that decided. */
  readonly detector: string;
  readonly message: string;
}

/** An item that is stored without some of its text. */
export interface Redaction {
  readonly index: number;
  /** Names of what was taken out. */
  readonly detectors: readonly string[];
}

/** What a bank's defense did to the items of one call. */
export interface DefenseReport {
  readonly violations: readonly Violation[];
  readonly redactions: readonly Redaction[];
}

/** One decision, as listeners and the audit log are told. Previews are fingerprints, never what was found. */
export interface DefenseEvent {
  readonly action: "redact" | "block";
  readonly detector: string;
  readonly documentId: string | null;
  readonly matchedTypes: readonly string[];
  readonly message: string;
  readonly hits: readonly { readonly detector: string; readonly preview: string }[];
}
