// detectors: every kind of secret and personal data that is known by its form.
// In: nothing. Out: the list, a special form before the general one; of two that find the same text the first names it.

import { CLOUD_KEYS } from "./clouds.js";
import { CODE_TOKENS } from "./code.js";
import { CREDENTIALS } from "./credentials.js";
import type { Detector } from "./detector.js";
import { MODEL_KEYS } from "./models.js";
import { PERSONAL_DATA } from "./personal.js";
import { SERVICE_KEYS } from "./services.js";

export type { Detector } from "./detector.js";

export const DETECTORS: readonly Detector[] = [
  ...MODEL_KEYS,
  ...CLOUD_KEYS,
  ...CODE_TOKENS,
  ...SERVICE_KEYS,
  ...CREDENTIALS,
  ...PERSONAL_DATA,
];
