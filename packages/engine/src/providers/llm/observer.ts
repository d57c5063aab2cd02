import type { CallObserver } from "./provider.js";

/** Nobody watches: everything is allowed and nothing is kept. */
export const NO_OBSERVER: CallObserver = Object.freeze({ before: async () => undefined, after: () => undefined });
