/** @jsxRuntime automatic @jsxImportSource react */
// The terminal browser from its begin to its end, on a screen of its own: what stood on the terminal before is there again.

import { render } from "ink";
import type { Api } from "../api.js";
import { Screen } from "./screen.js";

const OTHER_SCREEN = "\u001b[?1049h\u001b[H";
const FIRST_SCREEN = "\u001b[?1049l";

/** Resolves when somebody leaves it. */
export async function explore(api: Api, bank: string | null): Promise<void> {
  const giveBack = (): void => void process.stdout.write(FIRST_SCREEN);
  process.stdout.write(OTHER_SCREEN);
  process.once("exit", giveBack); // also when it is ended by a signal
  try {
    await render(<Screen api={api} bank={bank} />, { exitOnCtrlC: true, patchConsole: false }).waitUntilExit();
  } finally {
    process.off("exit", giveBack);
    giveBack();
  }
}
