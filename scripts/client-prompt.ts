// The rendering of memories for a prompt, copied from the engine: `npx tsx scripts/client-prompt.ts` writes the copies, a test compares them.
// In: packages/engine/src/domain/memory-prompt.ts. Out: the same for the client and for the wrappers, which stand on no other package.
// One rendering, so that a program may show memories as the server does, also those of a server that renders none.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const inPackages = (path: string): string => fileURLToPath(new URL(`../packages/${path}`, import.meta.url));
const source = inPackages("engine/src/domain/memory-prompt.ts");
export const copies = [inPackages("client/src/memory-prompt.gen.ts"), inPackages("wrap/src/memory-prompt.gen.ts")];

export function promptSource(): string {
  return `// Copied from packages/engine/src/domain/memory-prompt.ts by scripts/client-prompt.ts, not by hand.\n${readFileSync(source, "utf8")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const copy of copies) writeFileSync(copy, promptSource());
