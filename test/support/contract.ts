// The contract that lies beside the project.
// In: nothing. Out: paths of its files, or null when they are not on this machine; in CI their absence is a failure.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `shared/` is a sibling of the project; HINDSIGHT_SHARED_DIR names another place. */
const SHARED = process.env.HINDSIGHT_SHARED_DIR ?? fileURLToPath(new URL("../../../shared", import.meta.url));

export function sharedFile(name: string): string | null {
  const file = `${SHARED}/${name}`;
  if (existsSync(file)) return file;
  if (process.env.CI) throw new Error(`shared/${name} is missing; in CI it must be there (HINDSIGHT_SHARED_DIR names the folder).`);
  return null;
}
