import { instructionSigns, LONGEST } from "./instructions.js";
import { type DefensePolicy, INSTRUCTIONS } from "./policy.js";
import { readings } from "./readings.js";
import { atOnce, fingerprint, type Hit, redacting, without } from "./redact.js";

/** Something that was found in one of the texts of a thing. */
export interface ScreeningHit extends Pick<Hit, "action"> {
  /** The detector's name. */
  readonly label: string;
  /** By which it can be told again, and never used. */
  readonly preview: string;
}

/** What is to become of a thing as a whole. */
export interface Verdict {
  readonly action: "allow" | "redact" | "block";
  /** The rule that decided, by its `on`; null when all is allowed. */
  readonly detector: string | null;
  /** Names of what was found, each once. */
  readonly matchedTypes: readonly string[];
  /** At most `LISTED_HITS`. */
  readonly hits: readonly Pick<ScreeningHit, "label" | "preview">[];
}

/** Looks through all texts of one thing, as they are written and as whoever decodes their escapes reads them: a JSON transcript is stored decoded. */
export interface Screening {
  /** The text as it may be kept. */
  clean(text: string): string;
  /** The same in steps, for texts of any length. */
  cleaning(text: string): Generator<undefined, string>;
  /** The same for what cannot be changed without becoming something else, as the id of a document: what a policy would redact blocks. */
  require(text: string): string;
  /** Blocks text that instructs whoever reads it, where the policy says so. */
  refuseInstructions(text: string): void;
  /** The same in steps. */
  refusingInstructions(text: string): Generator<undefined, void>;
  verdict(): Verdict;
}

/** UTF-16 units that two parts of a long text have in common when it is looked through for instructions: none has more. */
const OVERLAP = 1_000;

/** Hits that a verdict lists. */
const LISTED_HITS = 20;

export function openScreening(policy: DefensePolicy): Screening {
  const found: ScreeningHit[] = [];
  function* look(text: string, action: ScreeningHit["action"] | null): Generator<undefined, string> {
    if (policy.actions.size === 0 || text === "") return text;
    let kept = text;
    for (const reading of readings(() => kept)) {
      const { hits } = yield* redacting(reading.text, policy.actions);
      for (const hit of hits) {
        found.push({ label: hit.label, action: action ?? hit.action, preview: fingerprint(reading.text.slice(hit.start, hit.end)) });
      }
      const written = hits.map((hit) => ({ ...hit, start: reading.writtenAt(hit.start), end: reading.writtenAt(hit.end) }));
      if (hits.length > 0) kept = without(kept, written);
    }
    return kept;
  }
  function* refusing(text: string): Generator<undefined, void> {
    if (policy.instructions !== "block") return;
    for (const reading of readings(() => text)) {
      for (let from = 0; from === 0 || from + OVERLAP < reading.text.length; from += LONGEST - OVERLAP) {
        if (instructionSigns(reading.text.slice(from, from + LONGEST)).length > 0) {
          found.push({ label: INSTRUCTIONS, action: "block", preview: "[redacted]" });
          return;
        }
        yield;
      }
    }
  }
  return {
    clean: (text) => atOnce(look(text, null)),
    cleaning: (text) => look(text, null),
    require: (text) => atOnce(look(text, "block")),
    refuseInstructions: (text) => atOnce(refusing(text)),
    refusingInstructions: refusing,
    verdict() {
      const deciding = found.find(({ action }) => action === "block") ?? found[0];
      if (deciding === undefined) return { action: "allow", detector: null, matchedTypes: [], hits: [] };
      return {
        action: deciding.action,
        detector: policy.ruleOf.get(deciding.label) ?? deciding.label,
        matchedTypes: [...new Set(found.map(({ label }) => label))],
        hits: found.slice(0, LISTED_HITS).map(({ label, preview }) => ({ label, preview })),
      };
    },
  };
}
