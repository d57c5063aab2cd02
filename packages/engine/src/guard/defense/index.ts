// defense: what may not be kept, and what may not be believed.
// In: a bank's policy and texts from outside. Out: texts without secrets, verdicts, and signs of text that instructs its reader.
// Nothing here stores or sends anything; retain asks it before it does either.

export { auditCleaner, defenseAudit } from "./audit.js";
export { cleanerOf, cleanLabels, policyOf, type Screened, screenedUnder, withScreenedLabels } from "./by-hand.js";
export { DETECTORS, type Detector } from "./detectors/index.js";
export { find } from "./find.js";
export { instructionSigns } from "./instructions.js";
export {
  type DefensePolicy,
  NO_DEFENSE,
  nearDetector,
  readPolicy,
  readTreatments,
  type Treatments,
  unknownDetectors,
} from "./policy.js";
export { atOnce, redact } from "./redact.js";
export { openScreening, type Screening, type Verdict } from "./screening.js";
