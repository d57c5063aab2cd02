/** Why memories go or change, and with what is done that follows from it. */

import type { Consolidating } from "./ask-for-consolidation.js";

/**
 * `deleted`: a caller wants the words gone, wherever they went; what was learnt of them is withheld at once.
 * `replaced`: a newer version of a document says something else; what was learnt is corrected in the background.
 * `rederived`: no word goes, it is only consolidated anew (tags or scopes changed, or one belief took the place of another).
 */
export type Cause = "deleted" | "replaced" | "rederived";

export interface Manner {
  readonly cause: Cause;
  /** Says whether what is set free is consolidated again. */
  readonly engine: Consolidating;
}
