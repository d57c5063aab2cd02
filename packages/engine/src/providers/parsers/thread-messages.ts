import type { ErrorCode } from "../../errors.js";
import type { FileHints, ParsedFile, ParseLimits, ParseProgress } from "./provider.js";

export interface ThreadTask {
  readonly bytes: Uint8Array;
  readonly hints: FileHints;
  readonly limits: ParseLimits;
}

export type ThreadMessage =
  | { readonly type: "progress"; readonly progress: ParseProgress }
  | { readonly type: "parsed"; readonly file: ParsedFile }
  | { readonly type: "refused"; readonly code: ErrorCode; readonly message: string };
