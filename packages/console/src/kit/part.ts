// Parts of the program that are loaded when they are first asked for: pages, charts, the graph.
// In: an import. Out: a component; where the file does not come, an error that says why, and a way to ask for it again.
// React's `lazy` keeps a failure for ever, and the router's component loads the whole page anew, which is nowhere while no server answers.

import { lazyRouteComponent } from "@tanstack/react-router";
import { consoleCall } from "../api/client";

/** What asks again for each part that did not come. */
const missing = new Set<() => unknown>();

/** Asks again for the parts that did not come; afterwards whoever shows one may try. */
export async function loadMissing(): Promise<void> {
  await Promise.all([...missing].map((load) => load()));
}

/**
 * The component that a file exports by this name.
 * A server that does not answer is the error; where it answers and the file is gone, the console was built anew, and the router loads the page again, once.
 */
export const part: typeof lazyRouteComponent = (load, name) => {
  const again = (): unknown => Part.preload?.();
  const asked = async (): ReturnType<typeof load> => {
    try {
      const loaded = await load();
      missing.delete(again);
      return loaded;
    } catch (cause) {
      missing.add(again);
      await consoleCall("auth/session");
      throw cause;
    }
  };
  const Part = lazyRouteComponent(asked, name);
  return Part;
};
