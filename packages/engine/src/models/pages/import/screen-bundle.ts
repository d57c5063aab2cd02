import type { DefenseEvent } from "../../../domain/defense.js";
import type { BundleFile } from "../../../domain/knowledge.js";
import { HindsightError } from "../../../errors.js";
import { type DefensePolicy, openScreening } from "../../../guard/defense/index.js";
import type { Bundle } from "./read-bundle.js";

export interface ScreenedBundle {
  readonly files: readonly BundleFile[];
  /** One for each file that was changed. */
  readonly events: readonly DefenseEvent[];
}

/** The files as a bank may keep them: its memory defense holds for pages that come from outside too. Throws `memory_blocked` that names the file. */
export function screenBundle(files: readonly BundleFile[], policy: DefensePolicy): ScreenedBundle {
  if (policy.actions.size === 0) return { files, events: [] };
  const events: DefenseEvent[] = [];
  const clean = files.map((file, index) => {
    const screening = openScreening(policy);
    screening.require(file.path); // another path is another page
    const content = screening.clean(file.content);
    const { action, detector, matchedTypes, hits } = screening.verdict();
    if (action === "allow") return file;
    const what = matchedTypes.join(", ");
    if (action === "block") {
      const message = `Nothing was imported. The file ${index + 1} holds ${what}, which the memory defense of this bank blocks. Take it out and import again.`;
      throw new HindsightError("memory_blocked", message, { details: { violations: [{ index, detector: detector ?? "", message }] } });
    }
    const found = hits.map(({ label, preview }) => ({ detector: label, preview }));
    const message = `the file ${index + 1} of an import was stored without ${what}`;
    events.push({ action, detector: detector ?? "", documentId: null, matchedTypes, message, hits: found });
    return { ...file, content };
  });
  return { files: clean, events };
}

/** Looks again at what the headers say once they are read, since YAML folds lines and has escapes of its own. Throws `memory_blocked` for what is still in them. */
export function requireCleanHeaders({ folders, pages }: Bundle, policy: DefensePolicy): void {
  const screening = openScreening(policy);
  for (const { name } of folders) screening.require(name);
  for (const { name, sourceQuery = "", tags = [] } of pages) for (const text of [name, sourceQuery, ...tags]) screening.require(text);
  const { action, detector, matchedTypes } = screening.verdict();
  if (action === "allow") return;
  const message = `Nothing was imported. A header holds ${matchedTypes.join(", ")} in a spelling that is only seen once it is read. Take it out and import again.`;
  throw new HindsightError("memory_blocked", message, { details: { violations: [{ index: 0, detector: detector ?? "", message }] } });
}
