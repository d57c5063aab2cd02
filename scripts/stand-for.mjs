// A program that stands before another one: what it is told it passes on, and it leaves no orphan.
// In: the child. Out: nothing; this process ends as the child does.

/** How often it looks whether its parent is still there. Nothing tells a process of its parent's end. */
const LOOK_MS = 500;
/** Who started this process, as soon as it can be asked: npm may be gone before the build is done. */
const PARENT = process.ppid;

/**
 * Passes SIGINT and SIGTERM on to `child` and ends with its status. Started by npm, it also ends the child when npm is gone: npm passes a signal on to
 * the shell between the two alone, and that dies of it without a word. A program started in another way may outlive who started it.
 */
export function standFor(child, env = process.env) {
  // The terminal sends Ctrl-C to the whole group, a supervisor signals this process alone: passed on in both cases, the server takes two within a
  // second for one.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  if (env.npm_lifecycle_event === undefined) return;
  const looking = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(looking);
    child.kill("SIGTERM");
  }, LOOK_MS);
}
