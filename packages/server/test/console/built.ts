// A built console as small as one can be, in a folder of its own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export const PAGE =
  '<base href="__BASE__"><meta name="csp-nonce" content="__NONCE__"><script type="module" src="./assets/main-h4sh.js"></script>';
export const SCRIPT = "export const words = 'to be told over and over';\n".repeat(60);

export function builtConsole(isTold: (drop: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(path.join(tmpdir(), "hindsight-console-"));
  isTold(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "index.html"), PAGE);
  writeFileSync(path.join(folder, "icon.svg"), "<svg/>");
  writeFileSync(path.join(folder, "assets/main-h4sh.js"), SCRIPT);
  return folder;
}
