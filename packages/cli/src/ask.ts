// Asking somebody at a terminal.
// In: a question. Out: what was typed; Ctrl-C and Ctrl-D end the command before it has done anything.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Interrupted } from "./cli-error.js";
import { harmless } from "./harmless.js";

/** The question goes to stderr, where a pipe does not take it away. A secret is not shown as it is typed. Throws Interrupted. */
export async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  const stopped = new AbortController();
  let isMuted = false;
  const screen = new Writable({
    write(part: Buffer, _encoding, done) {
      if (!isMuted) process.stderr.write(part);
      done();
    },
  });
  const asking = createInterface({ input: process.stdin, output: screen, terminal: true });
  const stop = (): void => stopped.abort();
  asking.once("SIGINT", stop).once("close", stop);
  try {
    const answer = asking.question(harmless(question), { signal: stopped.signal });
    isMuted = isSecret;
    const text = await answer;
    if (isSecret) process.stderr.write("\n");
    return text.trim();
  } catch (cause) {
    if (!stopped.signal.aborted) throw cause;
    if (isSecret) process.stderr.write("\n");
    throw new Interrupted();
  } finally {
    asking.close();
  }
}
