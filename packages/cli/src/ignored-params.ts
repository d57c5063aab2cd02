// What the server ignored, said once: a name that had no effect is a slip more often than not.
// In: replies with the header X-Ignored-Params. Out: a line on stderr.

import { note } from "./output.js";

/** As the server names a rule of memory defense that no detector answers to. */
const DETECTOR = /^memory_defense\.rules\[\]\.on=(.+)$/;

/** Heeds replies: says what each ignored, every name once. */
export function tellIgnored(): (reply: Pick<Response, "headers">) => Promise<void> {
  const told = new Set<string>();
  return async ({ headers }) => {
    const names = (headers.get("x-ignored-params") ?? "").split(", ").filter((name) => name !== "" && !told.has(name));
    if (names.length === 0) return;
    for (const name of names) told.add(name);
    const said = await Promise.all(names.map(readable));
    note(`Warning: the server ignored what it does not know: ${said.join(", ")}.`);
  };
}

async function readable(name: string): Promise<string> {
  const detector = DETECTOR.exec(name)?.[1];
  if (detector === undefined) return name;
  // Loaded when it is needed: the commands that only ask a server are there sooner without it.
  const { nearDetector } = await import("@hindsight-memory/engine");
  const near = nearDetector(detector);
  return `the memory-defense detector ${detector}${near === null ? "" : ` (is ${near} meant?)`}`;
}
